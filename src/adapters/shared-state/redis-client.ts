// A connection to Redis that says nothing on the console. The library warns there, past the log and again with every attempt
// to connect, about passwords and about users who may not ask how the server is. What matters of it is thrown instead, so
// that whoever has the connection hears of it as an error.
import { Redis, type RedisOptions } from 'ioredis';

/** One that has no password takes connections from its own machine only; what it says then, the client keeps to itself. */
export const closedAtOnce =
  'it closed the connection at once; a Redis without a password is in protected mode and takes none from other machines';

const noPasswordNeeded = /no password is set|without any password configured for the default user/;

/** What would be warned about on the console, in the words of the setting that is wrong. */
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
      // One that asks for no password is used with one all the same.
      if (!noPasswordNeeded.test(said)) throw error;
      return undefined;
    }
  };
}

type Answered = (error: Error | null, text?: string) => void;

export function openRedisClient(url: string, options: Omit<RedisOptions, 'replyMapping'>): Redis {
  const client = new Redis(url, options);
  const info = client.info.bind(client) as (answered: Answered) => Promise<string>;
  return Object.assign(client, {
    // A new server is greeted with the password, an old one is sent it by itself.
    hello: quietly(client.hello.bind(client) as SignIn),
    auth: quietly(client.auth.bind(client) as SignIn),
    // Asked before anything else. Whoever may not ask takes it that the server is ready.
    info: (answered: Answered) =>
      info((error, text) =>
        error?.message.includes('NOPERM') === true ? answered(null, '') : answered(error, text),
      ),
  });
}
