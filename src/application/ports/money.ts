// What paying needs from the store: methods, payments, the books, and what members may owe.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import type { CreditAccount } from '../../domain/payments/credit.ts';
import type { LedgerEntry, NewLedgerEntry, Receipt } from '../../domain/payments/ledger.ts';
import type {
  NewPayment,
  Payment,
  PaymentId,
  PaymentStatus,
} from '../../domain/payments/payment.ts';
import type { PaymentMethod, PaymentMethodId } from '../../domain/payments/payment-method.ts';

export type CreditAccounts = {
  find(memberId: MemberId): Promise<CreditAccount | undefined>;
  /** Of those among these who have one. */
  list(memberIds: readonly MemberId[]): Promise<ReadonlyMap<MemberId, CreditAccount>>;
  setLimit(memberId: MemberId, limitCents: Cents, nowMs: number): Promise<CreditAccount>;
};

type NewPaymentMethod = Omit<PaymentMethod, 'id'> & {
  /** By what its gateway knows it again. */
  fingerprint: string;
  createdAtMs: number;
};

/** `isNew`: false when the member had saved it before, with whatever token. */
type AddedMethod = { id: PaymentMethodId; isNew: boolean; isDefault: boolean };

export type PaymentMethods = {
  /**
   * The first of a member's is the default whether it asks to be or not; a new default takes the place of the old. One that is
   * saved already keeps its id and is charged with the new token.
   */
  add(method: NewPaymentMethod): Promise<AddedMethod>;
  find(id: PaymentMethodId): Promise<PaymentMethod | undefined>;
  list(memberId: MemberId): Promise<PaymentMethod[]>;
  /** False when it is not this member's. */
  makeDefault(memberId: MemberId, id: PaymentMethodId): Promise<boolean>;
  /** It is not listed any more, so nothing new is charged to it; the oldest that is left becomes the default. */
  remove(memberId: MemberId, id: PaymentMethodId): Promise<boolean>;
};

export type PaymentChange = Pick<Payment, 'status'> &
  Partial<Pick<Payment, 'reference' | 'detail'>> & {
    from: readonly PaymentStatus[];
    retryAtMs: number | undefined;
    /** Also when nobody is to look at it any more. */
    evenIfSettled?: true;
    /** Only while nobody has taken it up since it had been looked at this often. */
    attempts?: number;
  };

/**
 * Who may act for a payment. Each who takes it up counts `attempts` up by one, so that the number is a token: with an older one
 * nothing is sent and nothing is settled, whatever any clock says.
 */
export type PaymentLease = Pick<Payment, 'id' | 'attempts' | 'retryAtMs'>;

/** Every attempt to take or return money. */
export type PaymentRecords = {
  add(payment: NewPayment): Promise<PaymentId>;
  find(id: PaymentId): Promise<Payment | undefined>;
  findByKey(key: string): Promise<Payment | undefined>;
  /** Oldest first; all, or so many of the newest. */
  listOfMember(memberId: MemberId, newest?: number): Promise<Payment[]>;
  listOfBooking(bookingId: BookingId): Promise<Payment[]>;
  /** Compare and set: false when its status is none of `from` or it is settled, and then nothing has changed. */
  change(id: PaymentId, change: PaymentChange): Promise<boolean>;
  /** Those that are not settled, whether due or not; the longest overdue first. */
  listOpen(limit: number): Promise<Payment[]>;
  /** Refunds that no gateway gives, so that they are due by hand; the oldest first. */
  listRefused(limit: number): Promise<Payment[]>;
  /** Those that recovery is to look at, the longest overdue first; also those put off farther than any can be. */
  listDue(nowMs: number, limit: number): Promise<Payment[]>;
  /** Takes one to look at until `untilMs`; false when somebody else has, or when it is settled. */
  takeUp(payment: Pick<Payment, 'id' | 'retryAtMs'>, untilMs: number): Promise<boolean>;
};

type LedgerOptions = {
  nowMs: number;
  /** Throws `CreditLimitReached` when there is no account, or when it would be used past its limit. */
  isLimited: boolean;
};

/** What a member's account says and what the entries add up to. */
export type AccountCheck = { memberId: MemberId; usedCents: number; entriesCents: number };

/** Of what was entered from `sinceMs` on and before `untilMs`, newest first: so many after those that are skipped. */
export type OwedPage = { sinceMs: number; untilMs: number; limit: number; skip: number };

/** All of one moment. */
type OwedEntries = {
  /** What moved what is owed, oldest first, from the page's first to its last: also what was entered at another time between them. */
  entries: LedgerEntry[];
  /** What was owed before the first of them. */
  openingCents: Cents;
  /** After everything there is. */
  owedCents: Cents;
  heldCents: Cents;
};

/** Immutable entries, and beside them how much of the limit is used: both move together or not at all. */
export type Ledger = {
  /** All entries are of one member. The account is locked until the transaction ends, so concurrent ones can't pass it. */
  post(entries: readonly NewLedgerEntry[], options: LedgerOptions): Promise<void>;
  /** A member's entries after the one with this id, oldest first. */
  list(memberId: MemberId, afterId: number, limit: number): Promise<LedgerEntry[]>;
  /** A page of a statement. What came before it is added up by the database, so that only the page is loaded. */
  listOwed(memberId: MemberId, page: OwedPage): Promise<OwedEntries>;
  listOfBooking(of: { bookingId: BookingId; memberId: MemberId }): Promise<LedgerEntry[]>;
  /** What carriers charged later or less, newest first; all, or so many. */
  listAdjustments(memberId: MemberId, newest?: number): Promise<LedgerEntry[]>;
  /** What the entries of each of these add up to, owed and held; who has none is not in it. */
  usedBy(memberIds: readonly MemberId[]): Promise<ReadonlyMap<MemberId, Cents>>;
  /**
   * Posts what a member has paid, unless a receipt of theirs that is not taken back has the reference: that one, then; or
   * without a reference, one of its amount since `alikeSinceMs`, if that is given. Of several who note it at once one does.
   */
  receive(
    entry: NewLedgerEntry,
    options: { nowMs: number; reference: string | undefined; alikeSinceMs: number | undefined },
  ): Promise<{ isNoted: boolean; receipt: Receipt }>;
  /** What a member has paid of what is owed, newest first. */
  listReceipts(memberId: MemberId, limit: number): Promise<Receipt[]>;
  /** What the bank calls those among these receipts that have a name, by their numbers. */
  listReferences(
    memberId: MemberId,
    receipts: readonly number[],
  ): Promise<ReadonlyMap<number, string>>;
  findReceipt(memberId: MemberId, id: number): Promise<Receipt | undefined>;
  /** Only says so; whoever does posts the entries in the same transaction. False when it was said before. */
  markTakenBack(receipt: number, nowMs: number): Promise<boolean>;
  /** For a few members after this one, in order. */
  check(afterMember: number, limit: number): Promise<AccountCheck[]>;
};
