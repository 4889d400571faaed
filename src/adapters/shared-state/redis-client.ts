// A Redis connection that does not write to the console. The library warns there, past the log and at every attempt,
// about passwords and missing permissions. Warnings that matter are thrown as errors instead.
import { Redis, type RedisOptions } from 'ioredis';

/**
 * A server without a password accepts connections only from its own machine; the client hides its message.
 */
export const closedAtOnce =
  'it closed the connection at once; a Redis without a password is in protected mode and takes none from other machines';

const noPasswordNeeded = /no password is set|without any password configured for the default user/;

/** Warnings of the library, translated into the setting that is wrong. */
const wrongSettings: readonly [words: RegExp, meaning: string][] = [
  [/^DENIED/, closedAtOnce],
  [
    /wrong number of arguments for 'auth'/,
    'it is too old for users: REDIS_URL=redis://:PASSWORD@host',
  ],
];

type SignIn = (given: unknown) => Promise<unknown>;

function quietly(signIn: SignIn): SignIn {
  return async (given) => {
    try {
      return await signIn(given);
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      const wrong = wrongSettings.find(([words]) => words.test(said));
      if (wrong !== undefined) throw new Error(wrong[1], { cause: error });
      // A server that needs no password is used even if one is configured.
      if (!noPasswordNeeded.test(said)) throw error;
      return undefined;
    }
  };
}

type Answered = (error: Error | null, text?: string) => void;

type Options = Omit<RedisOptions, 'replyMapping'>;

const slowestReconnectMs = 2_000;

/** While the server is unreachable a command fails at once, and callers do without it. */
const usualOptions: Options = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  retryStrategy: (attempt) => Math.min(50 * attempt, slowestReconnectMs),
};

export function openRedisClient(url: string, options: Options): Redis {
  const client = new Redis(url, { ...usualOptions, ...options });
  const info = client.info.bind(client) as (answered: Answered) => Promise<string>;
  return Object.assign(client, {
    // A new server gets the password with HELLO; for an old one the library sends it separately.
    hello: quietly(client.hello.bind(client) as SignIn),
    auth: quietly(client.auth.bind(client) as SignIn),
    // Called before anything else. Without permission, assume that the server is ready.
    info: (answered: Answered) =>
      info((error, text) =>
        error?.message.includes('NOPERM') === true ? answered(null, '') : answered(error, text),
      ),
  });
}

/** Resolves with the first connection or the first failure. */
export function firstAttempt(client: Redis): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['ready', 'error', 'close']) client.once(event, () => resolve());
  });
}
