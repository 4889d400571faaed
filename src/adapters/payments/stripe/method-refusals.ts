// Error messages for a card or wallet that could not be saved at Stripe.
import type { Stripe } from 'stripe';
import type { ChargeMethod, Log } from '../../../application/ports.ts';
import type { MemberId } from '../../../domain/members/member.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { StripeClient } from './stripe-client.ts';
import { declineOf, traceOf, troubleOf } from './stripe-trouble.ts';

export const unknownToken =
  'Stripe does not know this token. Tokens of its test mode and of live mode do not mix.';

export function refused(reason: string): Refusal {
  return new Refusal({ code: 'payment_token_refused', reason });
}

/** The request to Stripe, and its messages for a token that Stripe does not know or accept. */
type Asked = {
  kind: ChargeMethod['kind'];
  memberId: MemberId;
  unknown?: string;
  /** `code` is Stripe's code, in brackets after a space, or empty. */
  notDone(code: string): string;
};

/**
 * Runs a request about a member's payment method. Every failure at Stripe becomes a Refusal, and nothing is saved.
 */
export async function askOrRefuse<Answer>(
  { client, log }: { client: StripeClient; log: Log },
  asked: Asked,
  question: (stripe: Stripe) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await client.ask(question);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const trouble = troubleOf(error);
    log.warn({ member: asked.memberId, ...traceOf(trouble) }, 'a method was not saved');
    throw refusalOf(trouble, asked);
  }
}

function refusalOf(
  trouble: ReturnType<typeof troubleOf>,
  { kind, unknown, notDone }: Asked,
): Refusal {
  switch (trouble.kind) {
    case 'declined':
      return refused(declineOf(trouble, kind).userMessage);
    case 'refused':
      return refused(
        trouble.code === 'resource_missing' && unknown !== undefined
          ? unknown
          : notDone(trouble.code === '' ? '' : ` (${trouble.code})`),
      );
    case 'misconfigured':
    case 'reused':
    case 'unclear':
      return new Refusal({
        code: 'payment_gateway_unavailable',
        reason:
          trouble.kind === 'misconfigured'
            ? 'Stripe does not accept STRIPE_SECRET_KEY for this. Nothing was saved.'
            : 'Stripe is not reachable. Nothing was saved. Try again in a minute.',
      });
  }
}
