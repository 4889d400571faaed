// The double-entry ledger. Every movement of money is one entry that debits one account and credits another, so the books
// always balance. Entries are never changed; a mistake is corrected by a further entry.
//
// The accounts. A debit increases owed, held, gateway and bank; a credit increases the others.
//   owed         amounts that members owe on the credit account
//   held         parts of a member's limit that are reserved for bookings with an unknown outcome
//   gateway      amounts that payment gateways hold for us
//   holds        the other side of every hold
//   sales        amounts sold
//   refunds_due  refunds to members' cards and wallets that are not paid yet
//   bank         payments of owed amounts at our bank, less refunds that we have paid outside the gateway
//
// Example: a booking of $50 on credit whose carrier confirms late. First hold (held 50 / holds 50); then release (holds 50 /
// held 50) and sale (owed 50 / sales 50). The used part of the member's limit is owed + held: 50 throughout.

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

/**
 * The member, booking and payment of an entry. Only a member's own payment of the amount owed has no booking; it has a
 * payment if it was made through a gateway.
 */
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

/** A member's payment towards the amount owed, and whether it was reversed later. */
export type Receipt = {
  id: number;
  atMs: number;
  amountCents: Cents;
  /** The bank's reference. */
  reference: string | undefined;
  isReversed: boolean;
};

const longestReference = 140;

/** Normalises a reference for storage; a blank one is undefined. */
export function readReference(text: string): string | undefined {
  const kept = text.trim().replace(/\s+/gu, ' ');
  if (kept.length > longestReference || /\p{Cc}/u.test(kept)) {
    refuseInvalid([{ path: ['reference'], problem: 'reference_unfit', most: longestReference }]);
  }
  return kept === '' ? undefined : kept;
}

/** References are compared without case, because people type the same one in different case. */
export const referenceKey = (reference: string): string => reference.toLowerCase();

/** The entries would exceed the member's credit limit, so the whole transaction must be rolled back. */
export class CreditLimitReached extends Error {
  override readonly name = 'CreditLimitReached';
}

/** An amount of zero creates no entry. */
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
/** Reverses a payment that never arrived or that the bank took back. */
export const reverseReceipt = (of: EntryOf, cents: Cents) =>
  receivePayment(of, cents).map(reversed);
/** Turns a hold into an amount owed. */
export const postHold = (of: EntryOf, cents: Cents) => [
  ...voidHold(of, cents),
  ...sellOnCredit(of, cents),
];
/** A charge for a booking is a sale; a balance payment reduces the amount owed. */
export const chargeMethod = (of: EntryOf, cents: Cents) =>
  of.bookingId === undefined ? receiveByGateway(of, cents) : entry('charge', of, cents);

const receiveByGateway = (of: EntryOf, cents: Cents) =>
  receivePayment(of, cents).map((one) => ({ ...one, debit: 'gateway' as const }));
/** Reverses a sale on credit. */
export const reverseSale = (of: EntryOf, cents: Cents) => entry('reversal', of, cents);
/** Records a refund that is due until the gateway has paid it. The amount of a balance payment is owed again. */
export const oweRefund = (of: EntryOf, cents: Cents) =>
  (of.bookingId === undefined
    ? receivePayment(of, cents).map(reversed)
    : entry('reversal', of, cents)
  ).map((one) => ({ ...one, credit: 'refunds_due' as const }));
export const payRefund = (of: EntryOf, cents: Cents) => entry('refund', of, cents);

/** The receiving bank returned the money to the gateway, so the refund is due again. */
export const returnRefund = (of: EntryOf, cents: Cents) => payRefund(of, cents).map(reversed);

/** The operator paid the refund outside the gateway. */
export const payManually = (of: EntryOf, cents: Cents) => entry('payout', of, cents);
/** Reverses a manual payout that did not happen, so the refund is due again. */
export const reversePayout = (of: EntryOf, cents: Cents) => payManually(of, cents).map(reversed);

/** The amount taken through a gateway that is still ours, from the entries of one booking. */
export function keptOfGateway(entries: readonly LedgerEntry[]): Cents {
  // Manual payouts are the only entries of a booking that move the bank account. That money has left us, so it
  // reduces the sum.
  return (['gateway', 'refunds_due', 'bank'] as const)
    .map((account) => balanceOf(entries, account))
    .reduce((sum, balance) => sum + balance, 0);
}

/** Records the carrier's later correction of the price, up or down. */
export function adjust(of: EntryOf, changeCents: Cents): NewLedgerEntry[] {
  const entries = entry('adjustment', of, Math.abs(changeCents));
  return changeCents >= 0 ? entries : entries.map(reversed);
}

function reversed(one: NewLedgerEntry): NewLedgerEntry {
  return { ...one, debit: one.credit, credit: one.debit };
}

/** The debits of one account minus its credits. */
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

/** The part of the member's credit limit that the entries use, negative if they release some. */
export function usedChange(entries: readonly NewLedgerEntry[]): Cents {
  return balanceOf(entries, 'owed') + balanceOf(entries, 'held');
}
