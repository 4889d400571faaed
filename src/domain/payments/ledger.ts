// The books. Every movement of money is one entry that names both sides, so that no entry can unbalance them: what one
// account is debited, the other is credited. Entries are written once and never changed; a mistake is undone by another.
//
// The accounts, a debit making the first three and the last larger, and a credit the others:
//   owed         what a member owes on the credit account
//   held         what is kept free of a member's limit for a booking whose outcome is not known yet
//   gateway      what a payment gateway has taken for us
//   holds        the other side of every hold
//   sales        what was sold
//   refunds_due  what is to go back to a member's card or wallet and has not yet
//   bank         what members have paid us for what they owed, less what we have paid them past the gateway
//
// A booking of $50 on credit, carrier unsure, then confirmed: hold (held 50 / holds 50); release (holds 50 / held 50) and
// sale (owed 50 / sales 50). What a member has used of the limit is owed + held: 50 from the first entry to the last.

import type { BookingId } from '../bookings/booking.ts';
import type { MemberId } from '../members/member.ts';
import type { Cents } from '../money.ts';
import { refuseInvalid } from '../refusal.ts';
import type { PaymentId } from './payment.ts';

export type LedgerAccount =
  | 'owed'
  | 'held'
  | 'gateway'
  | 'holds'
  | 'sales'
  | 'refunds_due'
  | 'bank';

export type EntryKind =
  | 'hold'
  | 'release'
  | 'sale'
  | 'charge'
  | 'adjustment'
  | 'reversal'
  | 'refund'
  | 'receipt'
  | 'payout';

const sides: Readonly<Record<EntryKind, { debit: LedgerAccount; credit: LedgerAccount }>> = {
  hold: { debit: 'held', credit: 'holds' },
  release: { debit: 'holds', credit: 'held' },
  sale: { debit: 'owed', credit: 'sales' },
  charge: { debit: 'gateway', credit: 'sales' },
  adjustment: { debit: 'owed', credit: 'sales' },
  reversal: { debit: 'sales', credit: 'owed' },
  refund: { debit: 'refunds_due', credit: 'gateway' },
  receipt: { debit: 'bank', credit: 'owed' },
  payout: { debit: 'refunds_due', credit: 'bank' },
};

/** Whose entry it is, and what it belongs to. Only a member's own payment of what is owed belongs to no booking. */
export type EntryOf = {
  memberId: MemberId;
  bookingId: BookingId | undefined;
  paymentId: PaymentId | undefined;
};

export type NewLedgerEntry = EntryOf & {
  kind: EntryKind;
  debit: LedgerAccount;
  credit: LedgerAccount;
  amountCents: Cents;
};

export type LedgerEntry = NewLedgerEntry & { id: number; atMs: number };

/** That a member has paid some of what is owed, and whether that was taken back since. */
export type Receipt = {
  id: number;
  atMs: number;
  amountCents: Cents;
  /** What the bank calls it. */
  reference: string | undefined;
  isTakenBack: boolean;
};

const longestReference = 140;

/** As it is kept; blank is none. */
export function readReference(text: string): string | undefined {
  const kept = text.trim().replace(/\s+/gu, ' ');
  if (kept.length > longestReference || /\p{Cc}/u.test(kept)) {
    refuseInvalid([{ path: ['reference'], problem: 'reference_unfit', most: longestReference }]);
  }
  return kept === '' ? undefined : kept;
}

/** Two hands write one reference in letters of different case. */
export const referenceKey = (reference: string): string => reference.toLowerCase();

/** Entries would take a member past the limit: nothing of the transaction they belong to may stay. */
export class CreditLimitReached extends Error {
  override readonly name = 'CreditLimitReached';
}

/** No entry is made for nothing. */
function entry(kind: EntryKind, of: EntryOf, amountCents: Cents): NewLedgerEntry[] {
  if (!Number.isSafeInteger(amountCents) || amountCents < 0)
    throw new Error(`an entry of ${amountCents} cents`);
  if (amountCents === 0) return [];
  const { memberId, bookingId, paymentId } = of;
  return [{ kind, ...sides[kind], amountCents, memberId, bookingId, paymentId }];
}

export const holdCredit = (of: EntryOf, cents: Cents) => entry('hold', of, cents);
export const voidHold = (of: EntryOf, cents: Cents) => entry('release', of, cents);
export const sellOnCredit = (of: EntryOf, cents: Cents) => entry('sale', of, cents);
export const receivePayment = (of: EntryOf, cents: Cents) => entry('receipt', of, cents);
/** It never came, or the bank took it back. */
export const reverseReceipt = (of: EntryOf, cents: Cents) =>
  receivePayment(of, cents).map(reversed);
/** The hold becomes what is owed. */
export const postHold = (of: EntryOf, cents: Cents) => [
  ...voidHold(of, cents),
  ...sellOnCredit(of, cents),
];
export const chargeMethod = (of: EntryOf, cents: Cents) => entry('charge', of, cents);
/** The sale on credit never was. */
export const reverseSale = (of: EntryOf, cents: Cents) => entry('reversal', of, cents);
/** The money is to go back to where it came from; until it has, it is due. */
export const oweRefund = (of: EntryOf, cents: Cents) =>
  entry('reversal', of, cents).map((one) => ({ ...one, credit: 'refunds_due' as const }));
export const payRefund = (of: EntryOf, cents: Cents) => entry('refund', of, cents);

/** The bank of whoever was to have it sent it back to the gateway: it is due again. */
export const returnRefund = (of: EntryOf, cents: Cents) => payRefund(of, cents).map(reversed);

/** What the gateway did not give back was paid another way. */
export const payManually = (of: EntryOf, cents: Cents) => entry('payout', of, cents);
/** It never was: it is due again. */
export const reversePayout = (of: EntryOf, cents: Cents) => payManually(of, cents).map(reversed);

/** What is still ours of what was taken through a gateway for a booking whose entries these are. */
export function keptOfGateway(entries: readonly LedgerEntry[]): Cents {
  // Of a booking's entries only payouts move the bank: what was paid by hand is no longer ours, wherever it lies.
  return (['gateway', 'refunds_due', 'bank'] as const)
    .map((account) => balanceOf(entries, account))
    .reduce((sum, balance) => sum + balance, 0);
}

/** What the carrier found afterwards: more is owed, or less. */
export function adjust(of: EntryOf, changeCents: Cents): NewLedgerEntry[] {
  const entries = entry('adjustment', of, Math.abs(changeCents));
  return changeCents >= 0 ? entries : entries.map(reversed);
}

function reversed(one: NewLedgerEntry): NewLedgerEntry {
  return { ...one, debit: one.credit, credit: one.debit };
}

/** Debits less credits of one account. */
export function balanceOf(
  entries: readonly Pick<NewLedgerEntry, 'debit' | 'credit' | 'amountCents'>[],
  account: LedgerAccount,
): Cents {
  let balance = 0;
  for (const { debit, credit, amountCents } of entries) {
    if (debit === account) balance += amountCents;
    if (credit === account) balance -= amountCents;
  }
  return balance;
}

/** How much of the member's limit the entries take (or give back). */
export function usedChange(entries: readonly NewLedgerEntry[]): Cents {
  return balanceOf(entries, 'owed') + balanceOf(entries, 'held');
}
