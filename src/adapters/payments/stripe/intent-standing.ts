// How a PaymentIntent of Stripe's stands, as far as whoever charges has to know. Nothing here asks Stripe.
import type { Stripe } from 'stripe';
import type { ChargeMethod, ChargeOutcome, ChargeRequest } from '../../../application/ports.ts';
import { declineOf, type Trouble } from './stripe-trouble.ts';

/** Its outcome, or that it has none: it waits to be confirmed, or never will be. */
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

/** A PaymentIntent that was declined waits for another method, which it is never given. */
function failureOf(
  { last_payment_error: failure }: Stripe.PaymentIntent,
  what: ChargeMethod['kind'],
): ChargeOutcome | undefined {
  if (failure === null) return undefined;
  return declineOf({ code: failure.code ?? '', declineCode: failure.decline_code ?? '' }, what);
}

/** It was confirmed or cancelled by somebody else a moment ago; then the error says how it stands now. */
export function movedOn({ code, intent }: Trouble, request: ChargeRequest): Standing | undefined {
  return code === 'payment_intent_unexpected_state' && intent !== undefined
    ? standingOf(intent, request)
    : undefined;
}

/** What has no outcome was given up by whoever asked what became of it; whoever asks again finds it absent. */
export function settled(standing: Standing): ChargeOutcome {
  return standing.outcome === 'unconfirmed' || standing.outcome === 'cancelled'
    ? { outcome: 'unknown', reason: 'The charge was given up while it was being made.' }
    : standing;
}

/** One key is one charge, for ever; anything else is a mistake in the program that asks. */
export function usedForAnother({ key }: ChargeRequest): Error {
  return new Error(`The charge key ${key} was used for another charge.`);
}
