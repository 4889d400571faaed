// The machine's clock, randomness and digests: the only file that reads them.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock, Secrets } from '../application/ports.ts';

export const systemClock: Clock = { nowMs: () => Date.now() };

/** A system call costs twenty times as much as the bytes, so it fetches many at once. */
const stockBytes = 4096;
let stock = Buffer.alloc(0);

/** Each byte is used once and then overwritten. */
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
    // Compared in bytes: texts of equal length may have different numbers of bytes.
    const [one, other] = [Buffer.from(left), Buffer.from(right)];
    return one.length === other.length && timingSafeEqual(one, other);
  },
};
