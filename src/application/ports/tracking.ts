// What tracking and its e-mails need from the store and from mail servers.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { CarrierEvent } from '../../domain/tracking/carrier-event.ts';
import type { MailKind } from '../../domain/tracking/notification.ts';
import type { EventStage } from '../../domain/tracking/stage.ts';
import type { SendingPace } from '../mail/sending-pace.ts';

/** `demoJourneyMs`: how long the Demo courier takes from the confirmation to the delivery. */
export type TrackingTerms = {
  demoJourneyMs: number;
  /** Between two questions to simulated carriers; with real ones it is as `poll-plan.ts` says. */
  pollPauseMs?: number | undefined;
};

/** What tracking adds to the store. */
export type TrackingStore = { shipments: Shipments; trackingEvents: TrackingEvents; mails: Mails };

/** One thing a carrier says about a consignment, in its own words. */
export type CarrierScan = Pick<CarrierEvent, 'raw' | 'occurredAtMs' | 'piece'>;

/** A confirmed booking as tracking sees it: few and small, whereas bookings are mostly quotes that nobody took. */
export type Shipment = {
  bookingId: BookingId;
  memberId: MemberId;
  connote: string;
  /** string_id of the service. */
  carrier: string;
  pieces: number;
  isDemo: boolean;
  /** Somebody is to be told by e-mail how it goes. */
  notifiesByEmail: boolean;
  begunAtMs: number;
  /** It was sent with the member's own account with the carrier. */
  isOwnAccount: boolean;
  /** `YYYY-MM-DD`. */
  expectedDate: string | undefined;
};

export type NewShipment = Shipment & {
  /** When its carrier may first be asked about it; undefined: it is with no carrier. */
  pollAtMs: number | undefined;
  /** None yet, or `neverAsked`. */
  failedPolls: number;
};

/** As last known: what the events say is worked out when they are read. */
export type KnownShipment = Shipment & { stage: EventStage; isCancelled: boolean };

export type ShipmentToPoll = KnownShipment & { pollAtMs: number; failedPolls: number };

export type Shipments = {
  /** Once for each booking; again with another connote when a person has booked it anew. */
  begin(shipment: NewShipment): Promise<void>;
  find(bookingId: BookingId, ofMember?: MemberId): Promise<KnownShipment | undefined>;
  /** Usually one; carriers may use the same number. Newest first, a few at most. Blanks, marks and case do not count. */
  listByConnote(connote: string, ofMember?: MemberId): Promise<KnownShipment[]>;
  listByReferences(references: {
    bookingIds: readonly BookingId[];
    connotes: readonly string[];
  }): Promise<KnownShipment[]>;
  /** Inside a transaction: until it ends nobody else notes where these are. */
  lock(bookingIds: readonly BookingId[]): Promise<void>;
  noteStages(stages: ReadonlyMap<BookingId, EventStage>): Promise<void>;
  /**
   * After something that was said has been taken back: a delivery too. Where nobody was to ask about it any more, its carrier
   * is asked again at `pollAtMs`; undefined: it stays so.
   */
  correctStage(
    bookingId: BookingId,
    stage: EventStage,
    pollAtMs: number | undefined,
  ): Promise<void>;
  /**
   * Those of these carriers whose time has come, the longest waiting first: of the house's accounts or of members' own. Also
   * those put off farther than any can be.
   */
  listToPoll(wish: {
    carriers: readonly string[];
    isOwnAccount: boolean;
    nowMs: number;
    limit: number;
  }): Promise<ShipmentToPoll[]>;
  /** Sets when it is next asked about; false when somebody else has done so since it was read. */
  schedulePoll(
    shipment: Pick<ShipmentToPoll, 'bookingId' | 'pollAtMs'>,
    next: { pollAtMs: number | undefined; failedPolls: number },
  ): Promise<boolean>;
};

export type NewTrackingEvent = CarrierEvent & {
  bookingId: BookingId;
  /** Of its content: the same event is kept once, however often it is reported. */
  digest: string;
  receivedAtMs: number;
  reportedBy: EventReporter;
};

/** `person`: somebody who runs the service, one by one or in a file. */
export type EventReporter = 'person' | 'carrier';

export type KeptEvent = Omit<NewTrackingEvent, 'bookingId' | 'receivedAtMs'>;

export type TrackingEvents = {
  /** Answers the bookings that have heard something new, once for each new event. */
  add(events: readonly NewTrackingEvent[]): Promise<BookingId[]>;
  list(bookingIds: readonly BookingId[]): Promise<(CarrierEvent & { bookingId: BookingId })[]>;
  /** Of one booking, with what each is known by. */
  listKept(bookingId: BookingId): Promise<KeptEvent[]>;
  remove(bookingId: BookingId, digest: string): Promise<void>;
  /** How many each of these has; none is not in it. */
  count(bookingIds: readonly BookingId[]): Promise<Map<BookingId, number>>;
};

export type NewMail = {
  bookingId: BookingId;
  /** Whose turn it takes. */
  memberId: MemberId;
  isDemo: boolean;
  kind: MailKind;
  dueAtMs: number;
};

export type WaitingMail = NewMail & { attempts: number; wantedAtMs: number };

type MailName = Pick<NewMail, 'bookingId' | 'kind'>;

/** `expired`: it would have come too late to be of use. `withheld`: there is nobody to send it to. */
export type MailEnd = 'sent' | 'failed' | 'expired' | 'withheld';

/** E-mails to be sent, each once for a booking and a kind. They hold no address and no text: both are read when sending. */
export type Mails = {
  /** What is wanted already is left as it is. */
  want(mails: readonly NewMail[]): Promise<void>;
  /**
   * Takes mails that are due, of demos or of shipments, and holds them until `untilMs`; a process that dies leaves them to the
   * next. Members take turns, one mail each, beginning with the next after `afterMember`. A mail that is due later than
   * `farthestMs` was put off by a clock that ran ahead: it is due, and wanted since now.
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
  /** As if they had never been wanted, so that they can be again; only those that still wait. Which there were. */
  unwant(bookingId: BookingId, kinds: readonly MailKind[]): Promise<MailKind[]>;
  /** What became of a booking's mails. */
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
  /** Stays the same however often it is sent, so that receiving systems can tell copies. */
  messageId: string;
  to: { name: string; address: string };
  replyTo: string | undefined;
  subject: string;
  text: string;
  html: string;
};

/** `refused`: trying again will not help. `unreachable`: no other message would get through now either. */
export type MailOutcome =
  | { kind: 'accepted' }
  | { kind: 'refused'; detail: string }
  | { kind: 'deferred'; detail: string }
  | { kind: 'unreachable'; detail: string };

export type Mailer = {
  send(message: Message): Promise<MailOutcome>;
  /** Whether the mail server lets us in, without sending anything. */
  check(): Promise<MailOutcome>;
  close(): void;
};

/** How e-mails are sent. */
export type Mailing = {
  mailer: Mailer;
  publicUrl: string;
  pace: SendingPace;
  /** The members whose turn came last. */
  lastServed: { shipments: number; demos: number };
};
