// The machine's clock, randomness and digests: the only file that reads them.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock, Secrets } from '../application/ports.ts';

export const systemClock: Clock = { nowMs: () => Date.now() };

export const systemSecrets: Secrets = {
  randomText: (bytes) => randomBytes(bytes).toString('base64url'),
  digest: (secret) => hash('sha256', secret, 'hex'),
  isSameDigest: (left, right) =>
    left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right)),
};
