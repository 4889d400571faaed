// Shared counters, one contract with three implementations: memory, Redis, and a primary process behind a channel.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { channelPair } from '../../../test/support/channel-pair.ts';
import { testServer } from '../../../test/support/components/template-database.ts';
import { silentLog, silentMeter } from '../../../test/support/test-logs.ts';
import type { Counters } from '../../application/ports.ts';
import { answerCounters, primaryCounters } from './cluster.ts';
import { memoryCounters } from './memory.ts';
import { openRedisCounters } from './redis.ts';

/** Opens the same counters twice, as two processes do. */
type Implementation = { name: string; open(): Promise<[Counters, Counters]> };

const implementations: Implementation[] = [
  {
    name: 'memory',
    open: async () => {
      const counters = memoryCounters();
      return [counters, counters];
    },
  },
  {
    name: 'redis',
    open: async () => {
      const keyPrefix = `${randomUUID()}:`;
      const open = () =>
        openRedisCounters({
          url: testServer('TEST_REDIS_URL'),
          keyPrefix,
          patienceMs: 20_000,
          newId: randomUUID,
          log: silentLog,
          meter: silentMeter,
        });
      return [await open(), await open()];
    },
  },
  {
    name: 'primary process',
    open: async () => {
      const counters = memoryCounters();
      const worker = (): Counters => {
        const [primaryEnd, workerEnd] = channelPair();
        answerCounters(counters, primaryEnd);
        return primaryCounters(workerEnd);
      };
      return [worker(), worker()];
    },
  },
];

for (const { name, open } of implementations) {
  describe(`counters in ${name}`, () => {
    let one: Counters;
    let two: Counters;
    before(async () => {
      [one, two] = await open();
    });
    after(async () => {
      await one.close();
      await two.close();
    });

    test('a window counts from its first request and restarts when it is over', async () => {
      assert.deepEqual(await one.count('w', 1000, 5_000), { count: 1, endsAtMs: 6_000 });
      assert.deepEqual(await two.count('w', 1000, 5_400), { count: 2, endsAtMs: 6_000 });
      assert.deepEqual(await one.read('w', 5_999), { count: 2, endsAtMs: 6_000 });
      assert.equal(await two.read('w', 6_000), undefined);
      assert.deepEqual(await one.count('w', 1000, 6_000), { count: 1, endsAtMs: 7_000 });
      assert.equal(await one.read('never counted', 0), undefined);
    });

    test('loses no count when both processes count at once', async () => {
      const counts = await Promise.all(
        Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? one : two).count('busy', 1000, 0)),
      );
      const seen = counts.map(({ count }) => count).sort((a, b) => a - b);
      assert.deepEqual(
        seen,
        Array.from({ length: 200 }, (_, n) => n + 1),
      );
    });

    test('both processes share the places, which are freed on return or after the lease', async () => {
      const enter = (counters: Counters, nowMs: number) =>
        counters.enter({ key: 'p', limit: 3, leaseMs: 1000, nowMs });
      const first = await enter(one, 0);
      await enter(two, 100);
      await enter(one, 200);
      assert.ok(first);
      assert.equal(await enter(two, 300), undefined);
      await two.leave(first);
      assert.ok(await enter(two, 400));
      assert.equal(await enter(one, 1_099), undefined);
      assert.ok(await enter(one, 1_100), 'the place taken at 100 is free again');
    });

    test('recovers counters after a clock that ran a day ahead was corrected', async () => {
      const dayMs = 86_400_000;
      for (let n = 0; n < 3; n += 1) await one.count('ahead', 1000, dayMs);
      assert.equal(await two.read('ahead', 5_000), undefined);
      assert.deepEqual(await two.count('ahead', 1000, 5_000), { count: 1, endsAtMs: 6_000 });
      const enter = (nowMs: number) =>
        one.enter({ key: 'ahead-places', limit: 1, leaseMs: 1000, nowMs });
      assert.ok(await enter(dayMs));
      assert.ok(await enter(5_000));
      assert.equal(await enter(5_001), undefined);
    });

    test('a place returned twice frees one place only', async () => {
      const enter = () => one.enter({ key: 'twice', limit: 2, leaseMs: 1000, nowMs: 0 });
      const place = await enter();
      await enter();
      assert.ok(place);
      await one.leave(place);
      await two.leave(place);
      assert.ok(await enter());
      assert.equal(await enter(), undefined);
    });

    test('never grants more places than the limit, even to simultaneous requests', async () => {
      const wanted = Array.from({ length: 60 }, (_, n) =>
        (n % 2 === 0 ? one : two).enter({ key: 'crowd', limit: 25, leaseMs: 1000, nowMs: 0 }),
      );
      const taken = (await Promise.all(wanted)).filter((place) => place !== undefined);
      assert.equal(taken.length, 25);
      assert.equal(new Set(taken.map(({ id }) => id)).size, 25);
    });

    test('any sequence of counts agrees with a reference count', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 20 }),
          fc.integer({ min: 1, max: 500 }),
          async (steps, windowMs) => {
            const key = randomUUID();
            let nowMs = 1_000;
            let expected = { count: 0, endsAtMs: 0 };
            for (const [n, step] of steps.entries()) {
              nowMs += step;
              expected =
                expected.endsAtMs <= nowMs
                  ? { count: 1, endsAtMs: nowMs + windowMs }
                  : { count: expected.count + 1, endsAtMs: expected.endsAtMs };
              const counted = await (n % 2 === 0 ? one : two).count(key, windowMs, nowMs);
              assert.deepEqual(counted, expected);
            }
          },
        ),
        { numRuns: 50 },
      );
    });

    test('reports itself as healthy', () => {
      assert.equal(one.health().lost, false);
    });
  });
}
