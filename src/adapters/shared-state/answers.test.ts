// Answers that processes share, one contract with three implementations: answers expire, their number is limited, and
// a lost store never delays or fails a quote.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { Redis } from 'ioredis';
import { channelPair } from '../../../test/support/channel-pair.ts';
import { startHaltingProxy } from '../../../test/support/components/halting-proxy.ts';
import { startRedis } from '../../../test/support/components/redis.ts';
import { testServer } from '../../../test/support/components/template-database.ts';
import { recordingLog, silentLog } from '../../../test/support/test-logs.ts';
import { until } from '../../../test/support/until.ts';
import type { Log, SharedAnswers } from '../../application/ports.ts';
import { memoryAnswers } from './memory-answers.ts';
import { answerAnswers, primaryAnswers } from './primary-answers.ts';
import { openRedisAnswers } from './redis-answers.ts';

const keptForMs = 300_000;
const open = (url: string, keyPrefix: string, log: Log = silentLog, patienceMs = 20_000) =>
  openRedisAnswers({ url, keptForMs, keyPrefix, nameOf: (text) => text, patienceMs, log });
const texts = (given: Record<string, string>): Map<string, string> =>
  new Map(Object.entries(given));

/** Opens the same store twice, as two processes do. */
const implementations: { name: string; open(): Promise<[SharedAnswers, SharedAnswers]> }[] = [
  {
    name: 'memory',
    open: async () => {
      const answers = memoryAnswers(keptForMs);
      return [answers, answers];
    },
  },
  {
    name: 'Redis',
    open: async () => {
      const url = testServer('TEST_REDIS_URL');
      const keyPrefix = `${randomUUID()}:`;
      return [await open(url, keyPrefix), await open(url, keyPrefix)];
    },
  },
  {
    name: 'the primary process',
    open: async () => {
      const answers = memoryAnswers(keptForMs);
      const worker = (): SharedAnswers => {
        const [primaryEnd, workerEnd] = channelPair();
        answerAnswers(answers, primaryEnd);
        return primaryAnswers(workerEnd, 20_000);
      };
      return [worker(), worker()];
    },
  },
];

for (const implementation of implementations) {
  describe(`answers in ${implementation.name}`, () => {
    let one: SharedAnswers;
    let two: SharedAnswers;
    /** What the other process finds, after waiting until this name arrives there. */
    const found = async (fingerprint: string, name: string, nowMs: number) => {
      await until(
        `${name} is there`,
        async () => (await two.find(fingerprint, [name], nowMs))?.texts.has(name) === true,
      );
      return await two.find(fingerprint, [name, 'another'], nowMs);
    };
    before(async () => {
      [one, two] = await implementation.open();
    });
    after(() => Promise.all([one.close(), two.close()]));

    test('the other process finds kept answers until they are too old', async () => {
      assert.equal(await two.find('f', ['toll'], 0), undefined);
      one.keep('f', texts({ toll: '7' }), 1_000);
      assert.deepEqual(await found('f', 'toll', 200_000), {
        texts: texts({ toll: '7' }),
        askedAtMs: 1_000,
      });
      assert.ok(await two.find('f', ['toll'], 300_999));
      assert.equal(await two.find('f', ['toll'], 301_000), undefined);
    });

    test('keeps the first answer and adds later ones without extending its lifetime', async () => {
      one.keep('g', texts({ toll: 'first' }), 1_000);
      await found('g', 'toll', 1_000);
      two.keep('g', texts({ toll: 'second', 'tnt account 7': 'other' }), 100_000);
      const known = await found('g', 'tnt account 7', 100_000);
      assert.equal(known?.askedAtMs, 1_000);
      const both = await one.find('g', ['toll', 'tnt account 7'], 100_000);
      assert.deepEqual(both?.texts, texts({ toll: 'first', 'tnt account 7': 'other' }));
      // An expired entry is replaced as a whole.
      one.keep('g', texts({ tnt: 'new' }), 400_000);
      await found('g', 'tnt', 400_000);
      const later = await two.find('g', ['toll', 'tnt'], 400_000);
      assert.deepEqual(later, { texts: texts({ tnt: 'new' }), askedAtMs: 400_000 });
    });

    test('recovers after a clock that ran ahead was corrected', async () => {
      const dayMs = 86_400_000;
      one.keep('ahead', texts({ toll: 'tomorrow' }), dayMs);
      await found('ahead', 'toll', dayMs);
      assert.equal(await two.find('ahead', ['toll'], 0), undefined);
      two.keep('ahead', texts({ tnt: 'today' }), 0);
      await found('ahead', 'tnt', 0);
      const known = await one.find('ahead', ['toll', 'tnt'], 0);
      assert.deepEqual(known?.texts, texts({ tnt: 'today' }));
      // Clocks may differ by a few seconds: an answer from the near future counts as from now.
      one.keep('close', texts({ toll: 'soon' }), 3_000);
      assert.equal((await found('close', 'toll', 1_000))?.askedAtMs, 1_000);
    });

    test('keeps no answers that are too long or too many', async () => {
      const names = Array.from({ length: 150 }, (_, n) => `name ${n}`);
      const all = (from: number): Map<string, string> =>
        new Map(names.map((_, n) => [`name ${from + n}`, 'x']));
      const longName = 'n'.repeat(201);
      one.keep('big', texts({ long: 'x'.repeat(1_001), [longName]: 'x', short: 'x' }), 0);
      await found('big', 'short', 0);
      const kept = await two.find('big', ['long', longName, 'short'], 0);
      assert.deepEqual(kept?.texts, texts({ short: 'x' }));
      one.keep('big', all(0), 0);
      one.keep('big', all(150), 0);
      one.keep('big', texts({ late: 'x' }), 0);
      one.keep('after', texts({ toll: 'x' }), 0);
      await found('after', 'toll', 0);
      const sizes = await Promise.all(
        [all(0), all(150)].map(
          async (part) => (await two.find('big', [...part.keys()], 0))?.texts.size ?? 0,
        ),
      );
      assert.deepEqual(sizes, [150, 49]);
      assert.equal((await two.find('big', ['late'], 0))?.texts.size, 0);
    });
  });
}

test('the memory of a primary holds a limited number of shipments and drops the oldest', async () => {
  const answers = memoryAnswers(keptForMs);
  for (let n = 0; n < 2_100; n += 1) answers.keep(`shipment ${n}`, texts({ toll: '7' }), 0);
  assert.equal(await answers.find('shipment 99', ['toll'], 0), undefined);
  assert.ok(await answers.find('shipment 100', ['toll'], 0));
  assert.ok(await answers.find('shipment 2099', ['toll'], 0));
});

test('returns nothing at once when the primary fails or does not answer', async () => {
  const [, deaf] = channelPair();
  assert.equal(await primaryAnswers(deaf).find('f', ['toll'], 0), undefined);
  const [primaryEnd, workerEnd] = channelPair();
  const broken = { ...memoryAnswers(keptForMs), find: () => Promise.reject(new Error('broken')) };
  answerAnswers(broken, primaryEnd);
  assert.equal(await primaryAnswers(workerEnd, 20_000).find('f', ['toll'], 0), undefined);
});

test('ignores unusable entries in Redis and lets entries expire', async () => {
  const url = testServer('TEST_REDIS_URL');
  const keyPrefix = `${randomUUID()}:`;
  const [answers, redis] = [await open(url, keyPrefix), new Redis(url)];
  await redis.hset(`${keyPrefix}odd`, { ends: 'never', 'a:toll': 'x' });
  assert.equal(await answers.find('odd', ['toll'], 0), undefined);
  await redis.set(`${keyPrefix}text`, 'x');
  assert.equal(await answers.find('text', ['toll'], 0), undefined);
  await redis.hset(`${keyPrefix}huge`, { ends: '1000', 'a:toll': 'x'.repeat(10_000) });
  const other = await open(url, keyPrefix);
  assert.equal((await other.find('huge', ['toll'], 0))?.texts.size, 0);
  other.keep('f', texts({ toll: '7' }), 0);
  await until('it is kept', async () => (await redis.pttl(`${keyPrefix}f`)) > 0);
  await Promise.all([answers.close(), other.close()]);
  redis.disconnect();
});

describe('without Redis', () => {
  test('finds nothing without waiting while Redis is lost, logs once and recovers', async () => {
    const redis = await startRedis();
    const wayThere = await startHaltingProxy(redis.port);
    const log = recordingLog();
    const url = `redis://127.0.0.1:${wayThere.port}`;
    const answers = await open(url, 'x:', log, 2_000);
    const finds = async (): Promise<boolean> => {
      answers.keep('f', texts({ toll: '7' }), 0);
      return (await answers.find('f', ['toll'], 0))?.texts.get('toll') === '7';
    };
    const lines = (): string[] =>
      log.lines.filter(({ level }) => level !== 'debug').map((line) => line.message);
    const lost = 'answers of live carriers are not shared between processes';
    const again = 'answers of live carriers are shared between processes again';
    try {
      await until('it is found', finds);
      wayThere.halt();
      for (let n = 0; n < 20; n += 1) assert.equal(await finds(), false);
      wayThere.resume();
      // Recovery is logged once an operation that failed has succeeded.
      await until('it is found again', async () => (await finds()) && lines().length > 1);
      assert.deepEqual(lines(), [lost, again]);

      const admin = new Redis(redis.url);
      await admin.config('SET', 'maxmemory', '1');
      await until('it is full', async () => {
        await finds();
        return lines().length > 2;
      });
      for (let n = 0; n < 20; n += 1) await finds();
      assert.deepEqual(lines(), [lost, again, lost]);
      admin.disconnect();
    } finally {
      await answers.close();
      await wayThere.close();
      await redis.stop();
    }
  });

  test('starts without Redis as usual', async () => {
    const answers = await open('redis://127.0.0.1:1', 'x:');
    answers.keep('f', texts({ toll: '7' }), 0);
    assert.equal(await answers.find('f', ['toll'], 0), undefined);
    await answers.close();
  });
});
