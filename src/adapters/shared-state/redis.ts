// Counters shared by many processes through Redis or Valkey. Each operation is one script, so it is atomic and costs
// one round trip. Times come from the caller: stored numbers decide when something ends, and Redis's own expiry only
// cleans up. If Redis is lost, each process uses its own counters and reports it (`health`, a metric, the log):
// limits are then looser by the number of processes, but no caller is refused for our failure.
import type { Redis } from 'ioredis';
import type { Counters, Log, Meter, Slot } from '../../application/ports.ts';
import { clockSlackMs, memoryCounters } from './memory.ts';
import { closedAtOnce, firstAttempt, openRedisClient } from './redis-client.ts';

/** A server that takes longer counts as unreachable; no request waits longer for a counter. */
const commandTimeoutMs = 250;
/** After a failure this process counts alone, and retries Redis this often. */
const retryMs = 1_000;
/** How long a window or slot is stored after its end, for clocks that differ between machines. */
const slackMs = clockSlackMs;

const countScript = `
local now, window, slack = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local ends = tonumber(redis.call('HGET', KEYS[1], 'ends'))
if not ends or ends <= now or ends > now + window + slack then
  ends = now + window
  redis.call('HSET', KEYS[1], 'count', 0, 'ends', ends, 'window', window)
  redis.call('PEXPIRE', KEYS[1], window + slack)
end
return {redis.call('HINCRBY', KEYS[1], 'count', 1), ends}`;

const enterScript = `
local now, limit, lease, slack = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= limit then
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. (now + lease + slack), '+inf')
  if redis.call('ZCARD', KEYS[1]) >= limit then return 0 end
end
redis.call('ZADD', KEYS[1], now + lease, ARGV[5])
redis.call('PEXPIRE', KEYS[1], lease + slack)
return 1`;

// Commands that defineCommand adds to the client.
type Scripts = {
  windowCount(key: string, ...values: (string | number)[]): Promise<[number, number]>;
  placeEnter(key: string, ...values: (string | number)[]): Promise<0 | 1>;
};

export type RedisOptions = {
  url: string;
  /** Starts every key, so that several services can share one server. */
  keyPrefix?: string;
  /** Tests on busy machines wait longer before they treat the server as unreachable. */
  patienceMs?: number;
  newId: () => string;
  log: Log;
  meter: Meter;
};

/** Redis's authentication errors, translated into the setting that is wrong. */
const refusals: readonly [begins: string, meaning: string][] = [
  ['NOAUTH', 'it asks for a password: REDIS_URL=redis://:PASSWORD@host'],
  ['WRONGPASS', 'it refuses the password (or the user) in REDIS_URL'],
];

function readable(error: Error): Error {
  const refusal = refusals.find(([begins]) => error.message.startsWith(begins));
  return refusal === undefined ? error : new Error(refusal[1], { cause: error });
}

const isHangUp = ({ code }: NodeJS.ErrnoException): boolean =>
  code === 'EPIPE' || code === 'ECONNRESET';

/** Resolves with the first connection or the first failure; after a failure it counts locally. */
export async function openRedisCounters({
  url,
  keyPrefix = 'linehaul:',
  newId,
  log,
  meter,
  patienceMs = commandTimeoutMs,
}: RedisOptions): Promise<Counters> {
  const local = memoryCounters();
  const client = openRedisClient(url, {
    keyPrefix,
    commandTimeout: patienceMs,
    connectTimeout: patienceMs * 4,
    enableAutoPipelining: true,
    scripts: {
      windowCount: { numberOfKeys: 1, lua: countScript },
      placeEnter: { numberOfKeys: 1, lua: enterScript },
    },
  }) as Redis & Scripts;

  let lostBecause: string | undefined = 'not connected yet';
  let isLossTold = false;
  let isClosing = false;
  let retry: NodeJS.Timeout | undefined;
  const lose = (error: Error): void => {
    if (isClosing) return;
    lostBecause = error.message;
    meter.sharedStateLost(true);
    if (isLossTold) return;
    isLossTold = true;
    log.error({ err: error }, 'Redis is lost; limits are counted by this process alone');
  };
  const regain = (): void => {
    if (lostBecause !== undefined) log.info({}, 'Redis is connected; limits are shared');
    lostBecause = undefined;
    isLossTold = false;
    meter.sharedStateLost(false);
  };
  // A server can hang or refuse writes on a live connection. Requests then do not wait for it: a background write
  // checks when it works again.
  const tryAgainLater = (): void => {
    if (retry !== undefined || isClosing) return;
    retry = setTimeout(() => {
      retry = undefined;
      // A lost connection reports itself when it is back.
      if (client.status !== 'ready') return;
      client.windowCount('retry', 0, 1, slackMs).then(regain, (error: Error) => {
        lose(error);
        tryAgainLater();
      });
    }, retryMs).unref();
  };
  // Connected, but not yet accepted or rejected.
  let isKnocking = false;
  client.on('connect', () => {
    isKnocking = true;
  });
  client.on('ready', () => {
    isKnocking = false;
    regain();
  });
  client.on('error', (error: NodeJS.ErrnoException) => {
    lose(
      isKnocking && isHangUp(error) ? new Error(closedAtOnce, { cause: error }) : readable(error),
    );
    isKnocking = false;
  });
  // The error behind it was reported before, with more detail.
  client.on('close', () => {
    if (isKnocking) lose(new Error(closedAtOnce));
    else if (lostBecause === undefined) lose(new Error('the connection closed'));
    isKnocking = false;
  });

  await firstAttempt(client);

  /** The shared answer, or this process's own while Redis is unreachable. */
  const shared = async <Result>(
    ask: () => Promise<Result>,
    askLocally: () => Promise<Result>,
  ): Promise<Result> => {
    if (lostBecause !== undefined) return await askLocally();
    try {
      return await ask();
    } catch (error) {
      lose(error instanceof Error ? error : new Error(String(error)));
      tryAgainLater();
      return await askLocally();
    }
  };

  return {
    count: (key, windowMs, nowMs) =>
      shared(
        async () => {
          const [count, endsAtMs] = await client.windowCount(key, nowMs, windowMs, slackMs);
          return { count, endsAtMs };
        },
        () => local.count(key, windowMs, nowMs),
      ),
    read: (key, nowMs) =>
      shared(
        async () => {
          const [count, ends, windowMs] = await client.hmget(key, 'count', 'ends', 'window');
          const endsAtMs = Number(ends ?? 0);
          const isAhead = endsAtMs > nowMs + Number(windowMs ?? 0) + slackMs;
          return endsAtMs <= nowMs || isAhead ? undefined : { count: Number(count), endsAtMs };
        },
        () => local.read(key, nowMs),
      ),
    enter: (input) =>
      shared<Slot | undefined>(
        async () => {
          const { key, limit, leaseMs, nowMs } = input;
          const id = newId();
          const isIn = await client.placeEnter(key, nowMs, limit, leaseMs, slackMs, id);
          return isIn === 1 ? { key, id } : undefined;
        },
        () => local.enter(input),
      ),
    leave: async (slot) => {
      await local.leave(slot);
      await shared(
        async () => {
          await client.zrem(slot.key, slot.id);
        },
        async () => {},
      );
    },
    health: () =>
      lostBecause === undefined
        ? { kind: 'redis', lost: false }
        : { kind: 'redis', lost: true, detail: lostBecause },
    close: async () => {
      isClosing = true;
      clearTimeout(retry);
      client.disconnect();
    },
  };
}
