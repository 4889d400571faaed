// `linehaul label`, `manifest` and `invoice` while a real server runs: files that open, and clear errors.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { BookingShown } from '../support/bookings/checkout.ts';
import { aCarton, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import {
  linehaul,
  linehaulPiped,
  type RunningServer,
  startServer,
} from '../support/components/program.ts';
import { openPdf, readCodes, readPng } from '../support/documents/read-document.ts';

describe('documents on the command line', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-documents-'));
  const environment = {
    DATA_DIR: dataDir,
    OPERATOR_NAME: 'Acme Freight Pty Ltd',
    OPERATOR_ABN: '51 824 753 556',
    OPERATOR_ADDRESS: '100 George Street; SYDNEY NSW 2000',
    GST_REGISTERED: 'on',
  };
  let server: RunningServer;
  let key = '';
  let booked: BookingShown;
  let quoted: BookingShown;
  const run = (...args: string[]) => linehaul(environment, ...args);
  const ask = async (path: string, body: object): Promise<BookingShown> => {
    const answer = await fetch(`${server.url}/api/v5${path}`, {
      method: 'POST',
      headers: { 'api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as BookingShown;
  };

  before(async () => {
    assert.equal((await run('member', 'add', '--email', 'jo@example.com')).status, 0);
    ({ key } = JSON.parse((await run('key', 'add', '--member', '1', '--json')).stdout));
    await run('credit', 'set', '--member', '1', '--limit', '5000');
    server = await startServer(environment);
    const body = sydneyToMelbourne({ items: [aCarton({ quantity: 2 })] });
    quoted = await ask('/bookings', body);
    const second = await ask('/bookings', body);
    const [day] = second.quotes?.northline?.pickup_dates ?? [];
    booked = await ask(`/bookings/v4/${second.id}/confirm`, {
      courier: 'northline',
      pickup_date: day,
    });
    assert.equal(booked.status, 'Confirmed');
  });
  after(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const written = async (...args: string[]): Promise<Buffer> => {
    const file = join(dataDir, 'document');
    const { status, stdout, stderr } = await run(...args, '-o', file, '--json');
    assert.equal(status, 0, stderr);
    const bytes = readFileSync(file);
    const printed = JSON.parse(stdout);
    assert.deepEqual([printed.file, printed.bytes], [file, bytes.length]);
    return bytes;
  };

  test('prints a label for office paper, in A6, for a label printer and as a picture', async () => {
    const id = String(booked.id);
    const [standard] = await openPdf(await written('label', id));
    assert.equal(Math.round(standard?.widthMm ?? 0), 210);
    const a6 = await openPdf(await written('label', id, '--a6'));
    assert.equal(a6.length, 2);
    assert.equal(Math.round(a6[0]?.widthMm ?? 0), 105);
    assert.equal((await openPdf(await written('label', id, '--a6', '--piece', '2'))).length, 1);
    assert.match((await written('label', id, '--zpl')).toString(), /^\^XA[\s\S]*\^XZ\n$/);
    const picture = readPng(await written('label', id, '--png', '--piece', '1'));
    const codes = await readCodes(picture);
    assert.ok(codes.some(({ text }) => text.startsWith(booked.connote ?? '?')));
  });

  test('withdraws label links that were shared', async () => {
    const id = String(booked.id);
    const share = async (): Promise<string> => {
      const path = `/api/v5/bookings/v4/${id}/public_url`;
      const answer = await fetch(server.url + path, { headers: { 'api-key': key } });
      return server.url + new URL(((await answer.json()) as { url: string }).url).pathname;
    };
    const given = await share();
    assert.equal((await fetch(given)).status, 200);
    const { status, stdout, stderr } = await run('label', id, '--withdraw-links');
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^Withdrew all links/);
    assert.equal((await fetch(given)).status, 404);
    assert.equal((await fetch(await share())).status, 200);
    const mixed = await run('label', id, '--withdraw-links', '--a6');
    assert.equal(mixed.status, 2);
    assert.match(mixed.stderr, /--withdraw-links cannot be combined/);
  });

  test('prints a manifest of several bookings and the tax invoice of one', async () => {
    const id = String(booked.id);
    const [manifest] = await openPdf(await written('manifest', id, id));
    assert.match(manifest?.text ?? '', /Manifest Northline/);
    const [invoice] = await openPdf(await written('invoice', id));
    assert.match(invoice?.text ?? '', /Tax invoice Acme Freight Pty Ltd/);
    assert.match(invoice?.text ?? '', /ABN 51 824 753 556/);
    assert.match(invoice?.text ?? '', /SYDNEY NSW 2000/);
  });

  test("writes the document's bytes to standard output", async () => {
    const { status, stdout } = await run('label', String(booked.id), '--zpl', '-o', '-');
    assert.equal(status, 0);
    assert.match(stdout, /^\^XA/);
    const both = await run('label', String(booked.id), '-o', '-', '--json');
    assert.deepEqual([both.status, both.stdout], [2, '']);
  });

  test('survives a reader of standard output that is slow or closes the pipe', async () => {
    const label = ['label', String(booked.id), '--png'];
    const { length } = await written(...label);
    // More than the buffer of a pipe holds.
    assert.ok(length > 65_536, `${length} bytes`);
    const reader = 'dd bs=1 2>/dev/null | wc -c';
    const slow = await linehaulPiped(environment, reader, ...label, '-o', '-');
    assert.deepEqual([slow.status, slow.stderr], [0, '']);
    assert.equal(Number(slow.stdout), length);
    const closed = await linehaulPiped(environment, 'true', ...label, '-o', '-');
    assert.deepEqual([closed.status, closed.stderr], [0, '']);
  });

  test('explains with the right exit status why a document cannot be printed', async () => {
    const early = await run('label', String(quoted.id));
    assert.equal(early.status, 1);
    assert.match(early.stderr, /is not ready/);
    const missing = await run('invoice', '999999');
    assert.equal(missing.status, 1);
    assert.match(missing.stderr, /no booking 999999/);
    assert.equal((await run('label')).status, 2);
    assert.equal((await run('label', 'x')).status, 2);
    assert.equal((await run('label', String(booked.id), '--a6', '--zpl')).status, 2);
    const piece = await run('label', String(booked.id), '--piece', '9');
    assert.equal(piece.status, 1);
    assert.match(piece.stderr, /it has 2/);
  });

  test('explains why an output file cannot be written', async () => {
    const { status, stderr } = await run('label', String(booked.id), '-o', '/nope/x.pdf');
    assert.equal(status, 1);
    assert.match(stderr, /There is no folder \/nope/);
    const folder = await run('label', String(booked.id), '-o', dataDir);
    assert.equal(folder.status, 1);
    assert.match(folder.stderr, /is a folder\. Choose a file in it\./);
  });
});
