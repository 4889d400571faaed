// Codes of an authenticator app (RFC 6238, SHA-1, six digits, 30 seconds, as every app supports), and recovery codes.
import { createHmac, timingSafeEqual } from 'node:crypto';

const stepMs = 30_000;
const digits = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** 160 bits, the length that RFC 4226 recommends. */
export const totpSecretBytes = 20;
const secretShape = /^[A-Z2-7]{32}$/;
/** 80 bits. */
export const recoveryCodeBytes = 10;

export function base32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31];
  }
  return bits === 0 ? text : text + alphabet[(held << (5 - bits)) & 31];
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export const isTotpSecret = (secret: string): boolean => secretShape.test(secret);

function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  const number = (mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/**
 * The time step that the code belongs to; undefined if it is wrong. The clocks may differ by one step. Steps up to
 * `afterStep` are used up.
 */
export function findTotpStep(
  secret: string,
  typed: string,
  { nowMs, afterStep }: { nowMs: number; afterStep: number },
): number | undefined {
  const code = typed.replaceAll(/\s/g, '');
  if (!isTotpCode(code)) return undefined;
  const now = Math.floor(nowMs / stepMs);
  return [now - 1, now, now + 1].find(
    (step) =>
      step > afterStep && timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code)),
  );
}

/** Anything else is read as a recovery code. */
export const isTotpCode = (typed: string): boolean => /^\d{6}$/.test(typed.replaceAll(/\s/g, ''));

/** What an authenticator app reads from the QR code. */
export function totpUrl(
  secret: string,
  { issuer, email }: { issuer: string; email: string },
): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

/** Easy to copy from paper: four groups of four. */
export function writtenRecoveryCode(bytes: Uint8Array): string {
  return (base32(bytes).toLowerCase().match(/.{4}/g) ?? []).join('-');
}

/** Without the case and punctuation that people change. */
export function plainRecoveryCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[^a-z2-7]/g, '');
}
