// Encrypts data that must be readable later but not in the database: accounts with carriers. AES-256-GCM with a key
// derived (HKDF) from the operator's secret key and a fresh nonce each time; altered or foreign texts do not open.
// After a change of the secret key, texts sealed with the previous key still open while that key is configured, and
// are reported so that they can be sealed again.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Sealer } from '../application/ports.ts';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const form = 'v1';

type SealingKey = { id: string; key: Buffer };

export function sealer(secretKey: string, purpose: string, previousKey?: string): Sealer {
  const current = sealingKey(secretKey, purpose);
  const known = [current];
  if (previousKey !== undefined) known.push(sealingKey(previousKey, purpose));
  return {
    seal: (text) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, current.key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const packed = Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
      return `${form}.${current.id}.${packed}`;
    },
    open: (sealed) => {
      const [version, id, packed = ''] = sealed.split('.');
      const used = known.find((one) => one.id === id);
      if (version !== form || used === undefined) return undefined;
      const text = decrypt(used.key, Buffer.from(packed, 'base64url'));
      return text === undefined ? undefined : { text, isOutdated: used !== current };
    },
  };
}

/** The id distinguishes keys and reveals nothing about them. */
function sealingKey(secretKey: string, purpose: string): SealingKey {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `linehaul ${purpose}`, keyBytes));
  const id = createHash('sha256').update('id').update(key).digest('base64url').slice(0, 8);
  return { id, key };
}

function decrypt(key: Buffer, packed: Buffer): string | undefined {
  if (packed.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, key, packed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(packed.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    const body = decipher.update(packed.subarray(nonceBytes + tagBytes));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    // The authentication tag does not match: the text was altered.
    return undefined;
  }
}
