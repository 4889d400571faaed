// What confirming, paying and the jobs behind them need from the store. Part of `ports.ts`, which hands it on: adapters
// import it from there.
import type { MemberId } from '../domain/accounts/member.ts';
import type {
  Booking,
  BookingId,
  BookingStatus,
  PlainBooking,
} from '../domain/bookings/booking.ts';
import type { BookingFacts } from '../domain/bookings/booking-facts.ts';
import type { Confirmation } from '../domain/bookings/confirmation.ts';
import type { CustomsDeclaration } from '../domain/bookings/customs-declaration.ts';
import type { Cents } from '../domain/money.ts';
import type { LedgerEntry, NewLedgerEntry } from '../domain/payments/ledger.ts';
import type { Payment, PaymentId, PaymentStatus } from '../domain/payments/payment.ts';
import type { PaymentMethod, PaymentMethodId } from '../domain/payments/payment-method.ts';
import type { ConnoteTerms } from '../domain/rating/carrier-terms.ts';

/** What a carrier is asked to take. The reference is ours, and the same however often it is asked for one attempt. */
export type ConsignmentRequest = {
  reference: string;
  /** Its items are what is handed over: cartons where the order was boxed. */
  booking: Booking;
  confirmation: Confirmation;
  /** Of a booking that crosses a border. */
  customs: CustomsDeclaration | undefined;
  /** Whoever sends it must have begun by then: afterwards it is taken for unsent. Undefined: whoever only asks. */
  sendBeforeMs?: number | undefined;
};

export type ConsignmentOutcome =
  | { outcome: 'booked'; connote: string }
  | { outcome: 'rejected'; reason: string }
  // Nobody knows yet: ask again with the same reference.
  | { outcome: 'unknown'; reason: string };

/** Where a carrier takes bookings. What becomes of one is an outcome, never a throw. */
export type CarrierDesk = {
  /** Idempotent by reference. */
  book(request: ConsignmentRequest): Promise<ConsignmentOutcome>;
  /** `absent`: the carrier never saw it, so it will not happen unless asked again. */
  find(request: ConsignmentRequest): Promise<ConsignmentOutcome | { outcome: 'absent' }>;
};

/** What becomes of a booking once somebody wants to pay for it. */
export type BookingMoves = {
  /** Whoever's it is: for recovery and for the operator. */
  findAnyones(id: BookingId): Promise<Booking | undefined>;
  /**
   * Looks at bookings after this id and deletes those that are new, made before then and that nobody ever tried to pay
   * for, with carriers' answers that no booking uses any more; it looks at so many, and deletes so many of them, at most.
   * Where to go on; undefined at the end of what is old.
   */
  purgeUnpaid(
    afterId: number,
    beforeMs: number,
    most: { looks: number; deletes: number },
  ): Promise<{ purged: number; nextId: number | undefined; reachedId: number }>;
  /** The same for answers that bookings shared and that none refers to any more. */
  purgeUnusedSets(
    afterId: number,
    beforeMs: number,
    limit: number,
  ): Promise<{ purged: number; nextId: number | undefined }>;
  /** What somebody has to look at, or soon may have to, whoever's it is; the oldest first. */
  listTroubled(limit: number): Promise<PlainBooking[]>;
  /** What was booked, one member's or anybody's, newest first. */
  listBooked(page: {
    memberId: MemberId | undefined;
    limit: number;
    skip: number;
  }): Promise<PlainBooking[]>;
  /** What was quoted last, whoever asked, the newest first. */
  listNewest(limit: number): Promise<PlainBooking[]>;
  /** Those among these, whoever's they are, in any order. */
  listAnyones(ids: readonly BookingId[]): Promise<PlainBooking[]>;
  isConnoteTaken(connote: string): Promise<boolean>;
  /**
   * Compare and set: false, and nothing has changed, when the booking is not new any more or not the version whose quotes
   * were chosen from.
   */
  confirm(id: BookingId, expectedVersion: number, confirmed: ConfirmedAs): Promise<boolean>;
  /** The same for what was chosen at confirmation; `from` is where it must be. */
  settle(id: BookingId, settled: SettledAs): Promise<boolean>;
  /** What the carrier charged and measured; false when it is not where, or not charged what, was read. */
  adjust(id: BookingId, adjusted: AdjustedAs): Promise<boolean>;
  /** New again: what was chosen is forgotten. */
  reopen(id: BookingId, from: BookingStatus): Promise<boolean>;
};

export type ConfirmedAs = {
  status: BookingStatus;
  confirmation: Confirmation;
  facts: BookingFacts;
  connote: string | undefined;
  confirmedAtMs: number | undefined;
};

export type SettledAs = {
  from: BookingStatus;
  to: BookingStatus;
  connote: string | undefined;
  confirmedAtMs: number | undefined;
};

export type AdjustedAs = {
  from: BookingStatus;
  fromCents: Cents;
  additionalCents: Cents;
  /** Undefined: it stays, whatever it is. */
  scannedGrams: number | undefined;
};

export type NewPaymentMethod = Omit<PaymentMethod, 'id'> & { createdAtMs: number };

export type PaymentMethods = {
  /** The first of a member's is the default whether it asks to be or not; a new default takes the place of the old. */
  add(method: NewPaymentMethod): Promise<PaymentMethodId>;
  find(id: PaymentMethodId): Promise<PaymentMethod | undefined>;
  list(memberId: MemberId): Promise<PaymentMethod[]>;
  /** False when it is not this member's. */
  makeDefault(memberId: MemberId, id: PaymentMethodId): Promise<boolean>;
  /** It is not listed any more, so nothing new is charged to it; the oldest that is left becomes the default. */
  remove(memberId: MemberId, id: PaymentMethodId): Promise<boolean>;
};

export type NewPayment = Omit<Payment, 'id' | 'looks'>;

export type PaymentChange = Pick<Payment, 'status'> &
  Partial<Pick<Payment, 'reference' | 'detail'>> & {
    from: readonly PaymentStatus[];
    lookAtMs: number | undefined;
    /** Also when nobody is to look at it any more. */
    evenIfSettled?: true;
  };

/** Every attempt to take or return money. */
export type PaymentRecords = {
  add(payment: NewPayment): Promise<PaymentId>;
  find(id: PaymentId): Promise<Payment | undefined>;
  findByKey(key: string): Promise<Payment | undefined>;
  listOfMember(memberId: MemberId): Promise<Payment[]>;
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
  takeUp(payment: Pick<Payment, 'id' | 'lookAtMs'>, untilMs: number): Promise<boolean>;
};

export type LedgerOptions = {
  nowMs: number;
  /** Throws `CreditLimitReached` when there is no account, or when it would be used past its limit. */
  isLimited: boolean;
};

/** What a member's account says and what the entries add up to. */
export type AccountCheck = { memberId: MemberId; usedCents: number; entriesCents: number };

/** Immutable entries, and beside them how much of the limit is used: both move together or not at all. */
export type Ledger = {
  /** All entries are of one member. The account is locked until the transaction ends, so concurrent ones can't pass it. */
  post(entries: readonly NewLedgerEntry[], options: LedgerOptions): Promise<void>;
  /** A member's entries after the one with this id, oldest first. */
  list(memberId: MemberId, afterId: number, limit: number): Promise<LedgerEntry[]>;
  listOfBooking(of: { bookingId: BookingId; memberId: MemberId }): Promise<LedgerEntry[]>;
  /** For a few members after this one, in order. */
  check(afterMember: number, limit: number): Promise<AccountCheck[]>;
};

/** Numbers that are given out once, whoever asks, in however many processes. */
export type NumberRanges = {
  /** Undefined when the range is used up. */
  next(name: string, range: Pick<ConnoteTerms, 'start' | 'end'>): Promise<number | undefined>;
  /**
   * After `next` found none, in the same transaction: of a range below what the counter has reached. It goes on from the last
   * that was given out of a range with this beginning; `findFree` says which from there on was not given out otherwise.
   */
  nextBelow(
    name: string,
    range: Pick<ConnoteTerms, 'start'>,
    findFree: (from: number) => Promise<number | undefined>,
  ): Promise<number | undefined>;
  /** The first of so many numbers in a row, of a range that begins with 0 and has no end. */
  take(name: string, count: number): Promise<number>;
};

export type Answer = { status: number; body: string };

export type IdempotencyRecord = {
  requestDigest: string;
  /** What it has made already, should the process have died before it could answer. */
  bookingId: BookingId | undefined;
  answer: Answer | undefined;
  heldUntilMs: number;
};

export type IdempotencyKey = { memberId: MemberId; key: string };

/** A key as its holder has it: whoever takes it up holds it until another time, so the time tells holders apart. */
export type HeldIdempotencyKey = IdempotencyKey & { heldUntilMs: number };

/** Requests that may come twice and must have their effect once. */
export type IdempotencyRecords = {
  /**
   * The record that is there, or undefined: then it was made, and the request is ours until `heldUntilMs`. One made before
   * `expiredBeforeMs` counts no more.
   */
  begin(
    key: IdempotencyKey,
    request: { digest: string; nowMs: number; heldUntilMs: number; expiredBeforeMs: number },
  ): Promise<IdempotencyRecord | undefined>;
  /**
   * Takes over what nobody works on any more; undefined when somebody was quicker. The record is as it is then: whoever held
   * it last may have noted a booking since it was read.
   */
  takeUp(held: HeldIdempotencyKey, untilMs: number): Promise<IdempotencyRecord | undefined>;
  /** False, and nothing is done, when somebody else has taken the key up. */
  noteBooking(held: HeldIdempotencyKey, bookingId: BookingId): Promise<boolean>;
  /** False as with `noteBooking`. */
  finish(held: HeldIdempotencyKey, answer: Answer): Promise<boolean>;
  /** Nothing is known of it yet: whoever asks again may take it up at once. What somebody else holds is left. */
  release(held: HeldIdempotencyKey): Promise<void>;
  find(key: IdempotencyKey): Promise<IdempotencyRecord | undefined>;
  purge(beforeMs: number, limit: number): Promise<number>;
};

/** One holder at a time among all processes. */
export type Leases = {
  /** Takes or renews the lease; false while somebody else holds it. */
  take(lease: { name: string; holder: string; nowMs: number; untilMs: number }): Promise<boolean>;
  release(lease: { name: string; holder: string }): Promise<void>;
};

/** How far a job has come that works through a table in small steps, so that another process goes on there. */
export type JobPlaces = {
  find(job: string): Promise<JobPlace | undefined>;
  keep(job: string, place: JobPlace): Promise<void>;
};

export type JobPlace = {
  afterId: number;
  /** When it last began with the first; absent of a job that begins anew whenever it has come to the end. */
  passBegunAtMs?: number | undefined;
};

export type CustomsDeclarations = {
  save(bookingId: BookingId, declaration: CustomsDeclaration, nowMs: number): Promise<void>;
  find(bookingId: BookingId): Promise<CustomsDeclaration | undefined>;
};
