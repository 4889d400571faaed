// The disk fails to flush a write, so the state on disk is unknown: the process reports no success and exits, and its
// supervisor restarts it. Earlier acknowledged data is there after the restart. A file that is loaded before the
// program makes flushes fail.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { ask } from '../support/components/fleet.ts';
import { reservedPort } from '../support/components/processes.ts';
import { linehaul, startServer } from '../support/components/program.ts';
import { until } from '../support/until.ts';

const preload = join(import.meta.dirname, 'failing-flush.js');

async function disk() {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-flush-'));
  const mark = join(dataDir, 'flush-fails');
  const environment = {
    DATA_DIR: dataDir,
    FLUSH_FAILS_FILE: mark,
    NODE_OPTIONS: `--import=${preload}`,
  };
  await linehaul(environment, 'member', 'add', '--email', 'a@example.com');
  const { stdout } = await linehaul(environment, 'key', 'add', '--member', '1', '--json');
  return {
    environment,
    key: (JSON.parse(stdout) as { key: string }).key,
    /** Fails flushes at once, or when this many requests wait for one. */
    fails: (requests = 0) => writeFileSync(mark, String(requests)),
    works: () => rmSync(mark),
    remove: () => rmSync(dataDir, { recursive: true }),
  };
}

const fatal = (line: string): boolean => line.includes('"level":60');

test('a failed flush is a fatal error that stops the server, and the next start has every acknowledged write', async () => {
  const { environment, key, ...its } = await disk();
  let server = await startServer(environment);
  try {
    const stored = await ask(server.url, key, '/bookings', sydneyToMelbourne());
    assert.equal(stored.status, 201);
    const { id } = stored.body as { id: number };
    its.fails(3);
    const refused = await Promise.all(
      [1, 2, 3].map(() => ask(server.url, key, '/bookings', sydneyToMelbourne())),
    );
    assert.deepEqual(
      refused.map(({ status }) => status),
      [500, 500, 500],
      'each request is answered before the process ends',
    );
    await until('the process has ended', () => server.process.exitCode !== null);
    assert.equal(server.process.exitCode, 1);
    await server.says('"level":60');
    const lines = server.output.filter(fatal);
    assert.equal(lines.length, 1, 'the fatal error is logged once');
    assert.match(lines[0] ?? '', /The disk did not take what was written.*EIO/);

    its.works();
    server = await startServer(environment);
    assert.equal((await ask(server.url, key, `/bookings/v4/${id}`)).status, 200);
    assert.equal((await ask(server.url, key, '/bookings', sydneyToMelbourne())).status, 201);
  } finally {
    await server.stop();
    its.remove();
  }
});

test('a worker whose flush fails is replaced', async () => {
  const { environment, key, ...its } = await disk();
  // A fixed port, because workers that all died would come back on another free port.
  const port = String(await reservedPort());
  const server = await startServer({ ...environment, PORT: port, WORKERS: '2' });
  const started = () => server.output.filter((line) => line.includes('"msg":"listening"')).length;
  try {
    await until('both workers have started', () => started() === 2);
    its.fails();
    // The worker may already have exited, because its jobs write too.
    const refused = await ask(server.url, key, '/bookings', sydneyToMelbourne()).catch(() => null);
    assert.equal(refused?.status ?? 500, 500);
    await server.says('a worker died; starting another');
    its.works();
    await until('another worker has started', () => started() >= 3);
    assert.ok(server.output.some(fatal));
    // The other worker's jobs write too, so it may also have exited, and for a moment no worker listens.
    await until('a booking is stored again', async () => {
      const answer = await ask(server.url, key, '/bookings', sydneyToMelbourne()).catch(() => null);
      return answer?.status === 201;
    });
  } finally {
    await server.stop();
    its.remove();
  }
});

test('a command whose flush fails says so', async () => {
  const { environment, ...its } = await disk();
  try {
    its.fails();
    const { status, stderr } = await linehaul(
      environment,
      'member',
      'add',
      '--email',
      'b@example.com',
    );
    assert.equal(status, 1);
    assert.match(stderr, /The disk did not take what was written/);
  } finally {
    its.remove();
  }
});
