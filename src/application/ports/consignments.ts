// What carriers are asked to take, what was sent to them, and how far each has got with it.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { CustomsDeclaration } from '../../domain/bookings/customs-declaration.ts';
import type { PickupWay } from '../../domain/connectors/account-setting.ts';
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
  // Nobody knows yet: ask again with the same reference.
  | { outcome: 'unknown'; reason: string };

export type PickupOutcome =
  | { outcome: 'arranged'; pickupNumber: string }
  | { outcome: 'refused' }
  | { outcome: 'unknown'; reason: string };

/** Where a carrier takes bookings. What becomes of one is an outcome, never a throw. */
export type CarrierBooking = {
  /** How what it books gets collected; 'regular' when nothing is said. */
  pickups?: PickupWay;
  /** Asks the carrier to come for what it has booked: once, and only where pickups are `booked`. */
  pickup?(request: ConsignmentRequest, connote: string): Promise<PickupOutcome>;
  /** Idempotent by reference. */
  book(request: ConsignmentRequest): Promise<ConsignmentOutcome>;
  /** `absent`: the carrier never saw it, so it will not happen unless asked again. */
  find(request: ConsignmentRequest): Promise<ConsignmentOutcome | { outcome: 'absent' }>;
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

export type CustomsDeclarations = {
  save(bookingId: BookingId, declaration: CustomsDeclaration, nowMs: number): Promise<void>;
  find(bookingId: BookingId): Promise<CustomsDeclaration | undefined>;
};

/**
 * What was sent to a carrier, written down before it is sent: whoever finds `sending` knows that the carrier may have it.
 */
export type SentConsignment = CarrierConsignment & {
  carrier: string;
  bookingId: BookingId;
  /**
   * `cancelling`: its carrier is asked to take it back, and until the booking is cancelled too nobody is done. `orphaned`: its
   * carrier has it, and the booking was given up or is with another.
   */
  state: 'sending' | 'booked' | 'rejected' | 'cancelling' | 'cancelled' | 'orphaned';
  /** Why it was rejected, or what is not known about it. */
  detail: string;
  sentAtMs: number;
  manifestId: string;
  /** What the carrier had quoted and what it said when it booked; undefined where it names none. */
  quotedCents: Cents | undefined;
  bookedCents: Cents | undefined;
  /** Whose own account it was sent with; absent: the house's. */
  memberId?: MemberId;
};

export type SentConsignments = {
  /**
   * Writes down that it is about to be sent: only `ours` may be. What is there already is left and returned instead, and
   * nothing is written where another process has taken the payment up.
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
  /** Sent with this account: a member's own, or the house's. */
  findByConnote(account: CarrierAccountOf, connote: string): Promise<SentConsignment | undefined>;
  /**
   * The carrier has said what became of it. False when it is no longer being sent, or was opened at another time than
   * `sentAtMs`: another process has settled it, or has forgotten it and sent another.
   */
  settle(
    reference: string,
    as: {
      state: 'booked' | 'rejected';
      detail: string;
      /** What its price is held against; one that differs waits for a person to see it. */
      quotedCents?: Cents | undefined;
      sentAtMs?: number;
    } & BookedConsignment,
  ): Promise<boolean>;
  /**
   * The carrier has what was forgotten as never sent: written down again, as orphaned unless its booking still waits for it.
   * Where another was sent under its reference meanwhile, this is the booking's second: orphaned, with a reference of its
   * own. One that is written down already is left. Answers how it stands.
   */
  keepLate(
    consignment: Pick<
      SentConsignment,
      'reference' | 'carrier' | 'stringId' | 'bookingId' | 'sentAtMs'
    > &
      Pick<CarrierAccountOf, 'memberId'> &
      BookedConsignment,
  ): Promise<SentConsignment['state']>;
  /** It was never sent after all: only what was opened at that time, not what somebody else has opened since. */
  forget(reference: string, sentAtMs: number): Promise<void>;
  /** Before its carrier is asked to take it back; only of one that is booked. */
  markCancelling(reference: string): Promise<void>;
  /** The carrier keeps it. */
  keepAfterAll(reference: string): Promise<void>;
  markCancelled(reference: string): Promise<void>;
  /**
   * Nobody pays for it: it goes on no manifest, and waits for a person. Only of one that is booked, with this number where
   * one is given.
   */
  markOrphaned(reference: string, connote?: string): Promise<void>;
  /** A person has seen to one that was orphaned. */
  closeOrphan(reference: string, detail: string): Promise<void>;
  /** The oldest first. */
  listOrphaned(limit: number): Promise<SentConsignment[]>;
  /** Booked at another price than was quoted, and seen by nobody yet; the oldest first. */
  listOtherPrice(limit: number): Promise<SentConsignment[]>;
  /** False when there was nothing to see. */
  markPriceSeen(reference: string): Promise<boolean>;
  /** Those of these carriers whose cancellation nobody has finished. */
  listCancelling(carriers: readonly string[], limit: number): Promise<SentConsignment[]>;
  /** Booked with this account, not cancelled and not on a manifest; oldest first. */
  listUnmanifested(account: CarrierAccountOf, limit: number): Promise<SentConsignment[]>;
  /** Members with whose own accounts something was booked with this carrier that is on no manifest. */
  listUnmanifestedOwners(carrier: string, limit: number): Promise<MemberId[]>;
  /** How much was booked with this carrier that is on no manifest, by whose own account; undefined: the house's. */
  countUnmanifested(carrier: string): Promise<ReadonlyMap<MemberId | undefined, number>>;
  /** In which formats its label is kept. */
  labelFormats(reference: string): Promise<LabelFormat[]>;
  findLabel(reference: string, format: LabelFormat): Promise<Uint8Array | undefined>;
  keepLabel(reference: string, label: CarrierLabel, nowMs: number): Promise<void>;
};

/** A manifest that its carrier has. */
export type KeptManifest = CarrierAccountOf & {
  id: number;
  /** What the carrier calls it. */
  manifestId: string;
  lodgedAtMs: number;
  consignments: number;
  hasDocument: boolean;
};

/** Why an account's waiting consignments are on no manifest yet. */
export type RefusedManifest = CarrierAccountOf & { sinceMs: number; reason: string };

export type Manifests = {
  /** Its consignments are on it from now on, and it is listed. Of one that is known already, these are more. */
  keep(
    account: CarrierAccountOf,
    lodged: { manifestId: string; references: readonly string[]; nowMs: number },
  ): Promise<void>;
  /** The newest first. */
  list(wish: { carrier?: string | undefined; limit: number }): Promise<KeptManifest[]>;
  find(id: number): Promise<KeptManifest | undefined>;
  findByNumber(account: CarrierAccountOf, manifestId: string): Promise<KeptManifest | undefined>;
  findDocument(id: number): Promise<Uint8Array | undefined>;
  keepDocument(account: CarrierAccountOf, manifestId: string, bytes: Uint8Array): Promise<void>;
  /** Of manifests lodged before then, up to so many; how many there were. */
  forgetDocuments(beforeMs: number, limit: number): Promise<number>;
  /** Their carrier did not know them when the manifest was lodged: they become an issue. */
  markLeftOut(references: readonly string[]): Promise<void>;
  /** Left out, and still booked and on no manifest; the oldest first. */
  listLeftOut(limit: number): Promise<SentConsignment[]>;
  /** Closes one that was left out; false when there is none. */
  markManifested(reference: string): Promise<boolean>;
  /** Refused again, it is so since it was first. */
  noteRefused(account: CarrierAccountOf, reason: string, nowMs: number): Promise<void>;
  clearRefused(account: CarrierAccountOf): Promise<void>;
  /** Of accounts that are connected and with which something waits; the oldest first. */
  listRefused(limit: number): Promise<RefusedManifest[]>;
};
