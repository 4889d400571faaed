// The fourth generation: `/api/…`. Keys or HTTP Basic, 60 requests a minute for each member and 30 for each address
// without credentials, shown in X-RateLimit headers. Interface, "Limits" 3 and 4.
import type { Caller } from '../../application/caller.ts';
import type { RefusalData } from '../../domain/refusal.ts';
import { minuteMs } from '../../domain/time/durations.ts';
import { refusalSentence } from '../../wording/refusals.ts';
import { readCredentials } from './credentials.ts';
import type { Allowance, Generation, Limits } from './generation.ts';
import { common, credentialRenderings, type Rendered, type Renderings } from './refusals.ts';

/** A literal path, here or in v5, is never the id of a booking. */
const noName = '(^(?!(?:v4|stream)$).*)';

/** How v4 words its refusals; its published description shows examples of them. */
export const v4Refusals: Renderings = {
  ...common,
  ...credentialRenderings({
    rejectedCode: 'unauthorized',
    challenge: 'Basic realm="Linehaul", charset="UTF-8"',
  }),
  too_many_failed_attempts: tooMany,
  rate_limited: tooMany,
  anonymous_quotes_limited: tooMany,
};

export function v4(limits: Limits): Generation {
  return {
    name: 'v4',
    prefix: '/api',
    // Programs in the field leave the `/v4` out, and a booking's own label address does too.
    aliases: (path) => {
      if (path === '/bookings/v4/:id') return [`/bookings/:id${noName}`];
      return path.startsWith('/bookings/v4') ? [path.replace('/bookings/v4', '/bookings')] : [];
    },
    readCredentials: ({ headers }) => readCredentials(headers, true),
    allowance: (caller, address) => allowance(limits, caller, address),
    refusals: v4Refusals,
    // Fastify lower-cases header names. The interface spells these with capitals, so they are set on Node's own
    // response.
    showUsage: (reply, { limit, count, endsAtMs }) => {
      reply.raw.setHeader('X-RateLimit-Limit', limit);
      reply.raw.setHeader('X-RateLimit-Remaining', Math.max(0, limit - count));
      reply.raw.setHeader('X-RateLimit-Reset', Math.ceil(endsAtMs / 1000));
    },
    bodies: 'v4',
    isForPeople: false,
    repeatsQuoteErrors: false,
    labelPath: (booking) => `/bookings/${booking}/label`,
    numbersPaymentMethods: true,
    pickupDateKeys: { create: ['pickup_date'], confirm: ['pickup-date'] },
    blanksClear: false,
    retryHeader: 'Retry-After',
  };
}

function allowance(limits: Limits, caller: Caller, address: string): Allowance {
  return caller.kind === 'anonymous'
    ? {
        scope: 'v4:address',
        who: address,
        requests: { limit: limits.v4AddressPerMinute, windowMs: minuteMs },
        atOnce: limits.v4AddressConcurrent,
      }
    : {
        scope: 'v4:member',
        who: caller.member.id,
        requests: { limit: limits.v4PerMinute, windowMs: minuteMs },
        atOnce: limits.v4Concurrent,
      };
}

function tooMany(data: RefusalData & { retryAfterSeconds: number }): Rendered {
  return {
    status: 429,
    body: { message: refusalSentence(data), code: 429 },
    retryAfterSeconds: data.retryAfterSeconds,
  };
}
