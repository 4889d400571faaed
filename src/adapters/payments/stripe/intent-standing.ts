// Translates the state of a Stripe PaymentIntent into a charge's outcome. Makes no requests.
import type { Stripe } from 'stripe';
import type { ChargeMethod, ChargeOutcome, ChargeRequest } from '../../../application/ports.ts';
import { declineOf, type Trouble } from './stripe-trouble.ts';

/** A charge's outcome, or a PaymentIntent without one: not yet confirmed, or cancelled. */
export type Standing = ChargeOutcome | { outcome: 'unconfirmed' } | { outcome: 'cancelled' };

export function standingOf(intent: Stripe.PaymentIntent, request: ChargeRequest): Standing {
  if (intent.amount !== request.amountCents || intent.metadata.linehaul_key !== request.key) {
    throw usedForAnother(request);
  }
  switch (intent.status) {
    case 'succeeded':
      return { outcome: 'charged', reference: intent.id };
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'requires_action':
      return failureOf(intent, request.method.kind) ?? { outcome: 'unconfirmed' };
    case 'canceled':
      return failureOf(intent, request.method.kind) ?? { outcome: 'cancelled' };
    default:
      return { outcome: 'unknown', reason: `The payment is ${intent.status} at Stripe.` };
  }
}

/** A declined PaymentIntent waits for another payment method, which we never add. */
function failureOf(
  { last_payment_error: failure }: Stripe.PaymentIntent,
  what: ChargeMethod['kind'],
): ChargeOutcome | undefined {
  if (failure === null) return undefined;
  return declineOf({ code: failure.code ?? '', declineCode: failure.decline_code ?? '' }, what);
}

/**
 * Another process confirmed or cancelled the PaymentIntent meanwhile; the error contains its current state.
 */
export function movedOn({ code, intent }: Trouble, request: ChargeRequest): Standing | undefined {
  return code === 'payment_intent_unexpected_state' && intent !== undefined
    ? standingOf(intent, request)
    : undefined;
}

/** Without an outcome, a concurrent `findCharge` has abandoned the charge; the next call finds it absent. */
export function settled(standing: Standing): ChargeOutcome {
  return standing.outcome === 'unconfirmed' || standing.outcome === 'cancelled'
    ? { outcome: 'unknown', reason: 'The charge was given up while it was being made.' }
    : standing;
}

/** A key always belongs to the same charge; a different one is a bug in the caller. */
export function usedForAnother({ key }: ChargeRequest): Error {
  return new Error(`The charge key ${key} was used for another charge.`);
}
