// Bookings in the store.

import type {
  Booking,
  BookingId,
  BookingStatus,
  PlainBooking,
} from '../../domain/bookings/booking.ts';
import type { BookingFacts } from '../../domain/bookings/booking-facts.ts';
import type { BookingOrder } from '../../domain/bookings/booking-order.ts';
import type { SearchedPart } from '../../domain/bookings/booking-words.ts';
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

/** A member reads its own records, the operator those of all members. */
export type Owner = MemberId | 'operator';

/** `booked`: all except quotes. `attention`: unsettled or held up. `under_way`: not delivered yet. */
export type BookingsShown = 'quotes' | 'booked' | 'attention' | 'under_way';

type BookingPage = {
  memberId: MemberId;
  sinceMs: number | undefined;
  /** A booking's id or connote. */
  text: string | undefined;
  isAscending: boolean;
  limit: number;
  skip: number;
};

export type ShownPage = {
  owner: Owner;
  /** Undefined: all. */
  shows: BookingsShown | undefined;
  /** A shipment counts as under way or held up only if its booking was created since this time. */
  followedSinceMs: number;
  /** Demos that began before this time have been delivered; their stages are not stored. */
  demosUntilMs: number;
  limit: number;
  skip: number;
};

/** An undefined field does not filter. */
export type BookingFilter = {
  carrier: string | undefined;
  status: BookingStatus | undefined;
  /** The time of confirmation, or of creation for a booking without one. */
  fromMs: number | undefined;
  beforeMs: number | undefined;
};

export type Bookings = {
  add(booking: NewBooking): Promise<BookingId>;
  /**
   * `quotedBy`: if this carrier has quoted, other carriers' answers may be left out, because reading them all is
   * slow. Such a booking is incomplete and must not be passed to `replace`.
   */
  find(id: BookingId, memberId: MemberId, quotedBy?: string): Promise<Booking | undefined>;
  /** Like `find`, and locks the booking until the transaction ends. */
  lock(id: BookingId, memberId: MemberId): Promise<Booking | undefined>;
  /** Locks bookings of any member until the transaction ends. */
  lockAll(ids: readonly BookingId[]): Promise<void>;
  list(page: BookingPage): Promise<Booking[]>;
  /** A page for people, newest first. */
  listShown(page: ShownPage): Promise<PlainBooking[]>;
  /**
   * The newest bookings with a word that begins with each of these, in one of these parts.
   */
  listByWords(input: {
    owner: Owner;
    parts: readonly SearchedPart[];
    words: readonly string[];
    limit: number;
  }): Promise<PlainBooking[]>;
  /**
   * Bookings, newest first or in another order: the matching ones among the next `among`, or a page of them. Bookings
   * before `nextBeforeMs` were not searched; it is undefined at the end.
   */
  listFiltered(input: {
    owner: Owner;
    filter: BookingFilter;
    order?: BookingOrder | undefined;
    among: number;
    page: { limit: number; skip: number } | undefined;
  }): Promise<{ found: PlainBooking[]; nextBeforeMs: number | undefined }>;
  /** Bookings with these ids or this connote, in any order; leaves out those of other members. */
  listPlain(owner: Owner, ids: readonly BookingId[], connote?: string): Promise<PlainBooking[]>;
  /**
   * Replaces an unpaid booking and increases its version. False, without a write, if its version is not
   * `expectedVersion` because it was changed, paid or deleted. The status stays.
   */
  replace(booking: Booking, expectedVersion: number): Promise<boolean>;
  /** Deletes an unpaid booking and its contents; false if there is none. Its number is never reused. */
  removeUnpaid(id: BookingId, memberId: MemberId): Promise<boolean>;
  /** For recovery and the operator. */
  findForAnyMember(id: BookingId): Promise<Booking | undefined>;
  /**
   * Reads a batch of bookings after this id and deletes the unpaid ones that were created and last quoted before this
   * time and have no payments, with carriers' answers that no other booking uses. Returns where to continue;
   * undefined when the remaining bookings are newer.
   */
  purgeUnpaid(
    afterId: number,
    beforeMs: number,
    most: { reads: number; deletes: number },
  ): Promise<{ purged: number; nextId: number | undefined; reachedId: number }>;
  /** The same for shared answers that no booking uses. */
  purgeUnusedSets(
    afterId: number,
    beforeMs: number,
    limit: number,
  ): Promise<{ purged: number; nextId: number | undefined }>;
  /** Bookings of all members that need attention, or may soon; oldest first. */
  listTroubled(limit: number): Promise<PlainBooking[]>;
  /**
   * Searches this many of the newest bookings that a member confirmed in a period, and returns those with a connote
   * that the operator sold, newest first. Includes cancelled bookings and leaves out demos. `isCut`: the period has
   * more bookings than were searched.
   */
  listSold(wanted: {
    memberId: MemberId;
    sinceMs: number;
    untilMs: number | undefined;
    among: number;
    limit: number;
  }): Promise<{ found: PlainBooking[]; isCut: boolean }>;
  /** The connotes of the member's bookings among these; leaves out bookings without one. */
  listConnotes(
    ids: readonly BookingId[],
    memberId: MemberId,
  ): Promise<ReadonlyMap<BookingId, string>>;
  /** The most recently quoted bookings of all callers, newest first. */
  listNewest(limit: number): Promise<PlainBooking[]>;
  /** Whether a booking has this connote, or had it before it was replaced. */
  isConnoteTaken(connote: string): Promise<boolean>;
  /** Reserves a replaced connote for ever, because it may be printed on a label. */
  retireConnote(connote: string): Promise<void>;
  /**
   * Compare and set: false, without a change, if the booking is not new any more or was changed since its quotes were
   * chosen.
   */
  confirm(id: BookingId, expectedVersion: number, confirmed: ConfirmedAs): Promise<boolean>;
  /** Compare and set of the status: false if it is not `from`. */
  settle(id: BookingId, settled: SettledAs): Promise<boolean>;
  /**
   * Records the carrier's charges and weight; false if the status or the charges have changed since they were read.
   */
  adjust(id: BookingId, adjusted: AdjustedAs): Promise<boolean>;
  /**
   * Makes the booking new again and removes its confirmation. Increases its version, so that an older plan to confirm
   * it, which would send the carrier the same reference, fails.
   */
  reopen(id: BookingId, from: BookingStatus): Promise<boolean>;
};

/** A carrier that the operator has notified about a booking. */
type NotifiedCarrier = { bookingId: BookingId; notifiedAtMs: number; notifiedBy: MemberId };

/** What the list of carriers to notify needs, without reading the whole booking. */
export type UnnotifiedPickup = { bookingId: BookingId; memberId: MemberId } & Pick<
  Confirmation,
  'pickupDate' | 'unsaid'
>;

export type NotifiedCarriers = {
  /** All of these bookings, or none if the process dies. The first notification of a booking stays. */
  add(
    bookingIds: readonly BookingId[],
    by: Pick<NotifiedCarrier, 'notifiedAtMs' | 'notifiedBy'>,
  ): Promise<void>;
  remove(bookingIds: readonly BookingId[]): Promise<void>;
  list(bookingIds: readonly BookingId[]): Promise<NotifiedCarrier[]>;
  /**
   * Bookings that the operator still has to notify the carrier about, in any order: all that were confirmed since
   * this time, and possibly older ones. Never demos.
   */
  listUnnotified(input: { sinceMs: number; limit: number }): Promise<UnnotifiedPickup[]>;
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
  /** Undefined: unchanged. */
  confirmation?: Confirmation | undefined;
};

type AdjustedAs = {
  from: BookingStatus;
  fromCents: Cents;
  additionalCents: Cents;
  /** Undefined: unchanged. */
  scannedGrams: number | undefined;
};
