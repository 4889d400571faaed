// Bookings in the store.

import type {
  Booking,
  BookingId,
  BookingStatus,
  PlainBooking,
} from '../../domain/bookings/booking.ts';
import type { BookingFacts } from '../../domain/bookings/booking-facts.ts';
import type { Confirmation } from '../../domain/bookings/confirmation.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';

export type NewBooking = Omit<
  Booking,
  | 'id'
  | 'version'
  | 'confirmation'
  | 'connote'
  | 'confirmedAtMs'
  | 'additionalCents'
  | 'scannedGrams'
>;

export type BookingsShown = 'quotes' | 'booked' | 'attention' | 'under_way';

export type BookingPage = {
  memberId: MemberId;
  sinceMs: number | undefined;
  /** An id, or part of a consignment note. */
  text: string | undefined;
  /** Only quotes, what was booked, what somebody has to look at, or what has not arrived yet; undefined: all. */
  shows?: BookingsShown | undefined;
  /** What was made since then may be on its way: under way, or held up and to be looked at. */
  followedSinceMs?: number | undefined;
  /** Demos that were booked until then have arrived: of their way nothing is noted. */
  demosUntilMs?: number | undefined;
  isAscending: boolean;
  limit: number;
  skip: number;
};

/** What is left undefined does not matter. */
export type BookingFilter = {
  carrier: string | undefined;
  status: BookingStatus | undefined;
  /** When it was confirmed, or made where it was not. */
  fromMs: number | undefined;
  beforeMs: number | undefined;
};

export type Bookings = {
  add(booking: NewBooking): Promise<BookingId>;
  /**
   * `quotedBy`: if this carrier has quoted, the answers of others may be left out, because reading them all takes longest.
   * What is left out must not be stored: `replace` is for whole bookings.
   */
  find(id: BookingId, memberId: MemberId, quotedBy?: string): Promise<Booking | undefined>;
  /** As `find`, and inside a transaction nobody else changes it until the end. */
  lock(id: BookingId, memberId: MemberId): Promise<Booking | undefined>;
  list(page: BookingPage): Promise<Booking[]>;
  /**
   * Of the newest that were booked, a member's or anybody's, so many: those where the name or company of one of these
   * parties holds the text; newest first.
   */
  listByParty(wish: {
    memberId: MemberId | undefined;
    parties: readonly ('sender' | 'receiver')[];
    text: string;
    among: number;
    limit: number;
  }): Promise<PlainBooking[]>;
  /**
   * What a member has booked, newest first by when it was: of the next so many, those that fit, or a page of them. What
   * was booked before `nextBeforeMs` was not looked at; undefined when there is no more.
   */
  listFiltered(wish: {
    memberId: MemberId;
    filter: BookingFilter;
    among: number;
    page: { limit: number; skip: number } | undefined;
  }): Promise<{ found: PlainBooking[]; nextBeforeMs: number | undefined }>;
  /** Those of the member's among these, in any order. */
  listPlain(ids: readonly BookingId[], memberId: MemberId): Promise<PlainBooking[]>;
  /**
   * Puts an unpaid booking's new contents in the place of those with `expectedVersion`, which becomes one more. False,
   * and nothing is written, when somebody else has changed, paid or removed it meanwhile. The status stays.
   */
  replace(booking: Booking, expectedVersion: number): Promise<boolean>;
  /** Removes an unpaid booking with all that is in it; false when there is none. Its number is never given out again. */
  removeUnpaid(id: BookingId, memberId: MemberId): Promise<boolean>;
  /** Whoever's it is: for recovery and for the operator. */
  findForAnyMember(id: BookingId): Promise<Booking | undefined>;
  /**
   * Looks at bookings after this id and deletes those that are new, made and last quoted before then and that nobody ever
   * tried to pay for, with carriers' answers that no booking uses any more; it looks at so many, and deletes so many of them, at most.
   * Where to go on; undefined at the end of what is old.
   */
  purgeUnpaid(
    afterId: number,
    beforeMs: number,
    most: { reads: number; deletes: number },
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
  /**
   * Of the newest that a member confirmed in a time, so many, without demos: those that have a number and that the carrier
   * does not bill itself, newest first; also what was cancelled since. `isCut`: the time has more than were looked at.
   */
  listSold(wanted: {
    memberId: MemberId;
    sinceMs: number;
    untilMs: number | undefined;
    among: number;
    limit: number;
  }): Promise<{ found: PlainBooking[]; isCut: boolean }>;
  /** Consignment notes of those of the member's among these that have one. */
  listConnotes(
    ids: readonly BookingId[],
    memberId: MemberId,
  ): Promise<ReadonlyMap<BookingId, string>>;
  /** What was quoted last, whoever asked, the newest first. */
  listNewest(limit: number): Promise<PlainBooking[]>;
  /** Those among these, whoever's they are, in any order. */
  listForAnyMember(ids: readonly BookingId[]): Promise<PlainBooking[]>;
  /** Whether a booking has it, or has had it until somebody replaced it. */
  isConnoteTaken(connote: string): Promise<boolean>;
  /** Its booking has another now; it is on a label somewhere, and is not given out again. */
  retireConnote(connote: string): Promise<void>;
  /**
   * Compare and set: false, and nothing has changed, when the booking is not new any more or not the version whose quotes
   * were chosen from.
   */
  confirm(id: BookingId, expectedVersion: number, confirmed: ConfirmedAs): Promise<boolean>;
  /** The same for what was chosen at confirmation; `from` is where it must be. */
  settle(id: BookingId, settled: SettledAs): Promise<boolean>;
  /** What the carrier charged and measured; false when it is not where, or not charged what, was read. */
  adjust(id: BookingId, adjusted: AdjustedAs): Promise<boolean>;
  /**
   * New again: what was chosen is forgotten. Its version becomes one more: whoever planned to confirm it before then would
   * ask its carrier by the same reference.
   */
  reopen(id: BookingId, from: BookingStatus): Promise<boolean>;
};

/** A person has told a carrier that is not connected about a booking. */
type NotifiedCarrier = { bookingId: BookingId; notifiedAtMs: number; notifiedBy: MemberId };

/** What is known of a pickup that nobody has told its carrier about, without the booking being opened. */
export type UnnotifiedPickup = { bookingId: BookingId; memberId: MemberId } & Pick<
  Confirmation,
  'pickupDate' | 'unsaid'
>;

export type NotifiedCarriers = {
  /** Once for each booking: whoever said it first stays. */
  add(told: NotifiedCarrier): Promise<void>;
  remove(bookingId: BookingId): Promise<void>;
  list(bookingIds: readonly BookingId[]): Promise<NotifiedCarrier[]>;
  /**
   * Bookings that were sent to no carrier, are not on their way, and whose carrier nobody has told, in any order: all that
   * were confirmed since then, and perhaps others. Never demos.
   */
  listUnnotified(wish: { sinceMs: number; limit: number }): Promise<UnnotifiedPickup[]>;
};

type ConfirmedAs = {
  status: BookingStatus;
  confirmation: Confirmation;
  facts: BookingFacts;
  connote: string | undefined;
  confirmedAtMs: number | undefined;
};

type SettledAs = {
  from: BookingStatus;
  to: BookingStatus;
  connote: string | undefined;
  confirmedAtMs: number | undefined;
  /** Undefined: it stays as it was claimed. */
  confirmation?: Confirmation | undefined;
};

type AdjustedAs = {
  from: BookingStatus;
  fromCents: Cents;
  additionalCents: Cents;
  /** Undefined: it stays, whatever it is. */
  scannedGrams: number | undefined;
};
