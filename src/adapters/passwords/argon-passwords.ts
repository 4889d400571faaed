// Hashes passwords with argon2id at the cost that OWASP recommends (19 MiB, two passes, one lane). The work runs on
// libuv's threads, so a sign-in does not delay quotes. At most two run at once, so that many sign-ins do not block
// file access and name look-ups on those threads.
import { hash, verify } from '@node-rs/argon2';
import type { Passwords } from '../../application/ports.ts';
import { atMost } from './at-most.ts';

// The library defaults to argon2id; its cost is explicit so that an update cannot change it.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const hashesAtOnce = 2;

export function argonPasswords(): Passwords {
  const inTurn = atMost(hashesAtOnce);
  let decoy: Promise<string> | undefined;
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    isRight: (password, passwordHash) => inTurn(() => verify(passwordHash, password)),
    decoyHash: () => {
      decoy ??= inTurn(() => hash('no member has this password', cost));
      return decoy;
    },
  };
}
