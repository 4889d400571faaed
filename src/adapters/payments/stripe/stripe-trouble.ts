// Classifies the SDK's errors. Only fields that are safe to keep are copied: the error itself contains headers and
// whole payment intents with their client secrets, and must never reach a log.
import type { Stripe } from 'stripe';
import type { ChargeMethod, Log } from '../../../application/ports.ts';
import type { BookingId } from '../../../domain/bookings/booking.ts';
import { type DeclineCode, declined } from '../decline.ts';
import { StripeTookTooLong } from './stripe-client.ts';

/**
 * `declined`: the payer's provider declined. `refused`: Stripe rejected the request, and would do so again.
 * `misconfigured`: the API key is wrong or lacks the permission. `reused`: the idempotency key belongs to a different
 * request. `unclear`: the outcome is unknown.
 */
export type Trouble = {
  kind: 'declined' | 'refused' | 'misconfigured' | 'reused' | 'unclear';
  type: string;
  code: string;
  declineCode: string;
  /** The parameter of the request that was wrong. */
  param: string;
  requestId: string;
  message: string;
  intent: Stripe.PaymentIntent | undefined;
};

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/** Rethrows every error that is neither Stripe's nor our timeout, because it is a bug. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof StripeTookTooLong) {
    return { ...nothing, kind: 'unclear', type: error.name, message: error.message };
  }
  if (!isStripeError(error)) throw error;
  return {
    kind: kindOf(error),
    type: error.type,
    code: error.code ?? '',
    declineCode: error.decline_code ?? '',
    param: error.param ?? '',
    requestId: error.requestId ?? '',
    message: error.message,
    intent: error.payment_intent,
  };
}

const nothing = {
  code: '',
  declineCode: '',
  param: '',
  requestId: '',
  intent: undefined,
};

/** Recognises errors by their type name, so that the SDK need not be loaded. */
function isStripeError(error: unknown): error is StripeError {
  return (
    error instanceof Error &&
    'type' in error &&
    typeof error.type === 'string' &&
    error.type.startsWith('Stripe')
  );
}

function kindOf(error: StripeError): Trouble['kind'] {
  switch (error.type) {
    case 'StripeCardError':
      return 'declined';
    case 'StripeInvalidRequestError':
      return 'refused';
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return 'misconfigured';
    case 'StripeIdempotencyError':
      return 'reused';
    default:
      // Lost connections, conflicts, rate limits, faults at Stripe, and error types that are added later.
      return 'unclear';
  }
}

/** For logs and support: enough to find the request at Stripe, and nothing secret. */
export function traceOf({ type, code, declineCode, param, requestId }: Trouble) {
  return { stripe: { type, code, declineCode, param, requestId } };
}

/** Explains an unknown outcome to an operator. */
export function reasonOf({ kind, type, code, requestId, message }: Trouble): string {
  const request = requestId === '' ? '' : ` (request ${requestId})`;
  if (kind === 'misconfigured') {
    return `Stripe does not accept STRIPE_SECRET_KEY for this${request}.`;
  }
  if (type === 'StripeTookTooLong') return message;
  if (type === 'StripeConnectionError') return `The connection to Stripe was lost${request}.`;
  return `Stripe could not say${code === '' ? '' : `: ${code}`}${request}.`;
}

/** The outcome is unknown. Log the reason, as an error if waiting will not help. */
export function unknownOutcome(
  { log }: { log: Log },
  what: 'charge' | 'refund',
  bookingId: BookingId | undefined,
  trouble: Trouble,
): { outcome: 'unknown'; reason: string } {
  const fields = { bookingId, ...traceOf(trouble) };
  if (trouble.kind === 'unclear') log.warn(fields, `it is not known whether a ${what} was made`);
  else log.error(fields, `Stripe refuses a ${what}: the configuration or the program is wrong`);
  return { outcome: 'unknown', reason: reasonOf(trouble) };
}

/** Stripe's codes and decline reasons that the payer can act on. */
const declineCodes: Readonly<Record<string, DeclineCode>> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  expired_payment_method: 'expired_card',
  authentication_required: 'authentication_required',
  authentication_not_handled: 'authentication_required',
  payment_intent_authentication_failure: 'authentication_required',
  setup_intent_authentication_failure: 'authentication_required',
  processing_error: 'processing_error',
  issuer_not_available: 'processing_error',
  reenter_transaction: 'processing_error',
  try_again_later: 'processing_error',
  payment_method_provider_timeout: 'processing_error',
  payment_intent_mandate_invalid: 'method_unusable',
  setup_intent_mandate_invalid: 'method_unusable',
  revocation_of_authorization: 'method_unusable',
  revocation_of_all_authorizations: 'method_unusable',
  stop_payment_order: 'method_unusable',
};

/** Codes of requests that Stripe will never accept, because of the saved method or the amount. */
const refusalCodes: Readonly<Record<string, DeclineCode>> = {
  amount_too_small: 'amount_not_accepted',
  amount_too_large: 'amount_not_accepted',
  payment_method_unactivated: 'method_unusable',
  payment_method_not_available: 'method_unusable',
  payment_method_unexpected_state: 'method_unusable',
  payment_method_currency_mismatch: 'method_unusable',
  payment_intent_incompatible_payment_method: 'method_unusable',
  payment_intent_mandate_invalid: 'method_unusable',
};

export function declineOf(
  trouble: { code: string; declineCode: string },
  what: ChargeMethod['kind'],
): ReturnType<typeof declined> {
  const code = declineCodes[trouble.declineCode] ?? declineCodes[trouble.code] ?? 'declined';
  return declined(code, what);
}

/** Undefined if the payer cannot fix the problem; then the operator or a developer must. */
export function refusedPaymentOf(
  { code, param }: Trouble,
  what: ChargeMethod['kind'],
): ReturnType<typeof declined> | undefined {
  const isGone = code === 'resource_missing' && ['customer', 'payment_method'].includes(param);
  const known = isGone ? 'method_unusable' : refusalCodes[code];
  return known === undefined ? undefined : declined(known, what);
}
