// A generation of the interface is a value: the same routes and handlers are mounted once for each.
// If this type grows past a screen, a difference has been put in the wrong place.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Credentials } from '../../application/authenticate.ts';
import type { Caller } from '../../application/caller.ts';
import type { Renderings } from './refusals.ts';

export type Generation = {
  name: 'v4' | 'v5' | 'members';
  prefix: string;
  /** Other spellings of a row's path that clients of this generation use. */
  aliases(path: string): readonly string[];
  /** What a request brings to prove who sends it; refuses what can't have come from where it should. */
  readCredentials(request: CredentialsRequest): Credentials;
  /** What the caller may do, counted under which name. `isQuote` marks the routes anybody may ask for prices. */
  allowance(caller: Caller, address: string, isQuote: boolean): Allowance;
  refusals: Renderings;
  /** Whose shape an answer has where v4's and v5's differ. */
  bodies: 'v4' | 'v5';
  /** Its answers are shown to people as they are: what a shop left out and we know stands in them. */
  isForPeople: boolean;
  /** A new booking that is read again says once more which carriers could not quote. */
  repeatsQuoteErrors: boolean;
  /** Where a booking's own label address leads, after the prefix. */
  labelPath(booking: number): string;
  /** Shows how much of the allowance is left; only asked for answers that succeed. */
  showUsage(reply: FastifyReply, usage: Usage): void;
  /** Shows a saved payment method's number beside its id. */
  numbersPaymentMethods: boolean;
  /** How the pickup date is spelt; the first is the one that messages name. */
  pickupDateKeys: {
    create: readonly [string, ...string[]];
    confirm: readonly [string, ...string[]];
  };
  /** A text of a booking that is sent blank is taken away by a change; otherwise it counts as not sent. */
  blanksClear: boolean;
  /** Retry headers are spelt differently on the wire. */
  retryHeader: 'Retry-After' | 'retry-after';
};

export type CredentialsRequest = { method: string; headers: IncomingHttpHeaders };

/** Limits of 0 are no limits. */
export type Allowance = {
  /** Which limit it is, for operators. */
  scope: string;
  /** Whose requests are counted together within the scope. */
  who: string | number;
  requests: { limit: number; windowMs: number };
  atOnce: number;
  /** The refusal when the window is full. */
  refusal: 'rate_limited' | 'anonymous_quotes_limited';
};

export type Usage = { limit: number; count: number; endsAtMs: number };

/** The operator's numbers: requests allowed, 0 for no limit. */
export type Limits = {
  v4PerMinute: number;
  v4Concurrent: number;
  v4AddressPerMinute: number;
  v4AddressConcurrent: number;
  v5PerMinute: number;
  v5AnonymousPerHour: number;
  /** Public tracking pages a minute for each address. */
  trackPerMinute: number;
  /** `/readyz`, `/openapi.json` and `/docs` a minute for each address. */
  operationsPerMinute: number;
  membersPerMinute: number;
  membersAddressPerMinute: number;
};
