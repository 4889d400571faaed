// The code that an authenticator app shows (RFC 6238), written independently of the service.
import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** `later`: whole steps of 30 seconds after `nowMs`. */
export function appCode(secret: string, nowMs: number, later = 0): string {
  let bits = 0n;
  for (const letter of secret) bits = bits * 32n + BigInt(alphabet.indexOf(letter));
  const key = Buffer.from(bits.toString(16).padStart((secret.length * 5) / 4, '0'), 'hex');
  const counter = (Math.floor(nowMs / 30_000) + later).toString(16).padStart(16, '0');
  const mac = createHmac('sha1', key).update(counter, 'hex').digest('hex');
  const at = 2 * Number.parseInt(mac.at(-1) ?? '0', 16);
  const number = Number.parseInt(mac.slice(at, at + 8), 16) % 2 ** 31;
  return String(number % 1_000_000).padStart(6, '0');
}
