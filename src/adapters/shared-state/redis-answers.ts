// What live carriers answered, shared by many processes through Redis or Valkey: for each shipment one small table of texts
// that ends when its first answer is too old. Times come from the caller; Redis's own expiry only clears away.
//
// It is a convenience and never holds anybody up: looking costs one round trip with a short deadline, and after a failure
// nobody looks for a second. While Redis is away each process asks carriers for itself, as it would without Redis.
import type { Redis } from 'ioredis';
import type { Log, SharedAnswers } from '../../application/ports.ts';
import { clockSlackMs } from './memory.ts';
import { askedAt, keepable, lookTimeoutMs, mostNames } from './memory-answers.ts';
import { openRedisClient } from './redis-client.ts';

const slowestReconnectMs = 2_000;
const restMs = 1_000;
/** Written while Redis is slow; beyond it what is learnt is dropped rather than gathered. */
const mostUnderWay = 200;

const keepScript = `
local now, ends, kept, slack, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local known = tonumber(redis.call('HGET', KEYS[1], 'ends'))
if not known or known <= now or known > now + kept + slack then
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'ends', ends)
  redis.call('PEXPIRE', KEYS[1], kept + slack)
end
for i = 6, #ARGV, 2 do
  if redis.call('HLEN', KEYS[1]) <= most then redis.call('HSETNX', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
return 1`;

type Scripts = { answersKeep(key: string, ...values: (string | number)[]): Promise<number> };

export type RedisAnswersOptions = {
  url: string;
  keptForMs: number;
  /** Begins every key: of the service, and of the form that its texts have. */
  keyPrefix: string;
  /** A short name for a shipment that tells nothing about it, and is another one where the operator's secret is. */
  nameOf: (fingerprint: string) => string;
  /** Tests on busy machines wait longer before they believe that the server is away. */
  patienceMs?: number;
  log: Log;
};

type Task = 'look' | 'keep';

/** Resolves with the first connection, or with the first failure to get one: then nothing is shared until there is one. */
export async function openRedisAnswers(options: RedisAnswersOptions): Promise<SharedAnswers> {
  const { keptForMs, nameOf, log, patienceMs = lookTimeoutMs } = options;
  const client = openRedisClient(options.url, {
    keyPrefix: options.keyPrefix,
    commandTimeout: patienceMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    enableAutoPipelining: true,
    retryStrategy: (attempt) => Math.min(50 * attempt, slowestReconnectMs),
    scripts: { answersKeep: { numberOfKeys: 1, lua: keepScript } },
  }) as Redis & Scripts;
  // A full Redis still answers questions: what has failed is over only when the same works again.
  const restsUntilMs: Record<Task, number> = { look: 0, keep: 0 };
  let failing: Task | undefined;
  let underWay = 0;
  const failed = (task: Task, error: unknown): void => {
    restsUntilMs[task] = performance.now() + restMs;
    if (failing !== undefined) return;
    failing = task;
    log.warn({ err: error, task }, 'answers of live carriers are not shared between processes');
  };
  const worked = (task: Task): void => {
    if (failing !== task) return;
    failing = undefined;
    log.info({}, 'answers of live carriers are shared between processes again');
  };
  const isAway = (task: Task): boolean =>
    client.status !== 'ready' || performance.now() < restsUntilMs[task];
  // `redis.ts` says aloud that Redis is lost.
  client.on('error', (error) => log.debug({ err: error }, 'Redis can not be asked for answers'));
  await new Promise<void>((resolve) => {
    for (const event of ['ready', 'error', 'close']) client.once(event, () => resolve());
  });

  return {
    find: async (fingerprint, names, nowMs) => {
      if (isAway('look')) return undefined;
      try {
        const fields = names.slice(0, mostNames).map(fieldOf);
        const [ends, ...texts] = await client.hmget(nameOf(fingerprint), 'ends', ...fields);
        worked('look');
        const askedAtMs = askedAt(Number(ends ?? 0), keptForMs, nowMs);
        if (askedAtMs === undefined) return undefined;
        const found = new Map<string, string>();
        for (const [n, text] of texts.entries()) {
          const name = names[n];
          if (name !== undefined && text !== null) found.set(name, text);
        }
        return { texts: new Map(keepable(found)), askedAtMs };
      } catch (error) {
        failed('look', error);
        return undefined;
      }
    },
    keep: (fingerprint, texts, askedAtMs) => {
      if (isAway('keep') || underWay >= mostUnderWay) return;
      const pairs = keepable(texts);
      if (pairs.length === 0) return;
      underWay += 1;
      const terms = [askedAtMs, askedAtMs + keptForMs, keptForMs, clockSlackMs, mostNames];
      client
        .answersKeep(
          nameOf(fingerprint),
          ...terms,
          ...pairs.flatMap(([name, text]) => [fieldOf(name), text]),
        )
        .then(
          () => worked('keep'),
          (error: unknown) => failed('keep', error),
        )
        .finally(() => {
          underWay -= 1;
        });
    },
    close: async () => client.disconnect(),
  };
}

/** Apart from the field that says when it ends. */
function fieldOf(name: string): string {
  return `a:${name}`;
}
