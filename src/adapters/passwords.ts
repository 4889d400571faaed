// Passwords are hashed with argon2id at the cost that OWASP recommends (19 MiB, two passes, one lane).
// The work happens on libuv's threads, so a sign-in does not hold up quotes.
import { hash, verify } from '@node-rs/argon2';
import type { Passwords } from '../application/ports.ts';

// The library's default algorithm is argon2id; its cost is spelt out so that it can't change under us.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function argonPasswords(): Passwords {
  let decoy: Promise<string> | undefined;
  return {
    hash: (password) => hash(password, cost),
    isRight: (password, passwordHash) => verify(passwordHash, password),
    decoyHash: () => {
      decoy ??= hash('no member has this password', cost);
      return decoy;
    },
  };
}
