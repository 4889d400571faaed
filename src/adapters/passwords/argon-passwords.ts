// Passwords are hashed with argon2id at the cost that OWASP recommends (19 MiB, two passes, one lane).
// The work happens on libuv's threads, so a sign-in does not hold up quotes; no more than two at once, so
// that a crowd of sign-ins does not keep files and name look-ups from those threads either.
import { hash, verify } from '@node-rs/argon2';
import type { Passwords } from '../../application/ports.ts';
import { atMost } from './at-most.ts';

// The library's default algorithm is argon2id; its cost is spelt out so that it can't change under us.
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
