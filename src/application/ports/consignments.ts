// Bookings with carriers: consignments that are sent, their numbers, labels and manifests.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { CustomsDeclaration } from '../../domain/bookings/customs-declaration.ts';
import type { PickupWay } from '../../domain/connectors/account-setting.ts';
import type { AllottedNumbers } from '../../domain/connectors/allotted-numbers.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import type { ConnoteTerms } from '../../domain/rate-cards/carrier-terms.ts';
import type {
  BookedConsignment,
  CarrierAccountOf,
  CarrierConsignment,
  CarrierLabel,
  ConsignmentRequest,
  LabelFormat,
} from './connector.ts';
import type { PaymentLease } from './money.ts';

export type ConsignmentOutcome =
  | { outcome: 'booked'; connote: string }
  | { outcome: 'rejected'; reason: string }
  // The outcome is not known yet: ask again with the same reference.
  | { outcome: 'unknown'; reason: string };

export type PickupOutcome =
  | { outcome: 'arranged'; pickupNumber: string }
  | { outcome: 'refused' }
  | { outcome: 'unknown'; reason: string };

/** Books with a carrier. Results are outcomes, never throws. */
export type CarrierBooking = {
  /** How its consignments are collected; 'regular' by default. */
  pickups?: PickupWay;
  /** The ranges from which its consignments are numbered. */
  allotted?: AllottedNumbers | undefined;
  /** Requests a pickup for a booked consignment, once, for carriers whose pickups are `booked`. */
  pickup?(request: ConsignmentRequest, connote: string): Promise<PickupOutcome>;
  /** Idempotent by reference. */
  book(request: ConsignmentRequest): Promise<ConsignmentOutcome>;
  /** `absent`: the carrier never received it, so it will not happen unless it is sent again. */
  find(request: ConsignmentRequest): Promise<ConsignmentOutcome | { outcome: 'absent' }>;
};

/** Numbers that are issued once among all processes. */
export type NumberRanges = {
  /** Undefined when the range is used up. */
  next(name: string, range: Pick<ConnoteTerms, 'start' | 'end'>): Promise<number | undefined>;
  /**
   * Issues a number from a range that begins below the counter, after `next` found none in the same transaction.
   * Continues after the last number issued this way from the same start; `findFree` skips numbers that were issued
   * otherwise.
   */
  nextBelow(
    name: string,
    range: Pick<ConnoteTerms, 'start'>,
    findFree: (from: number) => Promise<number | undefined>,
  ): Promise<number | undefined>;
  /** The first of `count` consecutive numbers, counted from 0 without an end. */
  take(name: string, count: number): Promise<number>;
};

export type CustomsDeclarations = {
  save(bookingId: BookingId, declaration: CustomsDeclaration, nowMs: number): Promise<void>;
  find(bookingId: BookingId): Promise<CustomsDeclaration | undefined>;
};

/** A consignment, recorded before it is sent: in the state `sending` the carrier may have it. */
export type SentConsignment = CarrierConsignment & {
  carrier: string;
  bookingId: BookingId;
  /**
   * `cancelling`: the carrier was asked to cancel, and the booking is not cancelled yet. `orphaned`: the carrier has
   * it, but the booking was given up or is with another carrier.
   */
  state: 'sending' | 'booked' | 'rejected' | 'cancelling' | 'cancelled' | 'orphaned';
  /** The reason for a rejection, or what is unknown. */
  detail: string;
  sentAtMs: number;
  manifestId: string;
  /** The carrier's prices when quoting and when booking; undefined if it gave none. */
  quotedCents: Cents | undefined;
  bookedCents: Cents | undefined;
  /** The owner of the carrier account; absent for a house account. */
  memberId?: MemberId;
};

export type SentConsignments = {
  /**
   * Records a consignment before it is sent; only `ours` may be sent. Returns an existing record unchanged, and
   * records nothing if another process has taken the payment up.
   */
  open(consignment: {
    reference: string;
    carrier: string;
    stringId: string;
    bookingId: BookingId;
    memberId?: MemberId | undefined;
    nowMs: number;
    lease?: PaymentLease | undefined;
  }): Promise<'ours' | 'lease_lost' | SentConsignment>;
  find(reference: string): Promise<SentConsignment | undefined>;
  /** Only a consignment sent with this account, a member's own or the house's. */
  findByConnote(account: CarrierAccountOf, connote: string): Promise<SentConsignment | undefined>;
  /**
   * Records the carrier's answer. False if the state is not `sending`, or `sentAtMs` differs: another process has
   * settled it, or deleted the record and sent another consignment.
   */
  settle(
    reference: string,
    as: {
      state: 'booked' | 'rejected';
      detail: string;
      /** Compared with the carrier's price; a difference becomes an issue. */
      quotedCents?: Cents | undefined;
      sentAtMs?: number;
    } & BookedConsignment,
  ): Promise<boolean>;
  /**
   * Records a consignment that the carrier has although its record was deleted as never sent: orphaned, unless its
   * booking still waits for it. If another was sent under the same reference since, it is a duplicate: orphaned,
   * under a reference of its own. An existing record stays. Returns its state.
   */
  keepLate(
    consignment: Pick<
      SentConsignment,
      'reference' | 'carrier' | 'stringId' | 'bookingId' | 'sentAtMs'
    > &
      Pick<CarrierAccountOf, 'memberId'> &
      BookedConsignment,
  ): Promise<SentConsignment['state']>;
  /**
   * Deletes the record of a consignment that was never sent; one opened at another time by another process stays.
   */
  forget(reference: string, sentAtMs: number): Promise<void>;
  /** Call before the carrier is asked to cancel; changes only a booked consignment. */
  markCancelling(reference: string): Promise<void>;
  /** The carrier refused to cancel, so the consignment stays booked. */
  keepAfterAll(reference: string): Promise<void>;
  markCancelled(reference: string): Promise<void>;
  /**
   * Marks a booked consignment that no booking pays for: it goes on no manifest and becomes an issue. With a connote,
   * only if it matches.
   */
  markOrphaned(reference: string, connote?: string): Promise<void>;
  /** Closes an orphaned consignment. */
  closeOrphan(reference: string, detail: string): Promise<void>;
  /** Oldest first. */
  listOrphaned(limit: number): Promise<SentConsignment[]>;
  /** Booked at another price than quoted and not acknowledged yet; oldest first. */
  listOtherPrice(limit: number): Promise<SentConsignment[]>;
  /** False if there was no price to acknowledge. */
  markPriceSeen(reference: string): Promise<boolean>;
  /** Unfinished cancellations with these carriers. */
  listCancelling(carriers: readonly string[], limit: number): Promise<SentConsignment[]>;
  /** Booked with this account, not cancelled and not on a manifest; oldest first. */
  listUnmanifested(account: CarrierAccountOf, limit: number): Promise<SentConsignment[]>;
  /** Members with consignments on no manifest, booked on their own accounts with this carrier. */
  listUnmanifestedOwners(carrier: string, limit: number): Promise<MemberId[]>;
  /**
   * The number of this carrier's consignments on no manifest, by the owner of the account; undefined: the house.
   */
  countUnmanifested(carrier: string): Promise<ReadonlyMap<MemberId | undefined, number>>;
  /** The formats in which the label is stored. */
  labelFormats(reference: string): Promise<LabelFormat[]>;
  findLabel(reference: string, format: LabelFormat): Promise<Uint8Array | undefined>;
  keepLabel(reference: string, label: CarrierLabel, nowMs: number): Promise<void>;
};

/** A lodged manifest. */
export type KeptManifest = CarrierAccountOf & {
  id: number;
  /** The carrier's number of the manifest. */
  manifestId: string;
  lodgedAtMs: number;
  consignments: number;
  hasDocument: boolean;
};

/** Why an account's waiting consignments could not be lodged. */
export type RefusedManifest = CarrierAccountOf & { sinceMs: number; reason: string };

export type Manifests = {
  /** Stores a manifest and assigns its consignments. Adds the consignments to a known one. */
  keep(
    account: CarrierAccountOf,
    lodged: { manifestId: string; references: readonly string[]; nowMs: number },
  ): Promise<void>;
  /** Newest first. */
  list(input: { carrier?: string | undefined; limit: number }): Promise<KeptManifest[]>;
  find(id: number): Promise<KeptManifest | undefined>;
  findByNumber(account: CarrierAccountOf, manifestId: string): Promise<KeptManifest | undefined>;
  findDocument(id: number): Promise<Uint8Array | undefined>;
  keepDocument(account: CarrierAccountOf, manifestId: string, bytes: Uint8Array): Promise<void>;
  /** Deletes up to `limit` documents of manifests lodged before this time, and returns their number. */
  forgetDocuments(beforeMs: number, limit: number): Promise<number>;
  /** The carrier did not know these consignments when the manifest was lodged, so they become issues. */
  markLeftOut(references: readonly string[]): Promise<void>;
  /** Left out, still booked and on no manifest; oldest first. */
  listLeftOut(limit: number): Promise<SentConsignment[]>;
  /** Closes the issue of a consignment that was left out; false if there is none. */
  markManifested(reference: string): Promise<boolean>;
  /** After a repeated refusal, `sinceMs` stays the time of the first. */
  noteRefused(account: CarrierAccountOf, reason: string, nowMs: number): Promise<void>;
  clearRefused(account: CarrierAccountOf): Promise<void>;
  /** Only connected accounts with waiting consignments; oldest first. */
  listRefused(limit: number): Promise<RefusedManifest[]>;
};
