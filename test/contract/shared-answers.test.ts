// Two processes on one place: with Redis, they share live carriers' answers until these expire; without, each asks
// for itself. Rate cards need no requests, and a member's own prices are never shared.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Redis } from 'ioredis';
import { changeMember } from '../../src/application/members/change-member.ts';
import type { SharedAnswers } from '../../src/application/ports.ts';
import { memberId } from '../../src/domain/members/member.ts';
import { aCarton, type Body, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { uncached } from '../support/carriers/live-service.ts';
import {
  answers,
  declines,
  type ScriptedCarrier,
  scripted,
  throws,
} from '../support/carriers/scripted-carriers.ts';
import { testServer } from '../support/components/template-database.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';

type Quoted = {
  quotes: Record<string, { total: number }>;
  quote_errors: { courier: string; code: string }[];
};

for (const setup of setups) {
  describe(`answers of live carriers, two processes on ${setup.name}`, () => {
    const isShared = setup.engine === 'postgres';
    let processes: TestApp[] = [];
    let carriers: ScriptedCarrier[][] = [];
    let jane: TestMember;
    /** Each process has its own connections to the same carriers; the second one's prices are higher. */
    const start = async (make: (n: number) => ScriptedCarrier[]): Promise<void> => {
      carriers = [make(0), make(1)];
      const first = await startTestApp(setup, { live: carriers[0] ?? [] });
      processes = [first];
      processes.push(await startTestApp(setup, { live: carriers[1] ?? [], place: first.place }));
      jane = await first.addMember();
    };
    const quote = async (
      n: number,
      body: Body = sydneyToMelbourne(),
      member = jane,
    ): Promise<Quoted> => {
      const answer = await processes[n]?.inject({
        method: 'POST',
        url: '/api/v5/bookings',
        headers: { 'api-key': member.key },
        payload: body,
      });
      assert.equal(answer?.statusCode, 201, answer?.body);
      return answer?.json();
    };
    const callCounts = (): number[][] =>
      carriers.map((lines) => lines.map(({ calls }) => calls.length));
    const advance = (ms: number): void => {
      for (const process of processes) process.advanceClock(ms);
    };
    let redis: Redis | undefined;
    /** Answers are shared in the background. Redis has them all once it holds this many. */
    const arrived = async (count: number): Promise<void> => {
      if (redis === undefined) return;
      const client = redis;
      await until(`${count} answers have arrived`, async () => {
        const keys = await client.keys(`${processes[0]?.place.redisPrefix}answers:*`);
        const sizes = await Promise.all(keys.map((key) => client.hlen(key)));
        return sizes.reduce((sum, size) => sum + size - 1, 0) === count;
      });
    };
    beforeEach(() => {
      redis = isShared ? new Redis(testServer('TEST_REDIS_URL')) : undefined;
    });
    afterEach(async () => {
      redis?.disconnect();
      for (const process of processes.reverse()) await process.close();
    });

    test('shows the same live prices from a second process for five minutes without asking the carrier', async () => {
      await start((n) => [scripted('live', answers(700 + n * 100)), scripted('away', declines)]);
      const first = await quote(0);
      await arrived(2);
      advance(200_000);
      const second = await quote(1);
      assert.equal(second.quotes.live?.total, isShared ? 7 : 8);
      assert.deepEqual(
        second.quote_errors.filter(({ courier }) => courier === 'away'),
        first.quote_errors.filter(({ courier }) => courier === 'away'),
      );
      assert.deepEqual(second.quotes.toll, first.quotes.toll);
      assert.deepEqual(
        callCounts(),
        isShared
          ? [
              [1, 1],
              [0, 0],
            ]
          : [
              [1, 1],
              [1, 1],
            ],
      );
      // A shared answer keeps its age, so it expires in both processes at the same moment.
      advance(99_999);
      await quote(1);
      assert.deepEqual(callCounts()[1], isShared ? [0, 0] : [1, 1]);
      advance(1);
      assert.equal((await quote(1)).quotes.live?.total, 8);
      assert.equal(callCounts()[1]?.[0], 1);
    });

    test('asks again only the carrier that failed', async () => {
      await start((n) => [
        scripted('good', answers(700 + n * 100)),
        scripted('failing', throws(new Error('down')), answers(300)),
      ]);
      await quote(0);
      await arrived(1);
      await quote(1);
      assert.deepEqual(
        callCounts(),
        isShared
          ? [
              [1, 1],
              [0, 1],
            ]
          : [
              [1, 1],
              [1, 1],
            ],
      );
      const { quotes } = await quote(1);
      assert.deepEqual([quotes.good?.total, quotes.failing?.total], isShared ? [7, 3] : [8, 3]);
      await arrived(2);
      // The first process has one answer in its own cache and finds the other in Redis.
      assert.equal((await quote(0)).quotes.failing?.total, 3);
      assert.equal(carriers[0]?.[1]?.calls.length, isShared ? 1 : 2);
    });

    test('neither reads nor shares answers for a quote with disable_cache', async () => {
      await start((n) => [scripted('live', answers(700 + n * 100))]);
      await quote(0, sydneyToMelbourne(uncached));
      await quote(1);
      assert.deepEqual(callCounts(), [[1], [1]]);
      await arrived(1);
      assert.equal((await quote(0, sydneyToMelbourne(uncached))).quotes.live?.total, 7);
      assert.deepEqual(callCounts(), [[2], [1]]);
    });

    test('shared answers never carry a discount or price to another member or shipment', async () => {
      await start(() => [scripted('live', answers(1000))]);
      const bob = await processes[0]?.addMember('bob@example.com');
      const [first] = processes;
      assert.ok(first && bob);
      await changeMember(first.app, String(jane.id), { discountBasisPoints: 5000 });
      assert.equal((await quote(0)).quotes.live?.total, 5);
      await arrived(1);
      assert.equal((await quote(1, sydneyToMelbourne(), bob)).quotes.live?.total, 10);
      await quote(1, sydneyToMelbourne({ items: [aCarton({ weight: 6 })] }));
      assert.deepEqual(callCounts()[1], [isShared ? 1 : 2]);
    });

    test("never shares answers of a member's own account", async () => {
      const ownedBy = (owner: number, priceCents: number): ScriptedCarrier => ({
        ...scripted('live', answers(priceCents)),
        answersAs: `live@${owner}.5`,
        own: { memberId: memberId(owner), mark: 'own', watchedAs: `live@${owner}` },
      });
      await start((n) => [ownedBy(1 + n, 700 + n * 100)]);
      assert.equal((await quote(0)).quotes.live?.total, 7);
      await arrived(1);
      assert.equal((await quote(1)).quotes.live?.total, 8);
      assert.deepEqual(callCounts(), [[1], [1]]);
    });

    test('invalid shared answers are ignored and the carrier is asked', async () => {
      await start((n) => [scripted('live', answers(700 + n * 100))]);
      await quote(0);
      await arrived(1);
      if (redis !== undefined) {
        const [key = ''] = await redis.keys(`${processes[0]?.place.redisPrefix}answers:*`);
        await redis.hset(key, 'a:live', '[0,"free",0,0]');
      }
      assert.equal((await quote(1)).quotes.live?.total, 8);
      assert.deepEqual(callCounts(), [[1], [1]]);
    });

    test('skips the shared cache when every carrier has a card or the answers are known', async () => {
      await start((n) => (n === 0 ? [] : [scripted('live', answers(700))]));
      const lookups = processes.map(({ app }) => countLookups(app.sharedAnswers));
      for (let n = 0; n < 3; n += 1) await quote(0);
      await arrived(0);
      for (let n = 0; n < 3; n += 1) await quote(1);
      assert.deepEqual(
        lookups.map((count) => count()),
        [0, isShared ? 1 : 0],
      );
    });
  });
}

function countLookups(shared: SharedAnswers | undefined): () => number {
  let lookups = 0;
  if (shared !== undefined) {
    const { find } = shared;
    shared.find = (...wanted) => {
      lookups += 1;
      return find(...wanted);
    };
  }
  return () => lookups;
}
