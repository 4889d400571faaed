// A generation of the interface is a value: the same routes and endpoints are mounted once for each. If this type
// outgrows a screen, a difference has been put in the wrong place.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Credentials } from '../../application/authenticate.ts';
import type { Caller } from '../../application/caller.ts';
import type { PrinterId } from '../../domain/printers/label-printer.ts';
import type { Renderings } from './refusals.ts';

export type Generation = {
  name: 'v4' | 'v5' | 'members';
  prefix: string;
  /** Other spellings of a row's path that clients of this generation use. */
  aliases(path: string): readonly string[];
  /** Reads the credentials of a request; refuses a request that may come from another site. */
  readCredentials(request: CredentialsRequest): Credentials;
  /**
   * The caller's limits and the name they are counted under. `isQuote` marks the routes that answer without
   * credentials, `agentOf` the printer of a print agent.
   */
  allowance(
    caller: Caller,
    address: string,
    of: { isQuote: boolean; agentOf: PrinterId | undefined },
  ): Allowance;
  refusals: Renderings;
  /** Which shape an answer has where v4 and v5 differ. */
  bodies: 'v4' | 'v5';
  /**
   * Answers are shown to people: blanks of the shop are filled with what we know, and a price can be chosen while other
   * carriers are still asked.
   */
  isForPeople: boolean;
  /** Reading a new booking lists again which carriers could not quote. */
  repeatsQuoteErrors: boolean;
  /** The path of a booking's label address, after the prefix. */
  labelPath(booking: number): string;
  /** Shows the rest of the allowance; called only for successful answers. */
  showUsage(reply: FastifyReply, usage: Usage): void;
  /** Shows a saved payment method's number beside its id. */
  numbersPaymentMethods: boolean;
  /** The spellings of the pickup date; refusals use the first. */
  pickupDateKeys: {
    create: readonly [string, ...string[]];
    confirm: readonly [string, ...string[]];
  };
  /** A blank text in a change clears the booking's text; otherwise blank counts as absent. */
  blanksClear: boolean;
  /** Generations spell the retry header differently on the wire. */
  retryHeader: 'Retry-After' | 'retry-after';
};

export type CredentialsRequest = { method: string; headers: IncomingHttpHeaders };

/** Limits of 0 are no limits. */
export type Allowance = {
  /** Which limit it is, for operators. */
  scope: string;
  /** Requests with the same name are counted together within the scope. */
  who: string | number;
  requests: { limit: number; windowMs: number };
  /** Requests at the same time; absent: no limit. */
  atOnce?: number;
  /** Quotes without credentials have a refusal of their own. */
  isAnonymousQuote?: true;
};

export type Usage = { limit: number; count: number; endsAtMs: number };

/** The operator's settings: requests allowed, 0 for no limit. */
export type Limits = {
  v4PerMinute: number;
  v4Concurrent: number;
  v4AddressPerMinute: number;
  v4AddressConcurrent: number;
  v5PerMinute: number;
  v5AnonymousPerHour: number;
  /** Public tracking pages per minute and address. */
  trackPerMinute: number;
  /** `/readyz`, `/openapi.json` and `/docs` per minute and address. */
  operationsPerMinute: number;
  membersPerMinute: number;
  membersAddressPerMinute: number;
};
