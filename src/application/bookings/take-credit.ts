// Takes from a member's credit account within the transaction that claims or settles a booking. Only here is it certain
// whether the credit suffices; otherwise the refusal says whether the limit is reached or there is no account.

import type { Member, MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import { availableCents } from '../../domain/payments/credit.ts';
import { chooseFunding, type FundingFacts } from '../../domain/payments/funding.ts';
import { CreditLimitReached, type NewLedgerEntry } from '../../domain/payments/ledger.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Store } from '../ports.ts';

/** A refusal must end the transaction. */
export async function takeCredit(
  store: Store,
  memberId: MemberId,
  entries: readonly NewLedgerEntry[],
  nowMs: number,
): Promise<void> {
  try {
    await store.ledger.post(entries, { nowMs, isLimited: true });
  } catch (error) {
    if (!(error instanceof CreditLimitReached)) throw error;
    const member = await store.members.find(memberId);
    if (member === undefined) throw new Error(`member ${memberId} has a booking and is gone`);
    // Without an account this refuses.
    chooseFunding(undefined, await fundingFacts(store, member));
    throw new Refusal({ code: 'credit_limit_reached' });
  }
}

/** Refuses in the same cases as `takeCredit`. */
export async function refuseWithoutCredit(
  store: Store,
  member: Member,
  costCents: Cents,
): Promise<void> {
  const facts = await fundingFacts(store, member);
  chooseFunding(undefined, facts);
  if (facts.credit !== undefined && availableCents(facts.credit) < costCents)
    throw new Refusal({ code: 'credit_limit_reached' });
}

export async function fundingFacts(
  store: Store,
  { id, mayBookLive }: Member,
): Promise<FundingFacts> {
  const credit = await store.credit.find(id);
  return { mayBookLive, credit, methods: await store.paymentMethods.list(id) };
}
