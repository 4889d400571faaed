// The one error of calls to carriers. The caller decides what it means for a quote, a booking or a label.
//
// `isUnsent` means that the carrier certainly did not process the request, so that sending it again cannot create a second
// consignment. When in doubt it is false.
import type { Serviceability } from '../quotes/quote.ts';

const troubleKinds = [
  'unreachable',
  'lost',
  'timeout',
  'rate_limited',
  'paced',
  'credentials',
  'server_error',
  'bad_answer',
  'bad_request',
  'needs_contacts',
  'too_large',
  'busy',
  'circuit_open',
] as const;

/**
 * `needs_contacts`: not sent, because an address has no street, phone or email yet. `bad_request`: refused for a reason that
 * does not concern the shipment, so the mistake is ours. `paced`: not sent, to keep to the carrier's rate limit; `rate_limited`:
 * refused by the carrier.
 */
export type TroubleKind = (typeof troubleKinds)[number];

export class CarrierTrouble extends Error {
  override readonly name = 'CarrierTrouble';
  readonly kind: TroubleKind;
  readonly isUnsent: boolean;
  /** The pause that the carrier's answer or rate limit demands. */
  readonly retryAfterMs: number | undefined;
  /** The HTTP status, if that is the trouble. */
  readonly status: number | undefined;

  constructor(
    kind: TroubleKind,
    message: string,
    details: {
      isUnsent?: boolean;
      retryAfterMs?: number | undefined;
      status?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.kind = kind;
    this.isUnsent = details.isUnsent ?? false;
    this.retryAfterMs = details.retryAfterMs;
    this.status = details.status;
  }
}

type QuoteTrouble = {
  code: string;
  serviceability: Serviceability;
  isRetryable: boolean;
  message: string;
};

const limited = quoteTrouble(
  'carrier_rate_limited',
  'unavailable',
  'the carrier allows no more requests for a moment',
);

/** For `quote_errors`. The carrier's own words stay in the log, because they may contain account details. */
const ofQuotes: Readonly<Record<TroubleKind, QuoteTrouble>> = {
  unreachable: quoteTrouble(
    'carrier_unreachable',
    'unavailable',
    'the carrier could not be reached',
  ),
  lost: quoteTrouble('carrier_unreachable', 'unavailable', 'the connection to the carrier broke'),
  timeout: quoteTrouble('carrier_timeout', 'timeout', 'the carrier did not answer in time'),
  rate_limited: limited,
  paced: limited,
  credentials: {
    ...quoteTrouble('carrier_auth', 'error', "the carrier does not accept the operator's account"),
    isRetryable: false,
  },
  server_error: quoteTrouble('carrier_error', 'error', "the carrier's service failed"),
  bad_answer: {
    ...quoteTrouble('carrier_bad_answer', 'error', "the carrier's answer could not be read"),
    isRetryable: false,
  },
  bad_request: {
    ...quoteTrouble('carrier_error', 'error', 'the carrier did not accept the request'),
    isRetryable: false,
  },
  needs_contacts: {
    ...quoteTrouble(
      'carrier_needs_contacts',
      'unavailable',
      'the carrier gives a price only with name, street, phone and email of both ends',
    ),
    isRetryable: false,
  },
  too_large: {
    ...quoteTrouble('carrier_bad_answer', 'error', "the carrier's answer is too long"),
    isRetryable: false,
  },
  busy: quoteTrouble('carrier_busy', 'unavailable', 'too many requests to the carrier are open'),
  circuit_open: quoteTrouble(
    'carrier_circuit_open',
    'unavailable',
    'the carrier has failed several times and is paused for a moment',
  ),
};

function quoteTrouble(code: string, serviceability: Serviceability, message: string): QuoteTrouble {
  return { code, serviceability, isRetryable: true, message };
}

/** `isOwn`: the account is the member's own. */
export function quoteTroubleOf({ kind }: CarrierTrouble, isOwn = false): QuoteTrouble {
  return isOwn && kind === 'credentials'
    ? { ...ofQuotes.credentials, message: 'the carrier does not accept your own account with it' }
    : ofQuotes[kind];
}

/** Explanations for the owner of the account. */
const explanations: Readonly<Record<TroubleKind, string>> = {
  unreachable: 'The carrier could not be reached. Check the address and the network.',
  lost: 'The connection broke before the carrier answered.',
  timeout: 'The carrier did not answer in time.',
  rate_limited: 'The carrier allows no more requests for a moment. Try again later.',
  paced: 'The carrier’s rate limit is used up. Try again later.',
  credentials:
    'The carrier does not accept these credentials. Check them, and that the account may use this service.',
  server_error: "The carrier's own service failed. Try again later.",
  bad_answer: 'The carrier’s answer does not match its documentation.',
  bad_request: 'The carrier did not accept our request. See the log of calls.',
  needs_contacts: 'The carrier gives a price only with name, street, phone and email of both ends.',
  too_large: "The carrier's answer is too long.",
  busy: 'Too many requests to the carrier are open at once.',
  circuit_open: 'The carrier has failed several times in a row and is paused for half a minute.',
};

export function describeTrouble(trouble: CarrierTrouble): string {
  return `${explanations[trouble.kind]} (${trouble.message})`;
}

/** The carrier processed the request and refused it. */
export function isRefusal(error: unknown): error is CarrierTrouble {
  return error instanceof CarrierTrouble && ['bad_answer', 'bad_request'].includes(error.kind);
}
