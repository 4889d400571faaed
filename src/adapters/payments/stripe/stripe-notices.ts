// Reads Stripe's webhooks. A webhook is accepted only with a recent signature from Stripe. Even then it is only a
// hint that a payment may be settled: we ask Stripe for the outcome, so a late, repeated, misordered or lost webhook
// does no harm.
import type { PaymentNotice, PaymentNotices } from '../../../application/ports.ts';

/** The maximum age of a signature, against replays. Stripe signs every delivery anew. */
const toleranceSeconds = 300;

/** Events after which an unknown outcome may be known. */
const settlingEvents: readonly unknown[] = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refund.updated',
];

export function stripeNotices(webhookSecret: string): PaymentNotices {
  return {
    read: async ({ body, signature, nowMs }) => {
      if (signature === undefined) return forged('It has no Stripe-Signature header.');
      const { Stripe } = await import('stripe');
      const isSigned = (): boolean =>
        Stripe.webhooks.signature?.verifyHeader(
          body,
          signature,
          webhookSecret,
          toleranceSeconds,
          undefined,
          nowMs,
        ) === true;
      if (!isTrueWithoutThrowing(isSigned)) return forged('Its signature is wrong, or too old.');
      const key = settledKey(parsed(body));
      return key === undefined ? { kind: 'irrelevant' } : { kind: 'settled', key };
    },
  };
}

/** The SDK throws for a wrong signature, and throws other errors for an unreadable header. */
function isTrueWithoutThrowing(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

const forged = (reason: string): PaymentNotice => ({ kind: 'forged', reason });

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    // Correctly signed but not JSON, so it is not an event that we handle.
    return undefined;
  }
}

/** Payments that other software makes through the same account have no key of ours. */
function settledKey(event: unknown): string | undefined {
  if (!settlingEvents.includes(member(event, 'type'))) return undefined;
  const key = member(member(member(member(event, 'data'), 'object'), 'metadata'), 'linehaul_key');
  return typeof key === 'string' && key !== '' ? key : undefined;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
