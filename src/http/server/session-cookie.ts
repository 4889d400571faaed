// The members area's cookie, and the token that proves that a change comes from its own pages. Scripts cannot read
// the cookie, and browsers do not send it with other sites' requests. The CSRF token is derived from the cookie, so
// nothing more is stored and only the browser with the cookie has it.
import type { IncomingHttpHeaders } from 'node:http';
import type { Secrets } from '../../application/ports.ts';
import { sessionLongestMs } from '../../domain/members/session.ts';

export const csrfHeader = 'x-csrf-token';

/** Longer than any token we issue; more is not worth hashing. */
const longestToken = 128;

export function readSessionToken(
  headers: IncomingHttpHeaders,
  publicUrl: string,
): string | undefined {
  const name = cookieName(publicUrl);
  for (const pair of headers.cookie?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (pair.slice(0, equals).trim() !== name) continue;
    const token = pair.slice(equals + 1).trim();
    return token !== '' && token.length <= longestToken ? token : undefined;
  }
  return undefined;
}

/** The Set-Cookie line; without a token, a line that deletes the cookie. */
export function sessionCookie(publicUrl: string, token: string | undefined): string {
  const seconds = token === undefined ? 0 : Math.floor(sessionLongestMs / 1000);
  const secure = isSecure(publicUrl) ? '; Secure' : '';
  return `${cookieName(publicUrl)}=${token ?? ''}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

export function csrfTokenOf(secrets: Pick<Secrets, 'digest'>, sessionToken: string): string {
  return secrets.digest(`csrf ${sessionToken}`);
}

/** Browsers restrict a name with this prefix to HTTPS and to this very host. */
function cookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-linehaul' : 'linehaul_session';
}

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https://');
