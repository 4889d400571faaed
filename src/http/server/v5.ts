// The fifth generation: `/api/v5/…`. Keys only, 600 requests a minute for each; quotes also without a key, ten an
// hour for each address. No X-RateLimit headers. Interface, "Limits" 1 and 2.
import type { Caller } from '../../application/caller.ts';
import { hourMs, minuteMs } from '../../domain/time/durations.ts';
import { refusalSentence } from '../../wording/refusals.ts';
import { readCredentials } from './credentials.ts';
import type { Allowance, Generation, Limits } from './generation.ts';
import { common, credentialRenderings, type Rendered, type Renderings } from './refusals.ts';

/** Also in the OpenAPI document. */
export const v5Prefix = '/api/v5';

/** v5's refusals, which the OpenAPI document also shows as examples. */
export const v5Refusals: Renderings = {
  ...common,
  ...credentialRenderings({
    rejectedCode: 'invalid_api_key',
    challenge: 'ApiKey realm="Linehaul", header="Api-key"',
  }),
  too_many_failed_attempts: tooMany,
  rate_limited: tooMany,
  anonymous_quotes_limited: (data) => ({
    status: 429,
    body: {
      error: 'rate_limited_anonymous_quotes',
      message: refusalSentence(data),
      window_seconds: data.windowSeconds,
    },
    retryAfterSeconds: data.retryAfterSeconds,
  }),
};

export function v5(limits: Limits): Generation {
  return {
    name: 'v5',
    prefix: v5Prefix,
    aliases: () => [],
    readCredentials: ({ headers }) => readCredentials(headers, false),
    allowance: (caller, address, { isQuote }) => allowance(limits, caller, address, isQuote),
    refusals: v5Refusals,
    showUsage: () => {},
    bodies: 'v5',
    isForPeople: false,
    repeatsQuoteErrors: false,
    labelPath: (booking) => `/bookings/v4/${booking}/label`,
    numbersPaymentMethods: false,
    pickupDateKeys: {
      create: ['pickup_date', 'pickup-date'],
      confirm: ['pickup-date', 'pickup_date'],
    },
    blanksClear: false,
    retryHeader: 'retry-after',
  };
}

function allowance(limits: Limits, caller: Caller, address: string, isQuote: boolean): Allowance {
  const requests = { limit: limits.v5PerMinute, windowMs: minuteMs };
  if (caller.kind === 'key') return { scope: 'v5:key', who: caller.key.id, requests };
  // interface-gaps.md, "v5 without a key": other requests without a key share one counter per address.
  if (caller.kind !== 'anonymous' || !isQuote)
    return { scope: 'v5:address', who: address, requests };
  return {
    scope: 'v5:anonymous-quotes',
    who: address,
    requests: { limit: limits.v5AnonymousPerHour, windowMs: hourMs },
    isAnonymousQuote: true,
  };
}

function tooMany({ retryAfterSeconds }: { retryAfterSeconds: number }): Rendered {
  return { status: 429, body: { error: 'rate_limited' }, retryAfterSeconds };
}
