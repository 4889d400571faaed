// Charges saved cards and wallets through Stripe, at most once for each key, however late a request is repeated.
//
// Stripe's own features do not guarantee that. Stripe forgets idempotency keys after a day, so a later repeat is
// carried out again. Its search is a minute behind, or an hour on a bad day, so not finding a payment proves nothing.
// And a request whose answer was lost may still arrive. Stripe does guarantee, without a time limit, that a
// PaymentIntent takes money at most once, and never after it was cancelled. So we need exactly one PaymentIntent for
// each key:
//
//   1. Store the attempt with a nonce of its own.
//   2. Create a PaymentIntent with the nonce as idempotency key, unconfirmed, so no money moves. If Stripe creates
//      two, the second is never confirmed and does no harm.
//   3. Store its id under the key. The first id stored wins.
//   4. Confirm only the stored PaymentIntent. Stripe rejects a second confirmation.
//
// The process may die between any two of these steps. To find out what became of a charge:
//
//   · No id is stored: no process has confirmed anything. Close the attempt, so that a slow process between steps 1
//     and 3 finds it closed and stops. The charge is absent.
//   · An id is stored: ask Stripe for the PaymentIntent. It succeeded, was declined, or is under way. If it is
//     unconfirmed, the confirmation may still arrive, so cancel it: Stripe accepts either the confirmation or the
//     cancellation. Once it is cancelled, the charge is certainly absent.
//
// An absent charge can be requested again under the same key, as a new attempt with a new nonce.
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
/** Stripe's limit. */
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
  // This process may have stalled until the charge was abandoned, in which case `open` has just started a new
  // attempt. Check the deadline after opening: if the charge is abandoned from now on, this attempt is closed and
  // step 3 notices it.
  if (request.chargeBeforeMs !== undefined && parts.clock.nowMs() > request.chargeBeforeMs) {
    await parts.attempts.closeUnlessReferenced(newAttempt(parts, request));
    return { outcome: 'unknown', reason: 'The charge was not begun in time.' };
  }
  if (attempt.reference !== undefined) {
    // An earlier call stored this PaymentIntent. Confirm it, if that has not happened.
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
  // An attempt with a reference is closed only after its PaymentIntent was cancelled.
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

/** Steps 2 and 3: returns the stored PaymentIntent, or the outcome if the charge ends here. */
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
  // The owner is not present to approve the payment. Cancel it, so that it cannot succeed after the booking was
  // abandoned.
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
      ...(request.bookingId === undefined ? {} : { linehaul_booking: request.bookingId }),
      linehaul_member: request.memberId,
    },
  };
}
