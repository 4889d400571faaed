// Reads what Stripe sends by itself. A notice is believed only if Stripe signed it, lately. And even then it is
// taken for no more than a hint that something was settled: what was settled is asked of Stripe, so a notice
// that is late, repeated, out of order or lost can do no harm.
import type { PaymentNotice, PaymentNotices } from '../../../application/ports.ts';

/** How old a signature may be, against replays. Stripe signs anew whenever it sends a notice again. */
const toleranceSeconds = 300;

/** After these something is certain that may have been unknown before. */
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

/** The SDK throws for a wrong signature, and otherwise for a header that it can not read at all. */
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
    // Signed, but not a kind of notice that we know: not ours to understand.
    return undefined;
  }
}

/** Payments that others make through the same account carry no key of ours. */
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
