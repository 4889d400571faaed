// What can go wrong between us and a carrier's own service, other than its honest no. Whoever talks to a carrier throws
// this and nothing else; whoever asked decides what it means for a quote, a booking or a label.
//
// `isUnsent` is the one thing that must be right: it says that the carrier has certainly not seen the request, so that
// asking again can not make a second consignment. When in doubt it is false.
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
 * `needs_contacts`: we have not asked, because an address has no street, phone or email yet.
 * `bad_request`: the carrier refused our request for no reason that concerns the shipment, so the mistake is ours. `paced`: we keep
 * to what the carrier allows and have not asked; `rate_limited` is what it says itself.
 */
export type TroubleKind = (typeof troubleKinds)[number];

export class CarrierTrouble extends Error {
  override readonly name = 'CarrierTrouble';
  readonly kind: TroubleKind;
  readonly isUnsent: boolean;
  /** When the carrier itself, or the pace it allows, says how long to wait. */
  readonly retryAfterMs: number | undefined;
  /** What it answered, when that is the trouble. */
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
  'the carrier answers no more questions for a moment',
);

/** As `quote_errors` say it. The carrier's own words stay in the log: they may name the operator's account. */
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
    ...quoteTrouble('carrier_bad_answer', 'error', "the carrier's answer makes no sense"),
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
  busy: quoteTrouble('carrier_busy', 'unavailable', 'too many questions to the carrier are open'),
  circuit_open: quoteTrouble(
    'carrier_circuit_open',
    'unavailable',
    'the carrier has failed several times and is left alone for a moment',
  ),
};

function quoteTrouble(code: string, serviceability: Serviceability, message: string): QuoteTrouble {
  return { code, serviceability, isRetryable: true, message };
}

/** `isOwn`: the account is the member's, who is told so. */
export function quoteTroubleOf({ kind }: CarrierTrouble, isOwn = false): QuoteTrouble {
  return isOwn && kind === 'credentials'
    ? { ...ofQuotes.credentials, message: 'the carrier does not accept your own account with it' }
    : ofQuotes[kind];
}

/** For the operator, who can do something about it. */
const inPlainWords: Readonly<Record<TroubleKind, string>> = {
  unreachable: 'The carrier could not be reached. Check the address and the network.',
  lost: 'The connection broke before the carrier had answered.',
  timeout: 'The carrier did not answer in time.',
  rate_limited: 'The carrier allows no more requests for a moment. Try again later.',
  paced: 'As many requests as the carrier allows were sent just now. Try again later.',
  credentials:
    'The carrier does not accept these credentials. Check them, and that the account may use this service.',
  server_error: "The carrier's own service failed. Try again later.",
  bad_answer: 'What the carrier answered is not what its interface promises.',
  bad_request: 'The carrier did not accept our request. The call log has both.',
  needs_contacts: 'The carrier gives a price only with name, street, phone and email of both ends.',
  too_large: "The carrier's answer is longer than any real one.",
  busy: 'Too many requests to the carrier are open at once.',
  circuit_open:
    'The carrier has failed several times in a row and is left alone for half a minute.',
};

export function describeTrouble(trouble: CarrierTrouble): string {
  return `${inPlainWords[trouble.kind]} (${trouble.message})`;
}

/** The carrier read the request and refused it, whatever the reason was. */
export function isRefusal(error: unknown): error is CarrierTrouble {
  return error instanceof CarrierTrouble && ['bad_answer', 'bad_request'].includes(error.kind);
}
