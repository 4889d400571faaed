// Takes from a member's credit account, inside the transaction that confirms or claims a booking. Whether there is enough is
// only certain here; when there is not, this says why: the account is used up, or there is none.

import type { Member, MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import { availableCents } from '../../domain/payments/credit.ts';
import { chooseFunding, type FundingFacts } from '../../domain/payments/funding.ts';
import { CreditLimitReached, type NewLedgerEntry } from '../../domain/payments/ledger.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Store } from '../ports.ts';

/** Refuses when it can't; the transaction must end with that. */
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

/** As `takeCredit` would, without taking any. */
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
