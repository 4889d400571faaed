// One Stripe customer for each member, created once and kept. The idempotency key is stored before the request, so
// that after a crash the next process creates the same customer rather than a second one.
import type { Stripe } from 'stripe';
import type { GatewayAttempt } from '../../../application/ports.ts';
import type { MemberId } from '../../../domain/members/member.ts';
import { newNonce, type StripeParts } from './stripe-client.ts';
import { troubleOf } from './stripe-trouble.ts';

export type CustomerParts = Pick<StripeParts, 'attempts' | 'clock' | 'secrets'>;

const mostCustomers = 100;
/**
 * A stored customer may be deleted, or belong to another Stripe account; the next attempt creates a new one.
 */
const mostTries = 2;

/** The id of the member's customer. */
export async function obtainCustomer(
  parts: CustomerParts,
  stripe: Stripe,
  { memberId, email }: { memberId: MemberId; email: string },
): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const attempt = await openAttempt(parts, memberId);
    const { reference } = attempt;
    if (reference !== undefined && (await isThere(stripe, reference))) return reference;
    if (reference === undefined) {
      try {
        const { id } =
          (await findByMember(stripe, memberId, email)) ??
          (await stripe.customers.create(
            { email, metadata: { linehaul_member: memberId } },
            { idempotencyKey: attempt.nonce },
          ));
        const kept = await parts.attempts.keepReference(attempt, id);
        return kept.reference ?? id;
      } catch (error) {
        // Stripe rejects the idempotency key if the member's e-mail address has changed since the last request.
        if (tries >= mostTries || troubleOf(error).kind !== 'reused') throw error;
      }
    }
    await parts.attempts.close(attempt);
  }
}

/** Undefined if the member has no customer yet. */
export async function keptCustomer(
  { attempts }: Pick<CustomerParts, 'attempts'>,
  memberId: MemberId,
): Promise<string | undefined> {
  return (await attempts.find(keyOf(memberId)))?.reference;
}

const keyOf = (memberId: MemberId): string => `customer ${memberId}`;

function openAttempt(
  { attempts, clock, secrets }: CustomerParts,
  memberId: MemberId,
): Promise<GatewayAttempt> {
  return attempts.open({ key: keyOf(memberId), nonce: newNonce(secrets), nowMs: clock.nowMs() });
}

async function isThere(stripe: Stripe, id: string): Promise<boolean> {
  try {
    const found = await stripe.customers.retrieve(id);
    return !('deleted' in found);
  } catch (error) {
    if (troubleOf(error).code === 'resource_missing') return false;
    throw error;
  }
}

async function findByMember(
  stripe: Stripe,
  memberId: MemberId,
  email: string,
): Promise<Stripe.Customer | undefined> {
  const { data } = await stripe.customers.list({ email, limit: mostCustomers });
  return data.find(({ metadata }) => metadata.linehaul_member === String(memberId));
}
