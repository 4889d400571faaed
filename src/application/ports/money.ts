// Payment methods, payments, the ledger and credit accounts in the store.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import type { CreditAccount } from '../../domain/payments/credit.ts';
import type { LedgerEntry, NewLedgerEntry, Receipt } from '../../domain/payments/ledger.ts';
import type {
  BookingPayment,
  NewPayment,
  Payment,
  PaymentId,
  PaymentStatus,
} from '../../domain/payments/payment.ts';
import type { PaymentMethod, PaymentMethodId } from '../../domain/payments/payment-method.ts';

export type CreditAccounts = {
  find(memberId: MemberId): Promise<CreditAccount | undefined>;
  /** Leaves out members without an account. */
  list(memberIds: readonly MemberId[]): Promise<ReadonlyMap<MemberId, CreditAccount>>;
  setLimit(memberId: MemberId, limitCents: Cents, nowMs: number): Promise<CreditAccount>;
};

type NewPaymentMethod = Omit<PaymentMethod, 'id'> & {
  /** Identifies the card or wallet at its gateway. */
  fingerprint: string;
  createdAtMs: number;
};

/** `isNew`: false if the member had saved it before, under any token. */
type AddedMethod = { id: PaymentMethodId; isNew: boolean; isDefault: boolean };

export type PaymentMethods = {
  /**
   * A member's first method becomes the default; a new default replaces the old one. A method that is saved already
   * keeps its id and is charged with the new token.
   */
  add(method: NewPaymentMethod): Promise<AddedMethod>;
  find(id: PaymentMethodId): Promise<PaymentMethod | undefined>;
  list(memberId: MemberId): Promise<PaymentMethod[]>;
  /** False if the method is not this member's. */
  makeDefault(memberId: MemberId, id: PaymentMethodId): Promise<boolean>;
  /** Hides the method, so that it cannot be charged; the oldest remaining one becomes the default. */
  remove(memberId: MemberId, id: PaymentMethodId): Promise<boolean>;
};

export type PaymentChange = Pick<Payment, 'status'> &
  Partial<Pick<Payment, 'reference' | 'detail'>> & {
    from: readonly PaymentStatus[];
    retryAtMs: number | undefined;
    /** Also changes a payment that recovery has finished. */
    evenIfSettled?: true;
    /** Only if no other process has taken the payment up since this count. */
    attempts?: number;
  };

/**
 * The right to act for a payment. Every process that takes it up increases `attempts`, which is a fencing token: a
 * process with an older one sends and settles nothing, even if the clocks differ.
 */
export type PaymentLease = Pick<Payment, 'id' | 'attempts' | 'retryAtMs'>;

/** Every attempt to charge or refund. */
export type PaymentRecords = {
  add(payment: NewPayment): Promise<PaymentId>;
  find(id: PaymentId): Promise<Payment | undefined>;
  findByKey(key: string): Promise<Payment | undefined>;
  /** Oldest first; all, or only this many of the newest. */
  listOfMember(memberId: MemberId, newest?: number): Promise<Payment[]>;
  /** The member's newest balance payment that is under way or was charged. */
  findLatestForBalance(memberId: MemberId): Promise<Payment | undefined>;
  /** The refund of a balance payment. */
  findRefundOf(payment: Pick<Payment, 'id' | 'memberId'>): Promise<Payment | undefined>;
  /** Balance payments and their refunds, newest first. */
  listForBalance(memberId: MemberId, newest: number): Promise<Payment[]>;
  listOfBooking(bookingId: BookingId): Promise<BookingPayment[]>;
  /** Compare and set: false, without a change, if its status is not in `from` or it is settled. */
  change(id: PaymentId, change: PaymentChange): Promise<boolean>;
  /** Unsettled payments, due or not; the longest overdue first. */
  listOpen(limit: number): Promise<Payment[]>;
  /** Refunds that the gateway refused, so the operator has to pay them; oldest first. */
  listRefused(limit: number): Promise<Payment[]>;
  /**
   * Payments for recovery, the longest overdue first. Includes payments postponed beyond the longest pause.
   */
  listDue(nowMs: number, limit: number): Promise<Payment[]>;
  /** Leases the payment until `untilMs`; false if another process has, or it is settled. */
  takeUp(payment: Pick<Payment, 'id' | 'retryAtMs'>, untilMs: number): Promise<boolean>;
};

type LedgerOptions = {
  nowMs: number;
  /** Throws `CreditLimitReached` without an account or beyond its limit. */
  isLimited: boolean;
};

/** The used credit of a member's account, and the sum of its entries. */
export type AccountCheck = { memberId: MemberId; usedCents: number; entriesCents: number };

/** Entries from `sinceMs` on and before `untilMs`, newest first. */
export type OwedPage = { sinceMs: number; untilMs: number; limit: number; skip: number };

/** Read in one snapshot. */
type OwedEntries = {
  /**
   * Entries that changed the amount owed, oldest first, between the page's first and last. Entries between them by id
   * are included, even if their time is outside the period.
   */
  entries: LedgerEntry[];
  /** The amount owed before the first entry. */
  openingCents: Cents;
  /** The amount owed now, after all entries. */
  owedCents: Cents;
  heldCents: Cents;
};

/** Immutable entries, and the used credit of each account. Both change in one transaction. */
export type Ledger = {
  /**
   * All entries have the same member. The account is locked until the transaction ends, so that concurrent ones
   * cannot exceed the limit.
   */
  post(entries: readonly NewLedgerEntry[], options: LedgerOptions): Promise<void>;
  /** A member's entries after the one with this id, oldest first. */
  list(memberId: MemberId, afterId: number, limit: number): Promise<LedgerEntry[]>;
  /** A page of a statement. The database adds up the balance before it, so that only the page is loaded. */
  listOwed(memberId: MemberId, page: OwedPage): Promise<OwedEntries>;
  listOfBooking(of: { bookingId: BookingId; memberId: MemberId }): Promise<LedgerEntry[]>;
  /** Later charges and credits by carriers, newest first; all, or only this many. */
  listAdjustments(memberId: MemberId, newest?: number): Promise<LedgerEntry[]>;
  /** The sum of each member's entries, owed and held. Leaves out members without entries. */
  usedBy(memberIds: readonly MemberId[]): Promise<ReadonlyMap<MemberId, Cents>>;
  /**
   * Posts a payment by the member, unless it is recorded already: with a reference, as a receipt with that reference
   * that was not reversed; without one, as a receipt of the same amount since `alikeSinceMs`, if given. Returns the
   * existing receipt then. Of simultaneous requests, one posts it.
   */
  receive(
    entry: NewLedgerEntry,
    options: { nowMs: number; reference: string | undefined; alikeSinceMs: number | undefined },
  ): Promise<{ isRecorded: boolean; receipt: Receipt }>;
  /** Payments by the member to the credit account, newest first. */
  listReceipts(memberId: MemberId, limit: number): Promise<Receipt[]>;
  /** The bank's references of these receipts, by id. Leaves out receipts without one. */
  listReferences(
    memberId: MemberId,
    receipts: readonly number[],
  ): Promise<ReadonlyMap<number, string>>;
  findReceipt(memberId: MemberId, id: number): Promise<Receipt | undefined>;
  /**
   * Only marks it; the caller posts the reversing entries in the same transaction. False if it was marked before.
   */
  markReversed(receipt: number, nowMs: number): Promise<boolean>;
  /** Checks a batch of members after this one. */
  check(afterMember: number, limit: number): Promise<AccountCheck[]>;
};
