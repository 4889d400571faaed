// Signs links to labels and similar tokens with the operator's secret key. Each purpose has a derived key, so a
// signature for one purpose is invalid for another.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Signer } from '../application/ports.ts';

export function hmacSigner(secretKey: string): Signer {
  const sign = (purpose: string, text: string): string => {
    const key = createHmac('sha256', secretKey).update(purpose).digest();
    return createHmac('sha256', key).update(text).digest('base64url');
  };
  return {
    sign,
    isSigned: (purpose, text, mark) => {
      const [right, given] = [Buffer.from(sign(purpose, text)), Buffer.from(mark)];
      return right.length === given.length && timingSafeEqual(right, given);
    },
  };
}
