// A database too slow for the load: excess requests are refused quickly with 503 and Retry-After, there are no
// internal errors or long waits, and service returns to normal with the database. A proxy slows PostgreSQL down, and
// a file loaded before the program slows SQLite's disk down.
//
// Quick: until some are served. Full (TESTS=long): until ten times as many are. Figures are printed; what is asserted are
// ratios within one run.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { median, quantile } from '../../bench/quantile.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { ask } from '../support/components/fleet.ts';
import { startHaltingProxy } from '../support/components/halting-proxy.ts';
import { type Environment, linehaul, startServer } from '../support/components/program.ts';
import { createDatabase } from '../support/components/template-database.ts';
import { isLong } from '../support/long-form.ts';

/** The value in `overload.ts`. */
const longestDatabaseWaitMs = 1_000;
/** For each request served, the client that was served and four others ask again. */
const retriesPerServed = 4;
const preload = join(import.meta.dirname, 'slow-flush.js');

type Slowed = {
  environment: Environment;
  /** Many times the number of requests that can be served at once. */
  clients: number;
  served: number;
  slowDown(): void;
  recover(): void;
  close(): Promise<void>;
};

/** Ten connections with a round trip of 100 ms; a booking needs several round trips. */
async function slowPostgres(): Promise<Slowed> {
  const database = await createDatabase();
  const url = new URL(database.url);
  // Use the service's own connection timeout.
  url.searchParams.delete('connect_timeout');
  const proxy = await startHaltingProxy(Number(url.port));
  url.port = String(proxy.port);
  return {
    environment: { DATABASE_URL: url.href },
    clients: 100,
    served: 100,
    slowDown: () => proxy.slowDown(100),
    recover: () => proxy.slowDown(0),
    close: async () => {
      await proxy.close();
      await database.drop();
    },
  };
}

/** 128 concurrent requests to a disk that takes a second to flush. */
async function slowDisk(): Promise<Slowed> {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-slow-disk-'));
  const mark = join(folder, 'slow');
  return {
    environment: { SLOW_FLUSH_FILE: mark, NODE_OPTIONS: `--import=${preload}` },
    clients: 400,
    served: 1_000,
    slowDown: () => writeFileSync(mark, '1000'),
    recover: () => rmSync(mark),
    close: async () => rmSync(folder, { recursive: true }),
  };
}

for (const [name, open] of [
  ['PostgreSQL is slow', slowPostgres],
  ["SQLite's disk is slow", slowDisk],
] as const) {
  describe(name, () => {
    test('refuses the excess quickly, limits the wait of the rest and recovers afterwards', async (t) => {
      const slowed = await open();
      const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-slow-database-'));
      const environment = {
        ...slowed.environment,
        DATA_DIR: dataDir,
        LIMIT_V5_PER_MINUTE: '0',
        OVERLOAD_MS: '250',
      };
      await linehaul(environment, 'member', 'add', '--email', 'a@example.com');
      const { stdout } = await linehaul(environment, 'key', 'add', '--member', '1', '--json');
      const { key } = JSON.parse(stdout) as { key: string };
      const server = await startServer(environment);
      const waits = new Map<number, number[]>();
      const book = async (): Promise<number> => {
        const beganMs = performance.now();
        const { status, headers } = await ask(server.url, key, '/bookings', sydneyToMelbourne());
        const ofStatus = waits.get(status) ?? [];
        waits.set(status, ofStatus);
        ofStatus.push(performance.now() - beganMs);
        if (status === 503) assert.equal(headers.get('retry-after'), '1');
        return status;
      };
      const oneByOne = async (): Promise<number> => {
        waits.clear();
        for (let n = 0; n < 5; n += 1) assert.equal(await book(), 201);
        return median(waits.get(201) ?? []);
      };
      try {
        const quickMs = await oneByOne();
        slowed.slowDown();
        const singleMs = await oneByOne();
        waits.clear();

        const wanted = slowed.served * (isLong ? 10 : 1);
        const isOver = (): boolean => (waits.get(201)?.length ?? 0) >= wanted;
        const away: (() => void)[] = [];
        const client = async (): Promise<void> => {
          while (!isOver()) {
            const status = await book();
            const back = isOver() ? away.length : retriesPerServed;
            if (status === 201) for (const resume of away.splice(0, back)) resume();
            // The last client stays, because otherwise no client would be left to serve.
            else if (!isOver() && away.length < slowed.clients - 1)
              await new Promise<void>((resolve) => away.push(resolve));
          }
        };
        const beganMs = performance.now();
        await Promise.all(Array.from({ length: slowed.clients }, client));
        const durationMs = performance.now() - beganMs;
        const [served = [], refused = []] = [waits.get(201), waits.get(503)];
        const sequentialMs = (slowed.clients * durationMs) / served.length;
        assert.deepEqual([...waits.keys()].toSorted(), [201, 503]);

        slowed.recover();
        const afterwardsMs = await oneByOne();
        t.diagnostic(
          JSON.stringify({
            quickMs,
            aloneMs: singleMs,
            served: served.length,
            servedMs: [median(served), quantile(served, 0.99)],
            refused: refused.length,
            refusedMs: [median(refused), quantile(refused, 0.99)],
            afterwardsMs,
          }),
        );
        assert.ok(median(refused) < median(served) / 2, 'refusals are faster than answers');
        // On a slow machine the limit follows from the wait that all clients would have in one queue.
        const shortLineMs = Math.max(singleMs + 3 * longestDatabaseWaitMs, sequentialMs * 0.75);
        assert.ok(median(served) < shortLineMs, 'served requests wait only a short time');
        assert.ok(afterwardsMs < singleMs, 'the server is as fast as the database again');
        const metrics = await (await fetch(`${server.url}/metrics`)).text();
        assert.match(
          metrics,
          /^linehaul_request_duration_seconds_count\{method="POST",route="overload",generation="v5",status="503"\} [1-9]/m,
        );
      } finally {
        assert.equal(await server.stop(), 0);
        await slowed.close();
        rmSync(dataDir, { recursive: true });
      }
    });
  });
}
