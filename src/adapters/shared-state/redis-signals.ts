// Signals between processes on any number of machines, over Redis's own channels. While Redis is away nothing is told and
// nothing heard, and nobody waits for it: `redis.ts` says aloud that it is lost.
import type { Log, Signals } from '../../application/ports.ts';
import { openRedisClient } from './redis-client.ts';
import { Listeners } from './signals.ts';

const slowestReconnectMs = 2_000;
/** A server that takes longer to let in or to answer is treated as away. */
const patienceMs = 1_000;
/** Told while Redis is slow; beyond it what is told is dropped rather than gathered. */
const mostUnderWay = 1_000;

export type RedisSignalsOptions = {
  url: string;
  /** Begins the name of the channel, so that several services can share one server. */
  prefix?: string;
  newId: () => string;
  log: Log;
};

type Message = { from: string; topic: string; data: unknown };

/** Resolves once it hears, or with the first failure to: then it hears as soon as it can. */
export async function openRedisSignals(options: RedisSignalsOptions): Promise<Signals> {
  const { url, log } = options;
  const channel = `${options.prefix ?? 'linehaul:'}signals`;
  const self = options.newId();
  const listeners = new Listeners(log);
  const connection = {
    // Also of what a new connection asks first: unanswered, it would neither be ready nor fail, and a start would wait for ever.
    commandTimeout: patienceMs,
    connectTimeout: patienceMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt: number) => Math.min(50 * attempt, slowestReconnectMs),
  };
  const teller = openRedisClient(url, connection);
  // A connection that listens can do nothing else. It listens again by itself after each loss.
  const hearer = openRedisClient(url, { ...connection, autoResubscribe: false });
  for (const client of [teller, hearer])
    client.on('error', (error) => log.debug({ err: error }, 'signals are interrupted'));
  hearer.on('message', (_channel: string, text: string) => {
    const message = readMessage(text);
    if (message !== undefined && message.from !== self) listeners.call(message.topic, message.data);
  });
  await new Promise<void>((resolve) => {
    const listen = (): void => {
      hearer
        .subscribe(channel)
        .catch((error: unknown) => log.debug({ err: error }, 'signals are not heard yet'))
        .finally(resolve);
    };
    hearer.on('ready', listen);
    hearer.once('close', () => resolve());
  });
  let underWay = 0;
  return {
    tell: (topic, data) => {
      if (teller.status !== 'ready' || underWay >= mostUnderWay) return;
      underWay += 1;
      teller
        .publish(channel, JSON.stringify({ from: self, topic, data } satisfies Message))
        .catch((error: unknown) => log.debug({ err: error, topic }, 'a signal was not told'))
        .finally(() => {
          underWay -= 1;
        });
    },
    hear: (topic, listener) => listeners.add(topic, listener),
    close: async () => {
      teller.disconnect();
      hearer.disconnect();
    },
  };
}

function readMessage(text: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message !== 'object' || message === null) return undefined;
    const { from, topic, data } = message as Partial<Record<keyof Message, unknown>>;
    return typeof from === 'string' && typeof topic === 'string'
      ? { from, topic, data }
      : undefined;
  } catch {
    return undefined;
  }
}
