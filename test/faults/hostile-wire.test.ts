// Malformed HTTP, byte by byte on a real socket: request lines, headers and bodies that no client library would send.
// Each is answered with a status below 500 or cut off, connections close in time, one request is never read as two,
// and the next client is served. A failing run prints its seed; `HOSTILE_SEED=…` repeats it.
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { isLong } from '../support/long-form.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const seed = Number(process.env.HOSTILE_SEED ?? Math.floor(Math.random() * 2 ** 31));
const runs = isLong ? 2_000 : 300;
const [embedded] = setups;
assert.ok(embedded);

const good = (body: string, ...headers: string[]): string =>
  [
    'POST /api/v5/bookings HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    'Connection: close',
    ...headers,
    '',
    body,
  ].join('\r\n');
const line = (text: string, ...headers: string[]): string =>
  [`${text} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');

/** Requests that must be rejected, with the status, or undefined where Node may also drop the connection. */
const refused: readonly { name: string; bytes: string | Buffer }[] = [
  { name: 'two lengths', bytes: good('{}', 'Content-Length: 2', 'Content-Length: 3') },
  {
    name: 'a length and chunks',
    bytes: good('{}', 'Content-Length: 2', 'Transfer-Encoding: chunked'),
  },
  { name: 'a length that is not a number', bytes: good('{}', 'Content-Length: 0x2') },
  { name: 'a length below zero', bytes: good('{}', 'Content-Length: -1') },
  { name: 'an enormous length', bytes: good('{}', `Content-Length: ${'9'.repeat(30)}`) },
  { name: 'invalid chunks', bytes: good('zz\r\n{}\r\n', 'Transfer-Encoding: chunked') },
  { name: 'an unknown coding', bytes: good('{}', 'Transfer-Encoding: xchunked') },
  { name: 'a header with a space before its colon', bytes: line('GET /healthz', 'X-A : 1') },
  { name: 'a header over two lines', bytes: line('GET /healthz', 'X-A: 1', ' 2') },
  { name: 'a header with a NUL', bytes: line('GET /healthz', 'X-A: a\u0000b') },
  { name: 'a header name with an invalid letter', bytes: line('GET /healthz', 'X-é: 1') },
  { name: 'an unknown method', bytes: line('BREW /healthz') },
  { name: 'an invalid path', bytes: line('GET healthz') },
  { name: 'a path with a space', bytes: line('GET /heal thz') },
  {
    name: 'an address that ends in the middle of an escape',
    bytes: line('GET /api/v5/bookings/v4/%f'),
  },
  { name: 'a path of invalid UTF-8', bytes: line('GET /api/v5/bookings/v4/%ff%fe') },
  {
    name: 'a path of binary bytes',
    bytes: Buffer.from(line('GET /api/\xff\xfe'), 'latin1'),
  },
  { name: 'a path out of the root', bytes: line('GET /../../../../etc/passwd') },
  {
    name: 'an encoded path out of the root',
    bytes: line('GET /assets/..%2f..%2fpackage.json'),
  },
  { name: 'a path of thousands of segments', bytes: line(`GET /${'a/'.repeat(5_000)}`) },
  { name: 'endless headers', bytes: line('GET /healthz', `X-A: ${'a'.repeat(40_000)}`) },
  { name: 'two hosts', bytes: line('GET /nowhere', 'Host: y') },
  { name: 'another protocol', bytes: 'SSH-2.0-OpenSSH_9.6\r\n' },
  { name: 'TLS', bytes: Buffer.from('16030100c8010000c40303', 'hex') },
  { name: 'HTTP/2 without negotiation', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
  { name: 'HTTP/0.9', bytes: 'GET /nowhere\r\n\r\n' },
  { name: 'a tunnel', bytes: line('CONNECT example.com:443') },
  { name: 'an upgrade', bytes: line('GET /nowhere', 'Upgrade: websocket') },
  {
    name: 'a body with an encoding',
    bytes: good('{}', 'Content-Length: 2', 'Content-Encoding: gzip'),
  },
  { name: 'only line ends', bytes: `${'\r\n'.repeat(2_000)}x` },
];

describe(`malformed HTTP, seed ${seed}`, () => {
  let t: TestApp;
  let port: number;
  before(async () => {
    t = await startTestApp(embedded, { limits: { v5AnonymousPerHour: 0 } });
    await t.server.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = t.server.server.address() as AddressInfo);
  });
  after(() => t.close());

  /** Sends bytes, ends our side of the connection, and returns everything until the server closes it. */
  const exchange = (bytes: string | Buffer): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let answer = '';
      socket.setEncoding('latin1').on('data', (text: string) => {
        answer += text;
      });
      // A reset counts as an answer.
      socket.on('error', () => {});
      socket.on('close', () => resolve(answer));
      socket.end(bytes);
    });
  const statuses = (answer: string): number[] =>
    [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
  const stillServes = async (): Promise<void> =>
    assert.deepEqual(statuses(await exchange(line('GET /healthz'))), [200]);

  for (const { name, bytes } of refused)
    test(`rejects ${name} once and serves the next client`, async () => {
      const answer = await exchange(bytes);
      const found = statuses(answer);
      assert.ok(found.length <= 1, answer.slice(0, 500));
      for (const status of found) assert.ok(status >= 400 && status < 500, answer.slice(0, 500));
      assert.doesNotMatch(answer, /node_modules|\.ts:\d|root:/);
      await stillServes();
    });

  test('never answers a second request hidden in the body of the first', async () => {
    const hidden = line('GET /healthz');
    assert.ok((await exchange(hidden)).includes('"status":"ok"'));
    for (const bytes of [
      good(hidden, 'Content-Length: 0', 'Transfer-Encoding: chunked'),
      good(`0\r\n\r\n${hidden}`, 'Transfer-Encoding: chunked', 'Content-Length: 3'),
      good(`0\r\n\r\n${hidden}`, 'Transfer-Encoding : chunked'),
      good(hidden, 'Content-Length: 5\r\nContent-Length: 0'),
    ])
      assert.ok(!(await exchange(bytes)).includes('"status":"ok"'), bytes);
  });

  test('survives whole requests with bytes added, removed or changed', async (context) => {
    const valid = Buffer.from(
      good('{"sender":{"postcode":"2000"}}', 'Content-Length: 30', 'Api-key: lh_x', 'Cookie: a=b'),
      'latin1',
    );
    const answered = new Map<number, number>();
    const place = fc.nat(valid.length - 1);
    const damage = fc.record({
      at: place,
      gone: fc.nat(6),
      scrap: fc.oneof(
        fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
        fc.constantFrom(
          ...['\r\n', '\n', ':', ' ', '\u0000', '%', 'chunked'].map((s) => Buffer.from(s)),
        ),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
        const bytes = damages.reduce(
          (before, { at, gone: removed, scrap: inserted }) =>
            Buffer.concat([before.subarray(0, at), inserted, before.subarray(at + removed)]),
          valid,
        );
        const answer = await exchange(bytes);
        for (const status of statuses(answer)) {
          answered.set(status, (answered.get(status) ?? 0) + 1);
          assert.ok(
            status < 500,
            `${JSON.stringify(bytes.toString('latin1'))} → ${answer.slice(0, 300)}`,
          );
        }
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
    await stillServes();
    const summary = [...answered].map(([status, times]) => `${times} × ${status}`);
    context.diagnostic(`${runs} damaged requests: ${summary.join(', ')}`);
    const failures = t.log.filter(({ level }) => level === 'error');
    assert.deepEqual(failures, []);
  });
});
