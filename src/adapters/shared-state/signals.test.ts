// What one process tells the others hear, however many they are, and what carriers' breakers make of it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { channelPair } from '../../../test/support/channel-pair.ts';
import { startRedis } from '../../../test/support/redis.ts';
import { silentLog } from '../../../test/support/silence.ts';
import { testServer } from '../../../test/support/template-database.ts';
import { until } from '../../../test/support/until.ts';
import type { Signals } from '../../application/ports.ts';
import { openRedisSignals } from './redis-signals.ts';
import { sharedCarriers } from './shared-carriers.ts';
import { primarySignals, relaySignals } from './signals.ts';

type Three = [Signals, Signals, Signals];
const implementations: { name: string; open(): Promise<Three> }[] = [
  {
    name: 'Redis',
    open: async () => {
      const prefix = `${randomUUID()}:`;
      const open = () =>
        openRedisSignals({
          url: testServer('TEST_REDIS_URL'),
          prefix,
          newId: randomUUID,
          log: silentLog,
        });
      return [await open(), await open(), await open()];
    },
  },
  {
    name: 'the primary process',
    open: async () => {
      const relay = relaySignals();
      const worker = (): Signals => {
        const [primaryEnd, workerEnd] = channelPair();
        relay.join(primaryEnd);
        return primarySignals(workerEnd);
      };
      return [worker(), worker(), worker()];
    },
  },
];

const minuteMs = 60_000;

for (const { name, open } of implementations) {
  describe(`signals by way of ${name}`, () => {
    let all: Three;
    before(async () => {
      all = await open();
    });
    after(() => Promise.all(all.map((one) => one.close())));

    test('are heard by all the others, in their order, and by nobody under another topic', async () => {
      const heard = all.map((one) => {
        const texts: unknown[] = [];
        one.hear('greeting', (data) => texts.push(data));
        one.hear('other', () => assert.fail('nobody said so'));
        return texts;
      });
      for (let n = 0; n < 50; n += 1) all[0].tell('greeting', { n });
      const everything = Array.from({ length: 50 }, (_, n) => ({ n }));
      await until('both have heard all', () =>
        heard.slice(1).every((texts) => texts.length === everything.length),
      );
      assert.deepEqual(heard, [[], everything, everything]);
    });

    test('a carrier that fails in one process is left alone by all, tried by one, and asked by all again', async () => {
      let nowMs = 0;
      const clock = { nowMs: () => nowMs };
      const [one, two, three] = all.map((signals) => sharedCarriers(signals, clock)) as [
        ReturnType<typeof sharedCarriers>,
        ReturnType<typeof sharedCarriers>,
        ReturnType<typeof sharedCarriers>,
      ];
      const breakers = [one, two, three].map(({ breakerOf }) => breakerOf('tnt'));
      // Three of the failures happen in one process, two in another.
      for (const n of [0, 0, 0, 1, 1]) breakers[n]?.failed(nowMs);
      await until('all leave it alone', () => breakers.every((own) => own.isOpen(nowMs)));
      assert.equal(one.breakerOf('toll').mayAsk(nowMs), true, 'another carrier is no worse for it');

      nowMs += minuteMs;
      assert.equal(two.breakerOf('tnt').mayAsk(nowMs), true);
      await until('the others know that it is tried', () =>
        [one, three].every(({ breakerOf }) => breakerOf('tnt').isOpen(nowMs)),
      );
      two.breakerOf('tnt').succeeded();
      await until('all ask it again', () => breakers.every((own) => !own.hasFailed()));

      one.healthOf('tnt').note({ isFailure: true, ms: 70 });
      two.healthOf('tnt').note({ isFailure: false, ms: 30 });
      await until('all know both answers', () =>
        [one, two, three].every(({ healthOf }) => healthOf('tnt').read().asked === 2),
      );
      assert.deepEqual(three.healthOf('tnt').read(), {
        asked: 2,
        failed: 1,
        medianMs: 70,
        slowMs: 30,
      });
    });
  });
}

describe('signals without Redis', () => {
  test('nothing is heard, nobody waits, and they go on when it is back', async () => {
    const redis = await startRedis();
    const open = () => openRedisSignals({ url: redis.url, newId: randomUUID, log: silentLog });
    const [one, two] = [await open(), await open()];
    let heard = 0;
    two.hear('greeting', () => {
      heard += 1;
    });
    one.tell('greeting', {});
    await until('it is heard', () => heard === 1);
    await redis.stop();
    one.tell('greeting', {});
    const again = await startRedis(redis.port);
    try {
      await until('one of many is heard', () => {
        one.tell('greeting', {});
        return heard > 1;
      });
    } finally {
      await Promise.all([one.close(), two.close()]);
      await again.stop();
    }
  });
});
