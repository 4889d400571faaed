// A signal from one process reaches all others, and carriers' breakers follow it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { Redis } from 'ioredis';
import { channelPair } from '../../../test/support/channel-pair.ts';
import { startRedis } from '../../../test/support/components/redis.ts';
import { testServer } from '../../../test/support/components/template-database.ts';
import { recordingLog, silentLog } from '../../../test/support/test-logs.ts';
import { until } from '../../../test/support/until.ts';
import type { Log, Signals, Store } from '../../application/ports.ts';
import { WaitingAnswers } from '../../application/reports/carrier-answers.ts';
import { minuteMs } from '../../domain/time/durations.ts';
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
        return primarySignals(workerEnd, silentLog);
      };
      return [worker(), worker(), worker()];
    },
  },
];

for (const { name, open } of implementations) {
  describe(`signals through ${name}`, () => {
    let all: Three;
    before(async () => {
      all = await open();
    });
    after(() => Promise.all(all.map((one) => one.close())));

    test('are delivered to all other processes in order, under their topic only', async () => {
      const received = all.map((signals) => {
        const greetings: unknown[] = [];
        signals.subscribe('greeting', (data) => greetings.push(data));
        signals.subscribe('other', () => assert.fail('unexpected signal'));
        return greetings;
      });
      for (let n = 0; n < 50; n += 1) all[0].publish('greeting', { n });
      const everything = Array.from({ length: 50 }, (_, n) => ({ n }));
      await until('both received all signals', () =>
        received.slice(1).every((greetings) => greetings.length === everything.length),
      );
      assert.deepEqual(received, [[], everything, everything]);
    });

    test('all processes stop asking a failing carrier, one tries it, and all resume together', async () => {
      let nowMs = 0;
      const clock = { nowMs: () => nowMs };
      const [one, two, three] = all.map((signals) => sharedCarriers(signals, clock)) as [
        ReturnType<typeof sharedCarriers>,
        ReturnType<typeof sharedCarriers>,
        ReturnType<typeof sharedCarriers>,
      ];
      const breakers = [one, two, three].map(({ breakerOf }) => breakerOf('tnt'));
      // Three failures in one process and two in another.
      for (const n of [0, 0, 0, 1, 1]) breakers[n]?.failed(nowMs);
      await until('all breakers are open', () => breakers.every((own) => own.isOpen(nowMs)));
      assert.equal(
        one.breakerOf('toll').mayAsk(nowMs),
        true,
        'the breaker of another carrier is open',
      );

      nowMs += minuteMs;
      assert.equal(two.breakerOf('tnt').mayAsk(nowMs), true);
      await until('the others wait for the trial', () =>
        [one, three].every(({ breakerOf }) => breakerOf('tnt').isOpen(nowMs)),
      );
      two.breakerOf('tnt').succeeded();
      await until('all breakers are closed', () => breakers.every((own) => !own.hasFailed()));

      one.healthOf('tnt').note({ isFailure: true, ms: 70 });
      two.healthOf('tnt').note({ isFailure: false, ms: 30 });
      await until('all have both answers', () =>
        [one, two, three].every(({ healthOf }) => healthOf('tnt').read().asked === 2),
      );
      assert.deepEqual(three.healthOf('tnt').read(), {
        asked: 2,
        failed: 1,
        p50Ms: 30,
        p95Ms: 70,
        maxMs: 70,
      });
    });
  });
}

describe('signals without Redis', () => {
  test('are dropped without waiting while Redis is lost, and resume afterwards', async () => {
    const redis = await startRedis();
    const open = () => openRedisSignals({ url: redis.url, newId: randomUUID, log: silentLog });
    const [one, two] = [await open(), await open()];
    let received = 0;
    two.subscribe('greeting', () => {
      received += 1;
    });
    one.publish('greeting', {});
    await until('the signal is received', () => received === 1);
    await redis.stop();
    one.publish('greeting', {});
    const again = await startRedis({ port: redis.port });
    try {
      await until('a later signal is received', () => {
        one.publish('greeting', {});
        return received > 1;
      });
    } finally {
      await Promise.all([one.close(), two.close()]);
      await again.stop();
    }
  });
});

/** Data that another version or program might send under our topics. */
const unreadable: { topic: string; data: unknown }[] = [
  null,
  undefined,
  'text',
  7,
  [],
  [null],
  { answers: null },
  { answers: 7 },
  { answers: [null] },
  { answers: [{ name: 'tnt' }] },
  { answers: [{ name: 'tnt', isFailure: 'no', ms: 'long' }] },
  { name: {}, event: 'failed' },
  { name: 'tnt', event: 'retired' },
  { tnt: null },
  { tnt: { quoted: '7', absent: 0, failed: 0 } },
].flatMap((data) => ['breaker', 'health', 'answers'].map((topic) => ({ topic, data })));

const channels: {
  name: string;
  open(log: Log): Promise<{
    signals: Signals;
    send(message: unknown): void;
    close(): Promise<void>;
  }>;
  envelope(topic: string, data: unknown): unknown;
}[] = [
  {
    name: 'Redis',
    open: async (log) => {
      const url = testServer('TEST_REDIS_URL');
      const prefix = `${randomUUID()}:`;
      const signals = await openRedisSignals({ url, prefix, newId: randomUUID, log });
      const redis = new Redis(url);
      return {
        signals,
        send: (message) =>
          void redis.publish(
            `${prefix}signals`,
            typeof message === 'string' ? message : JSON.stringify(message),
          ),
        close: async () => {
          redis.disconnect();
          await signals.close();
        },
      };
    },
    envelope: (topic, data) => ({ from: 'a stranger', topic, data }),
  },
  {
    name: 'the primary process',
    open: async (log) => {
      const [primaryEnd, workerEnd] = channelPair();
      const signals = primarySignals(workerEnd, log);
      return {
        signals,
        send: (message) => primaryEnd.send(message as object),
        close: signals.close,
      };
    },
    envelope: (topic, data) => ({ linehaul: 'signal', topic, data }),
  },
];

for (const { name, open, envelope } of channels) {
  test(`drops signals through ${name} that it cannot read and logs once for each topic`, async () => {
    const log = recordingLog();
    const { signals, send, close } = await open(log);
    const clock = { nowMs: () => 0 };
    const carriers = sharedCarriers(signals, clock);
    const answers = new WaitingAnswers({ store: {} as Store, clock, log, signals });
    try {
      for (const message of [null, 'no JSON', '7', {}, { from: 1, topic: 2 }, envelope('new', 1)])
        send(message);
      for (const { topic, data } of [...unreadable, ...unreadable]) send(envelope(topic, data));
      send(envelope('breaker', { name: 'tnt', event: 'failed' }));
      send(envelope('answers', { tnt: { quoted: 1, absent: 0, failed: 0 } }));
      send(envelope('health', { answers: [{ name: 'tnt', isFailure: false, ms: 30 }] }));
      await until(
        'the readable signals are received',
        () => carriers.healthOf('tnt').read().asked > 0,
      );
      assert.equal(carriers.healthOf('tnt').read().asked, 1);
      assert.equal(carriers.breakerOf('tnt').hasFailed(), true);
      assert.deepEqual(answers.totalOf('tnt'), { quoted: 1, absent: 0, failed: 0 });
      const topics = log.lines
        .filter(({ level }) => level === 'warn')
        .map(({ fields }) => (fields as { topic?: string }).topic);
      assert.deepEqual(topics.toSorted(), [...new Set(topics)].toSorted());
      for (const topic of ['breaker', 'health', 'answers'])
        assert.ok(topics.includes(topic), topic);
    } finally {
      await close();
    }
  });
}

test('does not wait for a silent Redis, and uses it once it answers', async () => {
  const redis = await startRedis();
  const silent = new Set<Socket>();
  let isSilent = true;
  const front = createServer((near) => {
    silent.add(near);
    near.on('error', () => {});
    if (isSilent) return;
    const far = connect(redis.port, '127.0.0.1');
    far.on('error', () => {});
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  const open = (url: string) => openRedisSignals({ url, newId: randomUUID, log: silentLog });
  const subscriber = await open(`redis://127.0.0.1:${port}`);
  const publisher = await open(redis.url);
  try {
    let received = 0;
    subscriber.subscribe('greeting', () => {
      received += 1;
    });
    isSilent = false;
    await until('a signal is received', () => {
      publisher.publish('greeting', {});
      return received > 0;
    });
  } finally {
    await Promise.all([subscriber.close(), publisher.close()]);
    for (const socket of silent) socket.destroy();
    front.close();
    await redis.stop();
  }
});
