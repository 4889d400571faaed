// Charges saved cards and wallets through Stripe: for each key at most once, without end.
//
// Stripe's own means do not promise that by themselves. It forgets idempotency keys after a day, so a request
// that is repeated later is carried out again. Its search is a minute behind, an hour on a bad day, so not
// finding a payment proves nothing. And a request whose answer was lost may still be on its way. What Stripe
// does promise for ever is that a PaymentIntent takes money once at most, and never after it was cancelled.
// So everything hangs on there being one PaymentIntent for a key:
//
//   1. The attempt is written down, with a nonce of its own.
//   2. A PaymentIntent is made, with the nonce as idempotency key, and not confirmed: no money moves. Should
//      Stripe make two of them, the other is never confirmed, and that is all that becomes of it.
//   3. Its id is written down under the key. The first one written is the one, whoever else comes later.
//   4. Only what is written down is confirmed. Confirming it twice is refused by Stripe.
//
// The process may die between any two of these. To find out what became of a charge:
//
//   · No id is written down: nobody has confirmed anything. The attempt is closed, so that a process which is
//     late between 1 and 3 finds it closed and stops there. The charge is absent.
//   · An id is written down: the PaymentIntent itself is asked. It succeeded, was declined, or is under way.
//     If it was not confirmed, perhaps the request is still on its way, so it is cancelled: Stripe lets either
//     the confirmation or the cancellation through. Afterwards the charge is absent for certain.
//
// What is absent can be asked for again under the same key; that is a new attempt with a new nonce.
import type { Stripe } from 'stripe';
import type {
  ChargeOutcome,
  ChargeRequest,
  Gateway,
  GatewayAttempt,
  NewGatewayAttempt,
} from '../../../application/ports.ts';
import { declined } from '../decline.ts';
import { movedOn, type Standing, settled, standingOf, usedForAnother } from './intent-standing.ts';
import { readMethod, type StripeMethod, typesOf } from './saved-method.ts';
import { newNonce, type StripeParts } from './stripe-client.ts';
import {
  declineOf,
  refusedPaymentOf,
  type Trouble,
  troubleOf,
  unknownOutcome,
} from './stripe-trouble.ts';

const currency = 'aud';
/** Stripe's own limit. */
const longestDescription = 1000;

export function stripeCharges(parts: StripeParts): Pick<Gateway, 'charge' | 'findCharge'> {
  return {
    charge: (request) => charge(parts, request),
    findCharge: (request) => findCharge(parts, request),
  };
}

async function charge(parts: StripeParts, request: ChargeRequest): Promise<ChargeOutcome> {
  const method = readMethod(request.method);
  if (method === undefined) return declined('method_unusable', request.method.kind);
  const attempt = await parts.attempts.open(newAttempt(parts, request));
  // Whoever was stopped on the way here may have been given up, and has opened it anew; from now on it is seen.
  if (request.chargeBeforeMs !== undefined && parts.clock.nowMs() > request.chargeBeforeMs) {
    await parts.attempts.closeUnlessReferenced(newAttempt(parts, request));
    return { outcome: 'unknown', reason: 'The charge was not begun in time.' };
  }
  if (attempt.reference !== undefined) {
    // Somebody has been here before. What is not confirmed yet is confirmed now.
    const standing = await retrieve(parts, request, attempt.reference);
    if (standing.outcome !== 'unconfirmed') return settled(standing);
    return await confirm(parts, request, method, { attempt, intentId: attempt.reference });
  }
  const prepared = await prepare(parts, request, method, attempt);
  return 'intentId' in prepared ? await confirm(parts, request, method, prepared) : prepared;
}

async function findCharge(
  parts: StripeParts,
  request: ChargeRequest,
): Promise<ChargeOutcome | { outcome: 'absent' }> {
  const { attempts } = parts;
  const attempt = await attempts.closeUnlessReferenced(newAttempt(parts, request));
  // With a reference it is closed only after its PaymentIntent was cancelled.
  if (attempt.isClosed || attempt.reference === undefined) return { outcome: 'absent' };
  let standing = await retrieve(parts, request, attempt.reference);
  if (standing.outcome === 'unconfirmed') {
    standing = await cancel(parts, request, attempt.reference);
  }
  if (standing.outcome !== 'cancelled') return settled(standing);
  await attempts.close(attempt);
  return { outcome: 'absent' };
}

function newAttempt({ secrets, clock }: StripeParts, { key }: ChargeRequest): NewGatewayAttempt {
  return { key: `charge ${key}`, nonce: newNonce(secrets), nowMs: clock.nowMs() };
}

type Prepared = { attempt: GatewayAttempt; intentId: string };

/** Steps 2 and 3: a PaymentIntent that is written down, or why the charge ends here. */
async function prepare(
  parts: StripeParts,
  request: ChargeRequest,
  method: StripeMethod,
  attempt: GatewayAttempt,
): Promise<Prepared | ChargeOutcome> {
  let made: Stripe.PaymentIntent;
  try {
    made = await parts.client.ask((stripe) =>
      stripe.paymentIntents.create(intentOf(request, method), { idempotencyKey: attempt.nonce }),
    );
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble.kind === 'reused') throw usedForAnother(request);
    return refusedPaymentOf(trouble, request.method.kind) ?? unclear(parts, request, trouble);
  }
  const kept = await parts.attempts.keepReference(attempt, made.id);
  if (kept.nonce !== attempt.nonce || kept.isClosed || kept.reference === undefined) {
    return { outcome: 'unknown', reason: 'The charge was given up while it was being prepared.' };
  }
  return { attempt, intentId: kept.reference };
}

/** Step 4. */
async function confirm(
  parts: StripeParts,
  request: ChargeRequest,
  method: StripeMethod,
  { attempt, intentId }: Prepared,
): Promise<ChargeOutcome> {
  const terms = {
    off_session: true,
    payment_method: method.id,
    ...(method.mandate === undefined ? {} : { mandate: method.mandate }),
  };
  let intent: Stripe.PaymentIntent;
  try {
    intent = await parts.client.ask((stripe) =>
      stripe.paymentIntents.confirm(intentId, terms, {
        idempotencyKey: `${attempt.nonce}-confirm`,
      }),
    );
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble.kind === 'declined') return declineOf(trouble, request.method.kind);
    if (trouble.kind === 'reused') throw usedForAnother(request);
    const standing = movedOn(trouble, request);
    if (standing !== undefined) return settled(standing);
    return refusedPaymentOf(trouble, request.method.kind) ?? unclear(parts, request, trouble);
  }
  if (intent.status !== 'requires_action') return settled(standingOf(intent, request));
  // Nobody is there to act. It must not succeed later, when the booking has long been given up.
  const standing = await cancel(parts, request, intentId);
  return standing.outcome === 'cancelled'
    ? declined('authentication_required', request.method.kind)
    : settled(standing);
}

async function cancel(
  parts: StripeParts,
  request: ChargeRequest,
  intentId: string,
): Promise<Standing> {
  try {
    const intent = await parts.client.ask((stripe) =>
      stripe.paymentIntents.cancel(intentId, { cancellation_reason: 'abandoned' }),
    );
    return standingOf(intent, request);
  } catch (error) {
    const trouble = troubleOf(error);
    return movedOn(trouble, request) ?? unclear(parts, request, trouble);
  }
}

async function retrieve(
  parts: StripeParts,
  request: ChargeRequest,
  intentId: string,
): Promise<Standing> {
  try {
    const intent = await parts.client.ask((stripe) => stripe.paymentIntents.retrieve(intentId));
    return standingOf(intent, request);
  } catch (error) {
    return unclear(parts, request, troubleOf(error));
  }
}

function unclear(parts: StripeParts, { bookingId }: ChargeRequest, trouble: Trouble) {
  return unknownOutcome(parts, 'charge', bookingId, trouble);
}

function intentOf(request: ChargeRequest, method: StripeMethod): Stripe.PaymentIntentCreateParams {
  return {
    amount: request.amountCents,
    currency,
    customer: method.customer,
    payment_method: method.id,
    allowed_payment_method_types: [...typesOf(request.method.kind)],
    description: request.description.slice(0, longestDescription),
    metadata: {
      linehaul_key: request.key,
      linehaul_booking: request.bookingId,
      linehaul_member: request.memberId,
    },
  };
}
