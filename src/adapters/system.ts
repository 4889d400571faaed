// The machine's clock, randomness and digests: the only file that reads them.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock, Secrets } from '../application/ports.ts';

export const systemClock: Clock = { nowMs: () => Date.now() };

/** Asking the system costs twenty times as much as the bytes themselves, so it is asked for many at once. */
const stockBytes = 4096;
let stock = Buffer.alloc(0);

/** Each byte is given out once, and forgotten. */
function randomText(bytes: number): string {
  if (bytes > stock.length) stock = randomBytes(Math.max(bytes, stockBytes));
  const given = stock.subarray(0, bytes);
  stock = stock.subarray(bytes);
  const text = given.toString('base64url');
  given.fill(0);
  return text;
}

export const systemSecrets: Secrets = {
  randomText,
  digest: (secret) => hash('sha256', secret, 'hex'),
  isSameDigest: (left, right) => {
    // In bytes: what somebody sends has as many characters, and more of these.
    const [one, other] = [Buffer.from(left), Buffer.from(right)];
    return one.length === other.length && timingSafeEqual(one, other);
  },
};
