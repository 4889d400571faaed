// A connector speaks one carrier's protocol in pure functions. Each operation is a conversation: it yields requests, receives the
// replies and returns their meaning. `src/adapters/connectors` sends the requests, signs in, repeats, limits and logs.
//
// A connector leaves out operations that its carrier does not offer or does not document.
import type { Booking, PlainBooking } from '../../domain/bookings/booking.ts';
import type { Confirmation } from '../../domain/bookings/confirmation.ts';
import type { CustomsDeclaration } from '../../domain/bookings/customs-declaration.ts';
import type {
  AllottedNumbers,
  IssuedNumbers,
  NumberForm,
} from '../../domain/connectors/allotted-numbers.ts';
import type { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type { CarrierReach } from '../../domain/connectors/reach.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import type { QuoteTransit } from '../../domain/quotes/quote.ts';
import type { Shipment } from '../../domain/quotes/shipment.ts';
import type { DayNumber, MinuteOfDay } from '../../domain/time/calendar.ts';
import type { PaymentLease } from './money.ts';
import type { CarrierScan } from './tracking.ts';

/** Names a carrier account by its owner: a member, or the operator (a house account) where `memberId` is missing. */
export type CarrierAccountOf = { carrier: string; memberId?: MemberId | undefined };

/** A consignment to book with a carrier. One attempt always has the same reference, which is ours. */
export type ConsignmentRequest = {
  reference: string;
  /** Its items are what the driver collects: cartons if the order was boxed. */
  booking: Booking;
  confirmation: Confirmation;
  /** For international bookings. */
  customs: CustomsDeclaration | undefined;
  /** For accounts with ranges of numbers that the carrier allotted. */
  numbers?: IssuedNumbers | undefined;
  /**
   * Sent only while this process has the payment's lease, and not after `retryAtMs`, when recovery treats it as unsent. Absent
   * for lookups.
   */
  lease?: PaymentLease | undefined;
};

export type CarrierRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A path that begins with "/", below the carrier's address; or a full URL, which receives no credentials. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: { json: unknown } | { form: Readonly<Record<string, string>> };
  /** Idempotent, so it may be repeated when the answer is lost. */
  isRepeatable: boolean;
};

/** Rejected credentials, rate limits and server errors never reach the connector. */
export type CarrierReply = { status: number; contentType: string; bytes: Uint8Array };

export type Conversation<Result> = Generator<CarrierRequest, Result, CarrierReply>;

/** The fields of a carrier account by name, with the connector's defaults. */
export type CarrierAccount = Readonly<Record<string, string>>;

export type AccountField = {
  name: string;
  label: string;
  isSecret: boolean;
  /** Sets where requests go, so only operators may enter it. */
  isAddress?: true;
  /** Undefined for a required field. */
  defaultText?: string;
  /** For a range of numbers that the carrier allotted: "first-last". */
  numberForm?: NumberForm;
  /** The allowed values, the default first. */
  choices?: readonly string[];
  /** What is wrong with a value, after the field's name, such as `must be yes or no`. */
  problem?(value: string, account: CarrierAccount): string | undefined;
};

/** A request for prices. */
export type LiveQuestion = {
  shipment: Shipment;
  nowMs: number;
  /** `YYYY-MM-DD` and `HH:MM` in the time zone of the pickup address: now, and the first possible pickup. */
  today: string;
  time: string;
  pickupDate: string;
  /** Minutes that this time zone is ahead of UTC. */
  offsetMinutes: number;
  /** Public holidays at the receiver, for transit times in business days. */
  receiverHolidays: ReadonlyMap<DayNumber, string>;
};

/** In Sydney's time zone. */
export type CheckMoment = Pick<
  LiveQuestion,
  'nowMs' | 'today' | 'time' | 'pickupDate' | 'offsetMinutes'
>;

export type ServiceOffer = {
  priceCents: Cents;
  transit: QuoteTransit;
  /** From this minute of the day, in the time zone of the pickup address, it is too late for a pickup today. */
  cutoffMinute?: MinuteOfDay | undefined;
};
export type ServiceAbsence = {
  absence: {
    code: string;
    serviceability: 'no_route' | 'no_items' | 'no_service';
    message: string;
  };
};
/** By string_id: a GST-inclusive price, or why there is none. A missing service was not offered. */
export type ServiceOffers = ReadonlyMap<string, ServiceOffer | ServiceAbsence>;

export type CarrierConsignment = {
  reference: string;
  stringId: string;
  connote: string;
  /** Its id in the carrier's interface, where that is not the connote. */
  carrierId: string;
  /** Numbers of the pieces, in order; empty if pieces have none. */
  pieces: readonly string[];
};

export type BookedConsignment = Pick<CarrierConsignment, 'connote' | 'carrierId' | 'pieces'> & {
  /** The carrier's price including GST; undefined if its answer has none. */
  priceCents?: number | undefined;
};
/** `labels`: for carriers that provide labels only with the booking. */
export type BookAnswer =
  | { booked: BookedConsignment; labels?: readonly CarrierLabel[] }
  | { rejected: string };
/** `arranged`: the carrier's pickup number. */
type PickupAnswer = { arranged: string } | { refused: string };
/** `not_shown`: the lookup did not return it, which proves nothing with this carrier. */
export type FindAnswer = { booked: BookedConsignment } | 'absent' | 'not_shown';
type CancelAnswer = 'cancelled' | { refused: string };
export type LabelFormat = 'pdf' | 'zpl';
export type CarrierLabel = { format: LabelFormat; bytes: Uint8Array };
export type CarrierManifest = { manifestId: string };

/** `booking`: its items are what the driver collects. */
type ManifestConsignment = CarrierConsignment & { booking: PlainBooking };
type ManifestConsignments = readonly [ManifestConsignment, ...ManifestConsignment[]];

/** `pieces`: the numbers of all pieces of its consignment. */
export type TrackedNumber = { number: string; pieces: readonly string[] };

export type ConnectedService = {
  stringId: string;
  /** The carrier's code; an account's own list of products overrides it. */
  product: string;
  /** The operator books this service directly with the carrier, although the connector can book others. */
  isBookedByHand?: true;
};

export type ContactField = 'name' | 'street' | 'phone' | 'email';
/** Contact fields that a booking requires at each end; a quote does not. */
export type BookingNeeds = Readonly<
  Partial<Record<'sender' | 'receiver', readonly ContactField[]>>
>;

/**
 * A carrier's webhook as it arrived. A header that is missing or repeated is "". `key` is that of the webhook's
 * address, for carriers that neither sign nor name themselves.
 */
export type CarrierNotice = { header(name: string): string; key: string; body: Uint8Array };
/** `connote`: the consignment whose status has changed; undefined for notices about something else. */
export type NoticeReading = { connote: string | undefined } | 'forged';

export type Connector = {
  /** The carrier's folder under `carriers/`. */
  carrier: string;
  fields: readonly AccountField[];
  services: readonly ConnectedService[];
  /** Routes outside its reach are neither quoted nor booked; absent: the carrier decides. */
  reach?: CarrierReach;
  /** Where requests go unless the account sets another address. */
  baseUrl(account: CarrierAccount): string;
  /** Headers of every request below the base address. `nowMs`: for carriers whose requests are signed with the time. */
  authorise(
    account: CarrierAccount,
    token: string | undefined,
    nowMs: number,
  ): Readonly<Record<string, string>>;
  /** Gets a token, if requests need one. */
  signIn?(account: CarrierAccount): Conversation<{ token: string; expiresInSeconds: number }>;
  /** The carrier's rate limits, by operation. */
  pace?: Partial<Record<CarrierOperation, { requests: number; perMs: number }>>;
  /** Makes one harmless call and returns its result as a sentence. */
  check(account: CarrierAccount, moment: CheckMoment): Conversation<string>;
  /** Reads fields from the carrier that were left out, such as the account's products. */
  discover?(account: CarrierAccount): Conversation<CarrierAccount>;
  /** Whether the carrier's prices include GST, with the evidence; without evidence, the account has `gstField`. */
  gst?: { prices: 'included' | 'excluded' | 'account_setting'; evidence: string };
  quote?(account: CarrierAccount, question: LiveQuestion): Conversation<ServiceOffers>;
  /** Checked before anything is charged. */
  bookingNeeds?: BookingNeeds;
  /** Ranges of the account from which we number its bookings. An account without them takes no bookings. */
  allottedNumbers?(account: CarrierAccount): AllottedNumbers | undefined;
  /** `nowMs`: for carriers that need a pickup time in the future. */
  book?(
    account: CarrierAccount,
    order: ConsignmentRequest,
    nowMs: number,
  ): Conversation<BookAnswer>;
  /** Requests a pickup for a booking; used only by accounts whose setting says that each pickup is booked. */
  pickup?(
    account: CarrierAccount,
    order: ConsignmentRequest,
    connote: string,
    nowMs: number,
  ): Conversation<PickupAnswer>;
  /** The booking calls the driver, so there is no `pickup`. */
  pickupComesWithBooking?: true;
  /** Looks a booking up by our reference, after its answer was lost. */
  find?(account: CarrierAccount, order: ConsignmentRequest): Conversation<FindAnswer>;
  cancel?(account: CarrierAccount, consignment: CarrierConsignment): Conversation<CancelAnswer>;
  label?(
    account: CarrierAccount,
    consignment: CarrierConsignment,
    format: LabelFormat,
  ): Conversation<CarrierLabel | readonly CarrierLabel[]>;
  labelFormats?: readonly LabelFormat[];
  /** The carrier provides labels only with the booking, so there is no `label`. */
  labelsComeWithBooking?: true;
  /** `document`: for carriers that answer with it. */
  manifest?(
    account: CarrierAccount,
    consignments: ManifestConsignments,
    reference: string,
    nowMs: number,
  ): Conversation<CarrierManifest & { document?: Uint8Array }>;
  /** A manifest names one pickup address and day, so each has its own. */
  manifestNamesPickup?: true;
  /** Separate from `manifest`, so that its failure does not affect the lodged manifest. */
  manifestDocument?(
    account: CarrierAccount,
    manifestId: string,
  ): Conversation<Uint8Array | undefined>;
  /**
   * After a refused manifest: by carrier id, consignments that are on a manifest already, because its answer was lost, or
   * that are unknown to the carrier, because they were deleted there.
   */
  findManifests?(
    account: CarrierAccount,
    consignments: readonly CarrierConsignment[],
  ): Conversation<ReadonlyMap<string, CarrierManifest | 'unknown'>>;
  /** `numbers`: some of the pieces' numbers, or the connote if pieces have none. */
  track?(
    account: CarrierAccount,
    consignment: CarrierConsignment,
    numbers: readonly string[],
  ): Conversation<CarrierScan[]>;
  /** Scans of deliveries have who signed, or a link to the proof. */
  reportsProof?: true;
  /** Verifies a webhook. The status is then requested with `track`, so the notice decides nothing. */
  readNotice?(account: CarrierAccount, notice: CarrierNotice): NoticeReading;
  /** The carrier tracks connotes, and refuses the numbers of pieces. */
  tracksConnotes?: true;
  /** The most numbers in one request; absent: no limit. */
  trackBatch?: number;
  /**
   * Replaces `track` for carriers with few allowed requests: numbers of several consignments in one request. Returns the scans
   * of each number, or why there are none.
   */
  trackMany?(
    account: CarrierAccount,
    numbers: readonly TrackedNumber[],
  ): Conversation<ReadonlyMap<string, readonly CarrierScan[] | CarrierTrouble>>;
};

export const carrierOperations = [
  'check',
  'quote',
  'book',
  'find',
  'pickup',
  'cancel',
  'label',
  'manifest',
  'track',
] as const;

export type CarrierOperation = (typeof carrierOperations)[number];

export function capabilitiesOf(connector: Connector): CarrierOperation[] {
  return carrierOperations.filter((operation) => connector[operation] !== undefined);
}
