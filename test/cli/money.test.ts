// Payments on the command line while a real server runs: saved methods, paid bookings, adjustments, cancellations and
// the totals.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import type { BookingShown } from '../support/bookings/checkout.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { linehaul, type RunningServer, startServer } from '../support/components/program.ts';
import { until } from '../support/until.ts';

describe('money on the command line', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-money-'));
  // Polling must not reach the rate limit.
  const environment = { DATA_DIR: dataDir, LIMIT_V5_PER_MINUTE: '0' };
  let server: RunningServer;
  let key = '';
  const run = (line: string) => linehaul(environment, ...line.split(' '));
  const json = async (line: string) => {
    const { status, stdout, stderr } = await run(`${line} --json`);
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${server.url}/api/v5${path}`, {
      method,
      headers: { 'api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as BookingShown };
  };
  const book = async (payment: object): Promise<{ status: number; body: BookingShown }> => {
    const quoted = await ask('POST', '/bookings', sydneyToMelbourne());
    const { toll } = quoted.body.quotes ?? {};
    const request = { courier: 'toll', pickup_date: toll?.pickup_dates[0], ...payment };
    return await ask('POST', `/bookings/v4/${quoted.body.id}/confirm`, request);
  };

  before(async () => {
    await json('member add --email jo@example.com --password pass');
    ({ key } = await json('key add --member jo@example.com'));
    server = await startServer(environment);
  });
  after(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('saves cards and wallets by their token and lists them to the member', async () => {
    const card = await json('card add --member jo@example.com --token tok_ok');
    assert.match(card.id, /^bankcard_\d+$/);
    assert.deepEqual(Object.keys(card), ['id']);
    const wallet = await json('wallet add --member 1 --token tok_ok');
    assert.match(wallet.id, /^wallet_\d+$/);
    await json('card add --member 1 --token tok_declined --default');
    const listed = await ask('GET', '/members/payment-methods');
    const methods = listed.body as unknown as { id: string; is_default: boolean }[];
    assert.deepEqual(
      methods.map(({ is_default }) => is_default),
      [false, false, true],
    );
    const unknown = await run('card add --member 1 --token 4111111111111111');
    assert.equal(unknown.status, 1);
    assert.match(unknown.stderr, /token/);
    assert.equal((await run('card add --member 1')).status, 2);
    assert.equal((await run('card add --member unknown@example.com --token tok_ok')).status, 1);
  });

  test('lists every payment and refund attempt, and refunds a cancelled booking to its card', async () => {
    const booked = await book({ payment_method: 'bankcard_1' });
    assert.equal(booked.status, 200);
    assert.equal((await book({ payment_method: 'bankcard_3' })).status, 402);
    const cancelled = await json(`booking cancel --id ${booked.body.id}`);
    assert.equal(cancelled.status, 'Cancelled');
    assert.equal(cancelled.id, booked.body.id);
    const read = await ask('GET', `/bookings/v4/${booked.body.id}`);
    assert.equal(read.body.status, 'Cancelled');
    assert.equal(read.body.connote, booked.body.connote);
    const payments = await json('payment list --member jo@example.com');
    assert.deepEqual(
      payments.map(({ id }: { id: unknown }) => /^payment_\d+$/.test(String(id))),
      [true, true, true],
    );
    assert.deepEqual(Object.keys(payments[0]), [
      'id',
      'booking_id',
      'method',
      'amount',
      'status',
      'created_at',
    ]);
    assert.deepEqual(
      payments.map(({ method, amount, status }: Record<string, unknown>) => [
        method,
        amount,
        status,
      ]),
      [
        ['bankcard_1', booked.body.cost, 'charged'],
        ['bankcard_3', booked.body.cost, 'declined'],
        ['bankcard_1', -Number(booked.body.cost), 'refunded'],
      ],
    );
    assert.ok(!Number.isNaN(Date.parse(payments[0].created_at)));
    const again = await run(`booking cancel --id ${booked.body.id}`);
    assert.equal(again.status, 1);
    assert.match(again.stderr, /is cancelled already\./);
    assert.equal((await run('booking cancel --id 999999')).status, 1);
    // The gateway made the refund, so none is due by hand.
    const returned = await run(`booking returned --id ${booked.body.id} --note cash`);
    assert.equal(returned.status, 1);
    assert.match(returned.stderr, /no refund that is due by hand/);
    assert.equal((await run(`booking returned --id ${booked.body.id}`)).status, 2);
  });

  test('cancels a booking in transit and prints a warning beside the result', async () => {
    const { body } = await book({ payment_method: 'bankcard_1' });
    await run(`tracking add --booking ${body.id} --status 3 --description Loaded --location Depot`);
    const { status, stdout, stderr } = await run(`booking cancel --id ${body.id} --json`);
    assert.equal(status, 0, stderr);
    assert.equal(JSON.parse(stdout).status, 'Cancelled');
    assert.match(
      stderr,
      /carrier has booking \d+ \(out for delivery\)\. Cancelling does not stop it/,
    );
    const still = await book({ payment_method: 'bankcard_1' });
    const cancelled = await run(`booking cancel --id ${still.body.id}`);
    assert.equal(cancelled.stderr, '');
    assert.match(
      cancelled.stdout,
      /\d will be refunded to the card or wallet\. Call the carrier to cancel the consignment\.$/m,
    );
    const demo = await book({ payment_method: 'demo' });
    const { stdout: ofDemo } = await run(`booking cancel --id ${demo.body.id}`);
    assert.match(ofDemo, /there is no refund\. It was not sent to a carrier\.$/m);
  });

  test('records a refund that was paid another way, and undoes a mistaken record', async () => {
    const { body } = await book({ payment_method: 'bankcard_1' });
    await json(`booking cancel --id ${body.id}`);
    const refundIs = (status: string): void => {
      const database = new DatabaseSync(join(dataDir, 'linehaul.db'), { timeout: 5_000 });
      const sql = "update payments set status = ? where booking_id = ? and kind = 'refund'";
      database.prepare(sql).run(status, body.id);
      database.close();
    };
    // Sets the status that a gateway's webhook would set.
    refundIs('refused');
    const line = `booking returned --id ${body.id}`;
    for (let n = 0; n < 2; n += 1) {
      const { id: _id, ...noted } = await json(`${line} --note transfer-8841`);
      assert.deepEqual(noted, {
        booking_id: body.id,
        amount: body.cost,
        status: 'returned',
        detail: 'transfer-8841',
      });
    }
    const other = await run(`${line} --note cheque-12`);
    assert.equal(other.status, 1);
    assert.match(other.stderr, /already marked as paid: transfer-8841/);
    assert.equal((await run(`${line} --note cash --payment 999999`)).status, 1);
    assert.equal((await run(`${line} --note cash --undo`)).status, 2);
    const undone = await run(`${line} --undo`);
    assert.match(undone.stdout, /is due again/);
    refundIs('refunded');
  });

  test('credit is used, adjusted, received and shown, and the statement explains it', async () => {
    await json('credit set --member 1 --limit 500');
    const booked = await book({});
    assert.equal(booked.status, 200);
    const cost = booked.body.cost ?? 0;
    const round = (amount: number): number => Math.round(amount * 100) / 100;
    assert.deepEqual(await json('credit show --member 1'), {
      limit: 500,
      balance: cost,
      available: round(500 - cost),
    });
    const adjusted = await json(
      `booking adjust --id ${booked.body.id} --scanned-weight 12.5 --additional-charges 7.25`,
    );
    assert.equal(adjusted.scanned_weight, 12.5);
    assert.equal(adjusted.additional_charges, 7.25);
    const read = await ask('GET', `/bookings/v4/${booked.body.id}`);
    assert.deepEqual([read.body.scanned_weight, read.body.additional_charges], [12.5, 7.25]);
    assert.equal((await run(`booking adjust --id ${booked.body.id}`)).status, 2);
    const received = await json('credit receive --member 1 --amount 5');
    assert.equal(received.balance, round(cost + 7.25 - 5));
    const statement = await json('credit statement --member 1');
    assert.deepEqual(
      statement.lines.map(({ what, amount }: Record<string, unknown>) => [what, amount]),
      [
        ['sale', cost],
        ['adjustment', 7.25],
        ['receipt', -5],
      ],
    );
    assert.equal(statement.balance, received.balance);
    const words = await run('credit statement --member 1');
    assert.match(words.stdout, /adjustment/);
    const { id: receipt } = statement.lines[2];
    for (let time = 0; time < 2; time += 1) {
      const owed = await json(`credit receive --member 1 --undo ${receipt}`);
      assert.equal(owed.balance, round(cost + 7.25));
    }
    const { id: sale } = statement.lines[0];
    assert.match((await run(`credit receive --member 1 --undo ${sale}`)).stderr, /no receipt/);
    for (const wrong of ['', '--amount 5 --undo 7'])
      assert.equal((await run(`credit receive --member 1 ${wrong}`)).status, 2);
  });

  test('records a payment with a bank reference once, however often the command runs', async () => {
    await json('member add --email payer@example.com --password pass');
    const line = 'credit receive --member payer@example.com --amount 30';
    const { receipt, balance } = await json(`${line} --reference NPP-1`);
    assert.equal(balance, -30);
    const twice = await run(`${line} --reference npp-1`);
    assert.equal(twice.status, 1);
    assert.match(twice.stderr, new RegExp(`receipt ${receipt} of \\$30\\.00`, 'i'));
    assert.match(twice.stderr, /--undo/);
    await json(`credit receive --member payer@example.com --undo ${receipt}`);
    assert.equal((await json(`${line} --reference NPP-1`)).balance, -30);
    assert.equal((await run(`credit receive --member 1 --undo 1 --reference x`)).status, 2);
  });

  test('records a payment without a reference once within a day unless --again is given', async () => {
    await json('member add --email nameless@example.com --password pass');
    const line = 'credit receive --member nameless@example.com --amount 30';
    const { receipt } = await json(line);
    const twice = await run(line);
    assert.equal(twice.status, 1);
    assert.match(
      twice.stderr,
      new RegExp(`Receipt ${receipt} of \\$30\\.00 is less than a day old`),
    );
    assert.match(twice.stderr, /--again/);
    const balance = async () => (await json('credit show --member nameless@example.com')).balance;
    assert.equal(await balance(), -30);
    assert.equal((await json(`${line} --again`)).balance, -60);
    assert.equal((await json(`${line} --reference NPP-2`)).balance, -90);
    assert.equal(
      (await run(line)).status,
      1,
      'a payment without a reference may repeat the named one',
    );
    assert.equal((await json(`${line}.01`)).balance, -120.01);
    assert.equal((await run(`credit receive --member 1 --undo 1 --again`)).status, 2);
  });

  test('sets a status by hand and shows it to the member in words', async () => {
    const booked = await book({});
    const moved = await json(`booking set --id ${booked.body.id} --status booked_manually`);
    assert.equal(moved.status, 'Booked Manually');
    const read = await ask('GET', `/bookings/v4/${booked.body.id}`);
    assert.equal(read.body.status, 'Booked Manually');
    for (const [status, reason] of [
      ['new', /Booking \d+ is booked_manually.*Cancel it and quote the shipment again/],
      ['pending_payment', /Booking \d+ is booked_manually.*only confirming a booking starts/],
    ] as const) {
      const refused = await run(`booking set --id ${booked.body.id} --status ${status}`);
      assert.equal(refused.status, 1);
      assert.match(refused.stderr, reason);
    }
    await json(`booking cancel --id ${booked.body.id}`);
    const revived = await run(`booking set --id ${booked.body.id} --status confirmed`);
    assert.equal(revived.status, 1);
    assert.match(
      revived.stderr,
      /cancelled and its payment was refunded.*quote the shipment again/i,
    );
    const { stdout: help } = await run('booking set --help');
    assert.match(help, /booked_manually/);
    assert.doesNotMatch(help, /pending_payment|\bnew\b/);
    assert.equal((await run(`booking set --id ${booked.body.id} --status lost`)).status, 2);
  });

  test('the server recovers a payment whose answer the gateway lost', async () => {
    const { id: card } = await json('card add --member 1 --token tok_timeout');
    const pending = await book({ payment_method: card });
    assert.equal(pending.status, 202);
    assert.equal(pending.body.status, 'Pending Payment');
    await until('the booking is confirmed', async () => {
      const { body } = await ask('GET', `/bookings/v4/${pending.body.id}`);
      if (body.status === 'Confirmed') return true;
      assert.equal(body.status, 'Pending Payment');
      return false;
    });
  });

  test('doctor finds that the books balance', async () => {
    const { findings } = await json('doctor');
    const ledger = findings.find(({ check }: { check: string }) => check === 'ledger');
    assert.equal(ledger.status, 'ok', ledger.detail);
  });

  test("lists a member's cards and wallets, makes one the default and removes one", async () => {
    await json('member add --email lee@example.com --password pass');
    const first = await json('card add --member lee@example.com --token tok_ok');
    const second = await json('card add --member lee@example.com --token tok_declined');
    const wallet = await json('wallet add --member lee@example.com --token tok_ok');
    const cards = async (): Promise<[string, boolean][]> =>
      (await json('card list --member lee@example.com')).map(
        (method: { id: string; is_default: boolean }) => [method.id, method.is_default],
      );
    assert.deepEqual(await cards(), [
      [first.id, true],
      [second.id, false],
    ]);
    assert.deepEqual(await json('wallet list --member lee@example.com'), [
      { id: wallet.id, masked_label: 'Test wallet ending 4242', is_default: false },
    ]);
    const table = await run('card list --member lee@example.com');
    assert.match(table.stdout, new RegExp(`${second.id} +Test card ending 0002`));
    const made = await json(`card default --member lee@example.com --id ${second.id}`);
    assert.deepEqual(made, { id: second.id });
    assert.deepEqual(await cards(), [
      [first.id, false],
      [second.id, true],
    ]);
    const removed = await run(`card remove --member lee@example.com --id ${second.id}`);
    assert.equal(removed.status, 0, removed.stderr);
    assert.match(removed.stdout, new RegExp(`${second.id} is removed`));
    assert.deepEqual(await cards(), [[first.id, true]]);
    // Another member's method, a deleted one, and ids that do not exist.
    for (const id of ['bankcard_1', second.id, 'wallet_999', 'nonsense'])
      for (const verb of ['remove', 'default']) {
        const refused = await run(`card ${verb} --member lee@example.com --id ${id}`);
        assert.equal(refused.status, 1, id);
        assert.match(refused.stderr, new RegExp(`There is no saved payment method ${id}`));
      }
    assert.equal((await run('card remove --member lee@example.com')).status, 2);
  });

  test('changes on the command line are in the audit log, for their member without the machine’s user', async () => {
    await json('member add --email mo@example.com --password pass');
    await json('member add --email olga@example.com --password pass');
    await json('member set --member olga@example.com --operator on');
    await json('credit set --member mo@example.com --limit 70');
    assert.equal((await run('credit set --member nobody@example.com --limit 70')).status, 1);
    const { id } = await json('key add --member mo@example.com --site shop.example');
    await json(`key set --id ${id} --status off`);
    const read = async (email: string, path: string): Promise<AuditLine[]> => {
      const signIn = { email, password: 'pass' };
      const members = `${server.url}/members/api`;
      const session = await fetch(`${members}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(signIn),
      });
      assert.equal(session.status, 200);
      const [cookie = ''] = session.headers.getSetCookie();
      const answer = await fetch(members + path, {
        headers: { cookie: cookie.split(';')[0] ?? '' },
      });
      return (await answer.json()) as AuditLine[];
    };
    const brief = ({ by, what, detail, outcome }: AuditLine): string =>
      `${by.kind}: ${what} (${detail}) ${outcome}`;
    const all = await read('olga@example.com', '/operator/audit');
    const byCommand = all.filter(({ by }) => by.kind === 'command_line');
    assert.match(byCommand[0]?.by.name ?? '', /^command line/);
    const expected = [
      'Switched off API key shop.example () done',
      'Created API key shop.example (site: shop.example, module type: custom_site, demo mode: no) done',
      'Tried to set the credit limit of member nobody@example.com (limit: 70) refused',
      'Set the credit limit of member mo@example.com (limit: 70) done',
    ];
    assert.deepEqual(
      byCommand.slice(0, 4).map(brief),
      expected.map((one) => `command_line: ${one}`),
    );
    // An e-mail that another member has: nothing of it is that member's.
    assert.equal((await run('user add --member mo@example.com --email jo@example.com')).status, 1);
    assert.deepEqual(
      (await read('jo@example.com', '/audit')).filter(({ what }) => what.includes('add a user')),
      [],
    );
    const own = await read('mo@example.com', '/audit');
    assert.deepEqual(
      own.flatMap(({ by, what }) => (by.kind === 'user' ? [] : [`${by.kind}${by.name}: ${what}`])),
      [
        'operator: Tried to add a user',
        'operator: Changed API key shop.example',
        'operator: Created API key shop.example',
        'operator: Set the credit limit of member mo@example.com',
        'operator: Added member mo@example.com',
      ],
    );
  });
});

type AuditLine = {
  by: { kind: string; name: string };
  what: string;
  detail: string;
  outcome: string;
};
