// JSON Web Tokens that a customer signs with a secret shared with the carrier (HS256).
import { createHmac } from 'node:crypto';

/** `secret`: as base64url text. */
export function signedToken(header: object, claims: object, secret: string): string {
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const key = Buffer.from(secret, 'base64url');
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}
