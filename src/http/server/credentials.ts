// Reads the credentials of a request. Interface, "Authentication": the Api-key header in any case; Basic where the
// generation accepts it; Bearer is ignored; a key in another header is not accepted, but the refusal names that
// header.
import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from '../../application/authenticate.ts';
import { keyMark } from '../../domain/keys/api-key.ts';
import { holdsNul } from './nul.ts';

/** Longer than any key we issue; more is not worth hashing. */
const longestKey = 512;

/** Headers in which people send a key by mistake, in their usual spelling. */
const wrongHeaders = [
  'X-Api-Key',
  'Apikey',
  'X-Apikey',
  'Api_key',
  'X-Api_key',
  'Api-token',
  'X-Api-Token',
  'Access-Token',
  'X-Access-Token',
  'X-Auth-Token',
  'Auth-Key',
  'X-Auth-Key',
  'Key',
  'Token',
];

/** `Authorization: Api-Key KEY` is not a real scheme, but people send it. */
const keyScheme = /^\s*(?:x-)?(?:api[-_]?key|key|token)\s+\S/i;

export function readCredentials(headers: IncomingHttpHeaders, acceptsBasic: boolean): Credentials {
  const key = headers['api-key'];
  if (typeof key === 'string' && key.trim() !== '') {
    return key.length > longestKey ? { kind: 'unreadable' } : { kind: 'key', key: key.trim() };
  }
  const authorization = headers.authorization;
  if (authorization !== undefined && acceptsBasic) {
    const basic = /^basic(?:\s+(.*))?$/i.exec(authorization.trim());
    if (basic !== null) return readBasic(basic[1] ?? '');
  }
  const wrongHeader =
    (keyScheme.test(authorization ?? '') ? 'Authorization' : undefined) ??
    wrongHeaders.find((name) => headers[name.toLowerCase()] !== undefined) ??
    headerWithKey(headers);
  return wrongHeader === undefined ? { kind: 'none' } : { kind: 'none', wrongHeader };
}

/** Our keys are recognisable in any header. */
function headerWithKey(headers: IncomingHttpHeaders): string | undefined {
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'string' && value.startsWith(keyMark)) {
      return name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
    }
  }
  return undefined;
}

/** Long enough to be none of the passwords that people choose. */
const keyForm = new RegExp(`^${keyMark}[\\w-]{30,}$`);

function readBasic(encoded: string): Credentials {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  // Only the first colon separates: a password may contain colons.
  const colon = text.indexOf(':');
  if (colon < 1 || holdsNul(text)) return { kind: 'unreadable' };
  const password = text.slice(colon + 1);
  // Programs that know only e-mail and password, such as Magento 1's plug-in, may send a key as the password.
  if (keyForm.test(password)) return { kind: 'key', key: password };
  return { kind: 'password', email: text.slice(0, colon), password };
}
