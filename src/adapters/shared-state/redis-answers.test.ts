// Answers that processes keep for each other in Redis: as old as they are, bounded, and never a reason to wait or to fail.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { Redis } from 'ioredis';
import { startHaltingProxy } from '../../../test/support/halting-proxy.ts';
import { startRedis } from '../../../test/support/redis.ts';
import { recordingLog, silentLog } from '../../../test/support/silence.ts';
import { testServer } from '../../../test/support/template-database.ts';
import { until } from '../../../test/support/until.ts';
import type { Log, SharedAnswers } from '../../application/ports.ts';
import { openRedisAnswers } from './redis-answers.ts';

const keptForMs = 300_000;
const open = (url: string, keyPrefix: string, log: Log = silentLog, patienceMs = 20_000) =>
  openRedisAnswers({ url, keptForMs, keyPrefix, nameOf: (text) => text, patienceMs, log });
const texts = (given: Record<string, string>): Map<string, string> =>
  new Map(Object.entries(given));

describe('answers in Redis', () => {
  const keyPrefix = `${randomUUID()}:`;
  let one: SharedAnswers;
  let two: SharedAnswers;
  let redis: Redis;
  /** What the other process finds, once it finds this name. */
  const found = async (fingerprint: string, name: string, nowMs: number) => {
    await until(`${name} is there`, async () =>
      Boolean(await redis.hexists(`${keyPrefix}${fingerprint}`, `a:${name}`)),
    );
    return await two.find(fingerprint, [name, 'another'], nowMs);
  };
  before(async () => {
    const url = testServer('TEST_REDIS_URL');
    [one, two] = [await open(url, keyPrefix), await open(url, keyPrefix)];
    redis = new Redis(url);
  });
  after(async () => {
    await Promise.all([one.close(), two.close()]);
    redis.disconnect();
  });

  test('kept by one process are found by the other until they are too old', async () => {
    assert.equal(await two.find('f', ['toll'], 0), undefined);
    one.keep('f', texts({ toll: '7' }), 1_000);
    assert.deepEqual(await found('f', 'toll', 200_000), {
      texts: texts({ toll: '7' }),
      askedAtMs: 1_000,
    });
    assert.ok(await two.find('f', ['toll'], 300_999));
    assert.equal(await two.find('f', ['toll'], 301_000), undefined);
    assert.ok((await redis.pttl(`${keyPrefix}f`)) > 0, 'Redis itself forgets it some time');
  });

  test('the first answer stays, others join it, and none makes it younger', async () => {
    one.keep('g', texts({ toll: 'first' }), 1_000);
    await found('g', 'toll', 1_000);
    two.keep('g', texts({ toll: 'second', 'tnt account 7': 'other' }), 100_000);
    const known = await found('g', 'tnt account 7', 100_000);
    assert.equal(known?.askedAtMs, 1_000);
    const both = await one.find('g', ['toll', 'tnt account 7'], 100_000);
    assert.deepEqual(both?.texts, texts({ toll: 'first', 'tnt account 7': 'other' }));
    // What is too old is replaced as a whole.
    one.keep('g', texts({ tnt: 'new' }), 400_000);
    await found('g', 'tnt', 400_000);
    const later = await two.find('g', ['toll', 'tnt'], 400_000);
    assert.deepEqual(later, { texts: texts({ tnt: 'new' }), askedAtMs: 400_000 });
  });

  test('a clock that ran ahead and was put right binds nobody', async () => {
    const dayMs = 86_400_000;
    one.keep('ahead', texts({ toll: 'tomorrow' }), dayMs);
    await found('ahead', 'toll', dayMs);
    assert.equal(await two.find('ahead', ['toll'], 0), undefined);
    two.keep('ahead', texts({ tnt: 'today' }), 0);
    await found('ahead', 'tnt', 0);
    assert.deepEqual((await one.find('ahead', ['toll', 'tnt'], 0))?.texts, texts({ tnt: 'today' }));
    // A few seconds are no reason to doubt, and no answer is younger than now.
    one.keep('close', texts({ toll: 'soon' }), 3_000);
    assert.equal((await found('close', 'toll', 1_000))?.askedAtMs, 1_000);
  });

  test('what is too long or too much is not kept, and what is no table is nothing', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`name ${n}`, 'x']));
    one.keep('big', texts({ long: 'x'.repeat(1_001), ['n'.repeat(201)]: 'x', short: 'x' }), 0);
    await found('big', 'short', 0);
    assert.equal(await redis.hlen(`${keyPrefix}big`), 2);
    one.keep('big', texts(many), 0);
    one.keep('big', texts(many), 0);
    await until('it is full', async () => (await redis.hlen(`${keyPrefix}big`)) > 200);
    one.keep('big', texts({ late: 'x' }), 0);
    one.keep('after', texts({ toll: 'x' }), 0);
    await found('after', 'toll', 0);
    assert.equal(await redis.hlen(`${keyPrefix}big`), 201);

    await redis.hset(`${keyPrefix}odd`, { ends: 'never', 'a:toll': 'x' });
    assert.equal(await two.find('odd', ['toll'], 0), undefined);
    await redis.set(`${keyPrefix}text`, 'x');
    assert.equal(await two.find('text', ['toll'], 0), undefined);
  });
});

describe('without Redis', () => {
  test('nothing is found, nobody waits, it is said once, and it goes on when Redis is back', async () => {
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
      // What failed first must have worked again before it is said.
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

  test('a start without it is none the worse', async () => {
    const answers = await open('redis://127.0.0.1:1', 'x:');
    answers.keep('f', texts({ toll: '7' }), 0);
    assert.equal(await answers.find('f', ['toll'], 0), undefined);
    await answers.close();
  });
});
