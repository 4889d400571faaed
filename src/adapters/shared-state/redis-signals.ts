// Signals between processes on any number of machines, over Redis's pub/sub channels. While Redis is unreachable,
// signals are lost and callers do not wait; `redis.ts` logs the loss.
import type { Log, Signals } from '../../application/ports.ts';
import { openRedisClient } from './redis-client.ts';
import { Listeners } from './signals.ts';

/** A server that takes longer to connect or answer counts as unreachable. */
const patienceMs = 1_000;
/** Limit of concurrent signals while Redis is slow; further signals are dropped. */
const mostUnderWay = 1_000;

export type RedisSignalsOptions = {
  url: string;
  /** Starts the channel's name, so that several services can share one server. */
  prefix?: string;
  newId: () => string;
  log: Log;
};

type Message = { from: string; topic: string; data: unknown };

/**
 * Resolves with the first subscription or the first failure; after a failure it subscribes as soon as possible.
 */
export async function openRedisSignals(options: RedisSignalsOptions): Promise<Signals> {
  const { url, log } = options;
  const channel = `${options.prefix ?? 'linehaul:'}signals`;
  const self = options.newId();
  const listeners = new Listeners(log);
  const connection = {
    // Also limits a new connection's first queries: unanswered, the start would wait for ever.
    commandTimeout: patienceMs,
    connectTimeout: patienceMs,
  };
  const teller = openRedisClient(url, connection);
  // A subscribed connection can do nothing else. It subscribes again after each loss.
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
        .catch((error: unknown) => log.debug({ err: error }, 'not subscribed to signals yet'))
        .finally(resolve);
    };
    hearer.on('ready', listen);
    hearer.once('close', () => resolve());
  });
  let underWay = 0;
  return {
    publish: (topic, data) => {
      if (teller.status !== 'ready' || underWay >= mostUnderWay) return;
      underWay += 1;
      teller
        .publish(channel, JSON.stringify({ from: self, topic, data } satisfies Message))
        .catch((error: unknown) => log.debug({ err: error, topic }, 'a signal was not sent'))
        .finally(() => {
          underWay -= 1;
        });
    },
    subscribe: (topic, listener) => listeners.add(topic, listener),
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
