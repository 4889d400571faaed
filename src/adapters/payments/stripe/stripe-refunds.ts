// Refunds payments through Stripe, once for each key.
//
// A refund request moves the money at once. For a day, while Stripe remembers its idempotency key, the key prevents a
// repeated request from paying twice. After that we rely on the payment's list of refunds: unlike Stripe's search, a
// list is always current, and a request sent a day ago can no longer arrive. So we read the list before repeating any
// request, and replace a nonce that Stripe may have forgotten only if the list does not show its refund.
//
// It is therefore safe to repeat an absent refund with the same key, even if the first request still arrives.
import type { Stripe } from 'stripe';
import type {
  Gateway,
  NewGatewayAttempt,
  RefundOutcome,
  RefundRequest,
} from '../../../application/ports.ts';
import { hourMs } from '../../../domain/time/durations.ts';
import { newNonce, type StripeParts } from './stripe-client.ts';
import { traceOf, troubleOf, unknownOutcome } from './stripe-trouble.ts';

/** Stripe remembers keys for at least 24 hours; the difference allows for clocks that disagree. */
const rememberedMs = 20 * hourMs;
const pageSize = 100;
/** A payment has few refunds, so stop the search after this many. */
const mostRefunds = 1000;

type Found = RefundOutcome | { outcome: 'absent' };

export function stripeRefunds(parts: StripeParts): Pick<Gateway, 'refund' | 'findRefund'> {
  return {
    refund: (request) => refund(parts, request),
    findRefund: async (request) =>
      isIntent(request.chargeReference) ? await look(parts, request) : { outcome: 'absent' },
  };
}

async function refund(parts: StripeParts, request: RefundRequest): Promise<RefundOutcome> {
  if (!isIntent(request.chargeReference)) return notHere;
  const { attempts } = parts;
  const wanted = newAttempt(parts, request);
  let attempt = await attempts.open(wanted);
  if (attempt.nonce === wanted.nonce) return await send(parts, request, attempt.nonce);
  const listed = await look(parts, request);
  if (listed.outcome !== 'absent') return listed;
  if (wanted.nowMs - attempt.openedAtMs > rememberedMs) {
    await attempts.close(attempt);
    attempt = await attempts.open(wanted);
  }
  return await send(parts, request, attempt.nonce);
}

function newAttempt({ secrets, clock }: StripeParts, { key }: RefundRequest): NewGatewayAttempt {
  return { key: `refund ${key}`, nonce: newNonce(secrets), nowMs: clock.nowMs() };
}

/** Looks for this refund in the payment's list of refunds. */
async function look(parts: StripeParts, request: RefundRequest): Promise<Found> {
  try {
    return await parts.client.ask((stripe) => findListed(stripe, request));
  } catch (error) {
    return unknownOutcome(parts, 'refund', request.bookingId, troubleOf(error));
  }
}

async function findListed(stripe: Stripe, request: RefundRequest): Promise<Found> {
  let seen = 0;
  const payment_intent = request.chargeReference;
  for await (const listed of stripe.refunds.list({ payment_intent, limit: pageSize })) {
    if (listed.metadata?.linehaul_key === request.key) return outcomeOf(listed, request);
    seen += 1;
    if (seen === mostRefunds) {
      return { outcome: 'unknown', reason: 'The payment has too many refunds to look through.' };
    }
  }
  return { outcome: 'absent' };
}

async function send(
  parts: StripeParts,
  request: RefundRequest,
  nonce: string,
): Promise<RefundOutcome> {
  const terms = {
    payment_intent: request.chargeReference,
    amount: request.amountCents,
    metadata: {
      linehaul_key: request.key,
      ...(request.bookingId === undefined ? {} : { linehaul_booking: request.bookingId }),
    },
  };
  try {
    const made = await parts.client.ask((stripe) =>
      stripe.refunds.create(terms, { idempotencyKey: nonce }),
    );
    return outcomeOf(made, request);
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble.kind === 'reused') throw usedForAnother(request);
    // If Stripe does not know the payment, the configured key belongs to another account. An operator can fix that,
    // so the refund stays open.
    const isFinal = trouble.kind === 'refused' && trouble.code !== 'resource_missing';
    if (!isFinal && trouble.kind !== 'declined') {
      return unknownOutcome(parts, 'refund', request.bookingId, trouble);
    }
    parts.log.error(
      { bookingId: request.bookingId, ...traceOf(trouble) },
      'Stripe refuses a refund; the money must be returned by hand',
    );
    return { outcome: 'refused', reason: `Stripe refuses: ${trouble.message}` };
  }
}

function isIntent(reference: string): boolean {
  return /^pi_\w+$/.test(reference);
}

const notHere: RefundOutcome = {
  outcome: 'refused',
  reason: 'The payment was not made through Stripe.',
};

function outcomeOf(refund: Stripe.Refund, request: RefundRequest): RefundOutcome {
  if (refund.amount !== request.amountCents || refund.metadata?.linehaul_key !== request.key) {
    throw usedForAnother(request);
  }
  switch (refund.status) {
    // Stripe has accepted the refund; most banks show it within days.
    case 'succeeded':
    case 'pending':
      return { outcome: 'refunded', reference: refund.id };
    case 'failed':
    case 'canceled':
      return {
        outcome: 'refused',
        reason: `The refund was ${refund.status} at Stripe: ${refund.failure_reason ?? 'no reason given'}.`,
      };
    default:
      return { outcome: 'unknown', reason: `The refund is ${refund.status ?? 'new'} at Stripe.` };
  }
}

function usedForAnother({ key }: RefundRequest): Error {
  return new Error(`The refund key ${key} was used for another refund.`);
}
