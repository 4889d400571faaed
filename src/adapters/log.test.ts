import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import type { RequestLine } from '../application/ports.ts';
import { openLog } from './log.ts';

const clock = { nowMs: () => 0 };

function lines(write: (log: ReturnType<typeof openLog>) => void, level = 'info'): object[] {
  const written: string[] = [];
  const destination = { write: (text: string) => void written.push(text) };
  write(openLog({ level, clock, pretty: false, destination }));
  return written.map((line) => {
    assert.ok(line.endsWith('\n'));
    return JSON.parse(line) as object;
  });
}

const plain = {
  requestId: 'abc-1',
  method: 'GET',
  path: '/api/v5/member',
  status: 200,
  ms: 1.5,
  address: '192.0.2.1',
} satisfies RequestLine;
const { address: _address, ...withoutAddress } = plain;

test("a request's log line equals that of pino", () => {
  for (const line of [
    plain,
    { ...plain, member: 7, keyId: 9, refusal: 'rate_limited' },
    withoutAddress,
    { ...plain, path: '/"\\\n\u2028\ud800é😀', address: '::1' },
  ]) {
    const [ours] = lines((log) => log.request(line));
    const theirs: string[] = [];
    const other = pino({ base: { pid: process.pid } }, { write: (text) => void theirs.push(text) });
    other.info(line, 'request');
    const expected = JSON.parse(theirs[0] ?? '');
    assert.deepEqual({ ...ours, time: 0 }, { ...expected, time: 0 });
    assert.deepEqual(Object.keys(ours ?? {}), Object.keys(expected));
  }
});

test('logs no requests at a higher level', () => {
  assert.deepEqual(
    lines((log) => log.request(plain), 'warn'),
    [],
  );
});

test('omits secrets from log lines', () => {
  const [line] = lines((log) => log.info({ key: 'lh_secret', deep: { password: 'x' } }, 'm'));
  assert.doesNotMatch(JSON.stringify(line), /lh_secret|"x"/);
});

test('writes buffered lines in order when the process ends', () => {
  const program = `
    import { openLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))};
    const log = openLog({ level: 'info', clock: { nowMs: () => 0 }, pretty: false });
    for (let n = 0; n < 500; n += 1) log.request({ ...${JSON.stringify(plain)}, status: n });
    log.info({}, 'the end');
    process.exit(0);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  const written = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { status?: number; msg: string });
  assert.equal(written.length, 501);
  assert.deepEqual(
    written.slice(0, 500).map(({ status }) => status),
    Array.from({ length: 500 }, (_, n) => n),
  );
  assert.equal(written.at(-1)?.msg, 'the end');
});
