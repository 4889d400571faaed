// Tracking on the command line while a real server runs: events added and imported, e-mails to receivers sent by the
// server's jobs, and a demo booking that advances on its own.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { BookingShown } from '../support/bookings/checkout.ts';
import { melbourne, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { type MailServer, startMailServer } from '../support/components/mail-server.ts';
import { linehaul, type RunningServer, startServer } from '../support/components/program.ts';
import { until } from '../support/until.ts';

describe('tracking on the command line', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-tracking-'));
  let environment: Record<string, string>;
  let post: MailServer;
  let server: RunningServer;
  let key = '';
  const run = (...args: string[]) => linehaul(environment, ...args);
  const json = async (...args: string[]) => {
    const { status, stdout, stderr } = await run(...args, '--json');
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${server.url}/api/v5${path}`, {
      method,
      headers: { 'api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as BookingShown & { state: string; deliveryStatus: number };
  };
  const book = async (payment: object = {}): Promise<{ id: number; connote: string }> => {
    const body = sydneyToMelbourne({
      receiver: { ...melbourne, email: 'robin@example.com' },
      notifications: { email: true },
    });
    const quoted = await ask('POST', '/bookings', body);
    const request = {
      courier: 'toll',
      pickup_date: quoted.quotes?.toll?.pickup_dates[0],
      ...payment,
    };
    const { id, connote } = await ask('POST', `/bookings/v4/${quoted.id}/confirm`, request);
    assert.ok(connote);
    return { id, connote };
  };
  const event = (id: number, status: string, ...more: string[]): string[] =>
    `tracking add --booking ${id} --status ${status} --description Scanned --location Depot`
      .split(' ')
      .concat(more);
  const file = (name: string, text: string | Buffer): string => {
    const path = join(dataDir, name);
    writeFileSync(path, text);
    return path;
  };

  before(async () => {
    post = await startMailServer();
    environment = {
      DATA_DIR: dataDir,
      LIMIT_V5_PER_MINUTE: '0',
      DEMO_TRACKING_SECONDS: '1',
      SMTP_URL: post.url,
      MAIL_FROM: 'Freight desk <desk@freight.example>',
    };
    await json('member', 'add', '--email', 'jo@example.com', '--password', 'pass');
    await json('credit', 'set', '--member', '1', '--limit', '10000');
    ({ key } = await json('key', 'add', '--member', 'jo@example.com'));
    server = await startServer(environment);
  });
  after(async () => {
    await server.stop();
    await post.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('an event is added once by number or name, and the receiver is e-mailed', async () => {
    const { id, connote } = await book();
    const at = new Date().toISOString();
    assert.deepEqual(await json(...event(id, '1', '--at', at)), {
      booking_id: id,
      connote,
      added: true,
      status: 1,
      state: 'picked_up',
    });
    assert.equal((await json(...event(id, '1', '--at', at))).added, false);
    assert.equal((await json(...event(id, '-3'))).state, 'attention');
    assert.equal((await ask('GET', `/tracking/${connote}`)).deliveryStatus, -3);
    const { status, stdout } = await run(...event(id, 'delivered'));
    assert.equal(status, 0);
    assert.match(stdout, new RegExp(`Added. ${connote} is now: Delivered.`));
    await until('both e-mails have arrived', () => post.received.length === 2);
    assert.deepEqual(post.received.map(({ headers }) => headers.from).slice(0, 1), [
      'Freight desk <desk@freight.example>',
    ]);
    assert.deepEqual(
      post.received.map(({ to }) => to),
      [['robin@example.com'], ['robin@example.com']],
    );
  });

  test('an event entered by mistake is removed by its id', async () => {
    const { id, connote } = await book();
    await json(...event(id, '2'));
    await json(...event(id, 'delivered'));
    const booking = ['--booking', String(id)];
    const listed = (await json('tracking', 'list', ...booking)) as { id: string; stage: string }[];
    const wrong = listed.find(({ stage }) => stage === 'delivered')?.id ?? '';
    assert.match(
      (await run('tracking', 'list', ...booking)).stdout,
      /in transit +Scanned +Depot +a person/,
    );
    const removed = await json('tracking', 'remove', ...booking, '--event', wrong);
    assert.deepEqual([removed.connote, removed.state], [connote, 'in_transit']);
    assert.equal((await ask('GET', `/tracking/${connote}`)).deliveryStatus, 2);
    const again = await run('tracking', 'remove', ...booking, '--event', wrong);
    assert.equal(again.status, 1);
    assert.match(again.stderr, /has no event .*removed already/);
  });

  test('tracking: exits 1 for an event that cannot be added and 2 for wrong usage', async () => {
    const { id } = await book();
    for (const [args, expected, sentence] of [
      [event(4711, '1'), 1, /no shipment 4711/],
      [event(id, '1', '--at', 'soon'), 1, /"soon" is not a time/],
      [event(id, '1', '--piece', '3'), 1, /No piece 3/],
      [event(id, '9'), 2, /Use one of 0 pending, 1 picked up/],
      [['tracking', 'add', '--booking', String(id)], 2, /--status/],
      [['tracking', 'import', join(dataDir, 'none.csv')], 1, /There is no file/],
      [['tracking', 'import', file('bad.csv', 'booking,wat\n')], 1, /column "wat"/],
      [
        ['tracking', 'import', file('semicolons.csv', 'booking;status\n1;2\n')],
        1,
        /not separated by commas\. Save it as CSV with commas/,
      ],
      [
        ['tracking', 'import', file('foreign.csv', Buffer.from('booking\nCaf\xe9\n', 'latin1'))],
        1,
        /foreign\.csv:2: the file is not UTF-8 \(Windows-1252\?\)\. Save it as CSV UTF-8/,
      ],
    ] as const) {
      const { status, stdout, stderr } = await run(...args);
      assert.equal(status, expected, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, sentence);
    }
  });

  test('an imported event file names its bad lines, and importing it again changes nothing', async () => {
    const { id, connote } = await book();
    const report = file(
      'report.csv',
      `connote,status,location,at
${connote},Picked up,SYDNEY NSW,2020-11-02 09:00
UNKNOWN1,Picked up,SYDNEY NSW,2020-11-02 09:00
${connote},Delivered,MELBOURNE VIC,2020-11-03 09:00
`,
    );
    const refused = join(dataDir, 'refused.csv');
    const first = await run('tracking', 'import', report, '--json', '--refused', refused);
    assert.equal(first.status, 1);
    const reason = 'No shipment with connote UNKNOWN1. Check the connote, or give the booking.';
    assert.deepEqual(JSON.parse(first.stdout), {
      lines: 3,
      added: 2,
      known: 0,
      refused: 1,
      refused_lines: [{ line: 3, column: 'connote', reason }],
    });
    assert.equal(readFileSync(refused, 'utf8'), `line,column,reason\r\n3,connote,"${reason}"\r\n`);
    assert.equal((await ask('GET', `/tracking/${id}`)).state, 'delivered');
    const again = await run('tracking', 'import', report);
    assert.match(again.stdout, /Lines: 3\. New: 0, already recorded: 2, refused: 1\./);
    assert.match(again.stderr, /line 3, connote: No shipment/);
    const at = '2020-11-02 09:00';
    const both = file('both.csv', `connote,status,at\nUNKNOWN1,Picked up,${at}\nUNKNOWN2,,${at}\n`);
    const imported = JSON.parse((await run('tracking', 'import', both, '--json')).stdout);
    assert.deepEqual(
      (imported.refused_lines as { line: number }[]).map(({ line }) => line),
      [2, 3],
    );
    const kept = await run('tracking', 'import', report, '--refused', refused);
    assert.match(kept.stderr, /already exists/);
    assert.ok(existsSync(refused));
  });

  test('a demo is delivered without events', async () => {
    const { id } = await book({ payment_method: 'demo' });
    await until(
      'the booking is delivered',
      async () => (await ask('GET', `/tracking/${id}`)).state === 'delivered',
    );
  });

  test('doctor checks the mail server', async () => {
    const { findings } = (await json('doctor')) as {
      findings: { check: string; detail: string }[];
    };
    const mail = findings.find(({ check }) => check === 'e-mail');
    assert.match(mail?.detail ?? '', /answers; mails are from Freight desk/);
    const broken = await linehaul(
      { ...environment, SMTP_URL: 'smtp://127.0.0.1:1' },
      'doctor',
      '--json',
    );
    assert.equal(broken.status, 1);
    assert.match(broken.stdout, /the mail server does not let us in/);
  });
});
