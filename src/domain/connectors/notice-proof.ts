// Proves that a carrier sent a webhook. Comparisons take the same time wherever the texts differ.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** `signature`: HMAC-SHA256 of the body as hexadecimal text. An empty key proves nothing. */
export function isSignedWith(key: string, body: Uint8Array, signature: string): boolean {
  const right = createHmac('sha256', key).update(body).digest('hex');
  return key !== '' && isSecretText(right, signature.toLowerCase());
}

/** Whether a caller knows the secret. An empty secret is known to everyone, so it proves nothing. */
export function isSecretText(secret: string, given: string): boolean {
  const [right, other] = [Buffer.from(secret), Buffer.from(given)];
  return secret !== '' && right.length === other.length && timingSafeEqual(right, other);
}
