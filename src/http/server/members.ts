// The members area's own generation: `/members/api/…`. A session cookie instead of a key, and a CSRF token with every
// change. Where v4 and v5 differ it follows v5. The browser client of the same version uses it, and print agents of any version
// use /print-agent.
import type { Credentials } from '../../application/authenticate.ts';
import type { Caller } from '../../application/caller.ts';
import type { Secrets } from '../../application/ports.ts';
import type { PrinterId } from '../../domain/printers/label-printer.ts';
import { Refusal, type RefusalData } from '../../domain/refusal.ts';
import { minuteMs } from '../../domain/time/durations.ts';
import { refusalSentence } from '../../wording/refusals.ts';
import type { Allowance, CredentialsRequest, Generation, Limits } from './generation.ts';
import { common, type Rendered, refuse } from './refusals.ts';
import { csrfHeader, csrfTokenOf, readSessionToken } from './session-cookie.ts';

export type MembersOptions = {
  publicUrl: string;
  secrets: Pick<Secrets, 'digest' | 'isSameDigest'>;
};

export function members(limits: Limits, options: MembersOptions): Generation {
  return {
    name: 'members',
    prefix: '/members/api',
    aliases: () => [],
    readCredentials: (request) => readSession(request, options),
    allowance: (caller, address, { agentOf }) => allowance(limits, caller, address, agentOf),
    refusals: {
      ...common,
      credentials_missing: () => signedOut('signed_out', 'You are signed out. Sign in to go on.'),
      session_ended: (data) => signedOut('session_ended', refusalSentence(data)),
      // Only sign-in sends a password.
      credentials_rejected: () =>
        refuse(401, 'credentials_rejected', 'The e-mail or the password is not right.'),
      key_not_found: ({ id }) =>
        refuse(404, 'key_not_found', `There is no API key ${id} of yours.`),
      too_many_failed_attempts: tooMany,
      rate_limited: tooMany,
      anonymous_quotes_limited: tooMany,
    },
    bodies: 'v5',
    // The page shows them again after a reload.
    isForPeople: true,
    repeatsQuoteErrors: true,
    labelPath: (booking) => `/bookings/v4/${booking}/label`,
    numbersPaymentMethods: false,
    pickupDateKeys: { create: ['pickup_date'], confirm: ['pickup_date'] },
    blanksClear: true,
    showUsage: () => {},
    retryHeader: 'retry-after',
  };
}

/** Methods without effects: another site gains nothing by having a browser send them. */
const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

function readSession(request: CredentialsRequest, options: MembersOptions): Credentials {
  const token = readSessionToken(request.headers, options.publicUrl);
  if (token === undefined) return { kind: 'none' };
  const sent = request.headers[csrfHeader];
  const isOurs =
    safeMethods.includes(request.method) ||
    (typeof sent === 'string' &&
      options.secrets.isSameDigest(sent, csrfTokenOf(options.secrets, token)));
  if (!isOurs) throw new Refusal({ code: 'csrf_token_wrong' });
  return { kind: 'session', token };
}

function signedOut(error: string, message: string): Rendered {
  return {
    ...refuse(401, error, message),
    headers: { 'WWW-Authenticate': 'Session realm="Linehaul"' },
  };
}

function tooMany(data: RefusalData & { retryAfterSeconds: number }): Rendered {
  const { retryAfterSeconds } = data;
  return { ...refuse(429, 'rate_limited', refusalSentence(data)), retryAfterSeconds };
}

function allowance(
  limits: Limits,
  caller: Caller,
  address: string,
  agentOf: PrinterId | undefined,
): Allowance {
  // Agents share their address with the office, whose people must still be able to sign in.
  if (agentOf !== undefined)
    return {
      scope: 'members:agent',
      who: agentOf,
      requests: { limit: limits.membersPerMinute, windowMs: minuteMs },
    };
  return caller.kind === 'anonymous'
    ? {
        scope: 'members:address',
        who: address,
        requests: { limit: limits.membersAddressPerMinute, windowMs: minuteMs },
      }
    : {
        scope: 'members:member',
        who: caller.member.id,
        requests: { limit: limits.membersPerMinute, windowMs: minuteMs },
      };
}
