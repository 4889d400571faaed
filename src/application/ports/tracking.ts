// Tracking's needs from the store and from mail servers.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { Letter, MailContent } from '../../domain/mail/mail-content.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { CarrierEvent } from '../../domain/tracking/carrier-event.ts';
import type { MailKind } from '../../domain/tracking/notification.ts';
import type { EventStage } from '../../domain/tracking/stage.ts';
import type { SendingPace } from '../mail/sending-pace.ts';

/** `demoJourneyMs`: the Demo courier's time from confirmation to delivery. */
export type TrackingTerms = {
  demoJourneyMs: number;
  /** Between polls of simulated carriers; real carriers follow `poll-plan.ts`. */
  pollPauseMs?: number | undefined;
};

/** A carrier's report about a consignment, in its own words. */
export type CarrierScan = Pick<CarrierEvent, 'raw' | 'occurredAtMs' | 'piece'> & {
  /** Who signed, if this scan is the delivery. */
  signedBy?: string;
  /** The carrier's document or picture of the delivery. */
  proofUrl?: string;
};

/** A confirmed booking for tracking. A small table, because most bookings are never confirmed. */
export type Shipment = {
  bookingId: BookingId;
  memberId: MemberId;
  connote: string;
  /** string_id of the service. */
  carrier: string;
  pieces: number;
  isDemo: boolean;
  /** E-mail its receiver about the stages. */
  notifiesByEmail: boolean;
  begunAtMs: number;
  /** Sent on the member's own account with the carrier. */
  isOwnAccount: boolean;
  /** `YYYY-MM-DD`. */
  expectedDate: string | undefined;
};

export type NewShipment = Shipment & {
  /** When to poll first; undefined without a carrier. */
  pollAtMs: number | undefined;
  /** Zero, or `neverAsked`. */
  failedPolls: number;
};

/** The last stored state; the stage is derived from the events again on every read. */
export type KnownShipment = Shipment & { stage: EventStage; isCancelled: boolean };

export type ShipmentToPoll = KnownShipment & { pollAtMs: number; failedPolls: number };

export type Shipments = {
  /** Once per booking; again after the operator has booked it directly under another connote. */
  begin(shipment: NewShipment): Promise<void>;
  /** Changes the expected day of arrival, if the booking has a shipment. */
  expect(bookingId: BookingId, expectedDate: string | undefined): Promise<void>;
  find(bookingId: BookingId, ofMember?: MemberId): Promise<KnownShipment | undefined>;
  /** Usually one; carriers may use the same number. Newest first, a few at most. Ignores blanks, marks and case. */
  listByConnote(connote: string, ofMember?: MemberId): Promise<KnownShipment[]>;
  listByReferences(references: {
    bookingIds: readonly BookingId[];
    connotes: readonly string[];
  }): Promise<KnownShipment[]>;
  /** Locks these shipments until the transaction ends. */
  lock(bookingIds: readonly BookingId[]): Promise<void>;
  noteStages(stages: ReadonlyMap<BookingId, EventStage>): Promise<void>;
  /** Notes that these shipments are delivered. Those that are polled are polled again at `pollAtMs`, for their proofs. */
  awaitProofs(bookingIds: readonly BookingId[], pollAtMs: number): Promise<void>;
  /** Whether delivered shipments with a promised day were on time. The first report of a delivery stays. */
  noteOnTime(deliveries: ReadonlyMap<BookingId, boolean>): Promise<void>;
  /** After an event was removed, even a delivery. Polling resumes at `pollAtMs` at the latest; undefined leaves it. */
  resetStage(bookingId: BookingId, stage: EventStage, pollAtMs: number | undefined): Promise<void>;
  /** Shipments of these carriers that are due, the longest waiting first, on house accounts or on members' own. Includes polls
   * postponed beyond the longest pause. */
  listToPoll(request: {
    carriers: readonly string[];
    isOwnAccount: boolean;
    nowMs: number;
    limit: number;
  }): Promise<ShipmentToPoll[]>;
  /** Makes the next poll of these shipments due at `nowMs`, unless it is due earlier or polling has ended. */
  hastenPolls(bookingIds: readonly BookingId[], nowMs: number): Promise<void>;
  /** Sets the next poll; false if another process has done so since the shipment was read. */
  schedulePoll(
    shipment: Pick<ShipmentToPoll, 'bookingId' | 'pollAtMs'>,
    next: { pollAtMs: number | undefined; failedPolls: number },
  ): Promise<boolean>;
};

export type NewTrackingEvent = CarrierEvent & {
  bookingId: BookingId;
  /** Digest of the content: the same event is stored once, however often it is reported. */
  digest: string;
  receivedAtMs: number;
  reportedBy: EventReporter;
};

/** `person`: an operator, one by one or in a file. */
export type EventReporter = 'person' | 'carrier';

export type KeptEvent = Omit<NewTrackingEvent, 'bookingId' | 'receivedAtMs'>;

type EventName = Pick<NewTrackingEvent, 'bookingId' | 'digest'>;

export type TrackingEvents = {
  /** Returns the new events. */
  add(events: readonly NewTrackingEvent[]): Promise<EventName[]>;
  list(bookingIds: readonly BookingId[]): Promise<(CarrierEvent & { bookingId: BookingId })[]>;
  /** The events of one booking, with their digests. */
  listKept(bookingId: BookingId): Promise<KeptEvent[]>;
  remove(bookingId: BookingId, digest: string): Promise<void>;
  /** How many each of these has; none is not in it. */
  count(bookingIds: readonly BookingId[]): Promise<Map<BookingId, number>>;
};

export type NewMail = {
  bookingId: BookingId;
  /** For the members' turns. */
  memberId: MemberId;
  isDemo: boolean;
  kind: MailKind;
  dueAtMs: number;
};

export type WaitingMail = NewMail & { attempts: number; wantedAtMs: number };

type MailName = Pick<NewMail, 'bookingId' | 'kind'>;

/** `expired`: too late to be useful. `withheld`: it should not be sent any more, or has no recipient. */
export type MailEnd = 'sent' | 'failed' | 'expired' | 'withheld';

/** The queue of e-mails, one per booking and kind. Addresses and texts are read when sending. */
export type Mails = {
  /** Adds mails that are not queued already. */
  want(mails: readonly NewMail[]): Promise<void>;
  /**
   * Claims due mails, of demos or of shipments, until `untilMs`; a process that dies leaves them to the next. Members
   * take turns, one mail each, from the member after `afterMember`. A mail due later than `farthestMs` was postponed by
   * a clock that ran ahead, and is due now.
   */
  takeUp(request: {
    isDemo: boolean;
    afterMember: number;
    nowMs: number;
    farthestMs: number;
    untilMs: number;
    limit: number;
  }): Promise<WaitingMail[]>;
  retry(mail: MailName & { dueAtMs: number }, error: string): Promise<void>;
  end(mail: MailName, how: { end: MailEnd; nowMs: number; detail: string }): Promise<void>;
  /** Removes waiting mails, so that they can be queued again. Returns the removed kinds. */
  cancel(bookingId: BookingId, kinds: readonly MailKind[]): Promise<MailKind[]>;
  /** The outcomes of a booking's mails. */
  list(bookingId: BookingId): Promise<MailRecord[]>;
};

export type MailRecord = {
  kind: MailKind;
  status: 'waiting' | MailEnd;
  attempts: number;
  dueAtMs: number;
  detail: string;
};

export type Message = {
  /** The same for every attempt, so that receiving systems recognise copies. */
  messageId: string;
  to: { name: string; address: string };
  replyTo: string | undefined;
  attachments?: readonly { name: string; mediaType: string; bytes: Uint8Array }[];
} & Letter;

/** `refused`: retrying will not help. `unreachable`: no other message would be accepted now either. */
export type MailOutcome =
  | { kind: 'accepted' }
  | { kind: 'refused'; detail: string }
  | { kind: 'deferred'; detail: string }
  | { kind: 'unreachable'; detail: string };

export type Mailer = {
  send(message: Message): Promise<MailOutcome>;
  /** Checks that the mail server accepts our login, without sending anything. */
  check(): Promise<MailOutcome>;
  close(): void;
};

/** How e-mails are sent. */
export type Mailing = {
  mailer: Mailer;
  write(content: MailContent): Letter;
  publicUrl: string;
  pace: SendingPace;
  /** The members whose turn came last. */
  lastServed: { shipments: number; demos: number };
};
