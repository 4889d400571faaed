// Answers of live carriers, shared by many processes through Redis or Valkey: for each shipment a small table that
// ends when its first answer is too old. Times come from the caller; Redis's own expiry only cleans up. The cache
// never delays a quote: a look-up is one round trip with a short deadline, and after a failure it is skipped for a
// second. While Redis is unreachable, each process asks carriers itself.
import type { Redis } from 'ioredis';
import type { Log, SharedAnswers } from '../../application/ports.ts';
import { clockSlackMs } from './memory.ts';
import { askedAt, keepable, lookTimeoutMs, mostNames } from './memory-answers.ts';
import { firstAttempt, openRedisClient } from './redis-client.ts';

const restMs = 1_000;
/** Limit of concurrent writes while Redis is slow; further answers are not cached. */
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
  /** Starts every key: the service's name and the version of the stored form. */
  keyPrefix: string;
  /** A short name of a shipment that reveals nothing about it; it depends on the operator's secret. */
  nameOf: (fingerprint: string) => string;
  /** Tests on busy machines wait longer before they treat the server as unreachable. */
  patienceMs?: number;
  log: Log;
};

type Task = 'look' | 'keep';

/**
 * Resolves with the first connection or the first failure; after a failure nothing is shared until Redis connects.
 */
export async function openRedisAnswers(options: RedisAnswersOptions): Promise<SharedAnswers> {
  const { keptForMs, nameOf, log, patienceMs = lookTimeoutMs } = options;
  const client = openRedisClient(options.url, {
    keyPrefix: options.keyPrefix,
    commandTimeout: patienceMs,
    enableAutoPipelining: true,
    scripts: { answersKeep: { numberOfKeys: 1, lua: keepScript } },
  }) as Redis & Scripts;
  // A full Redis still answers reads, so each task pauses on its own.
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
  // `redis.ts` logs the loss of Redis.
  client.on('error', (error) =>
    log.debug({ err: error }, 'Redis cannot be reached for shared answers'),
  );
  await firstAttempt(client);

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

/** Distinct from the field with the expiry time. */
function fieldOf(name: string): string {
  return `a:${name}`;
}
