// What a connector is: how to speak with one carrier's own service, as pure functions. A connector never sends anything: each
// operation is a conversation that yields requests, is given the replies and returns what they mean. Sending, signing in
// again, repeating, limits and records are the transport's.
//
// An operation that a carrier does not offer, or whose shape nobody knows, is simply not there.
import type { Booking } from '../../domain/bookings/booking.ts';
import type { Confirmation } from '../../domain/bookings/confirmation.ts';
import type { CustomsDeclaration } from '../../domain/bookings/customs-declaration.ts';
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

/** What a carrier is asked to take. The reference is ours, and the same however often it is asked for one attempt. */
export type ConsignmentRequest = {
  reference: string;
  /** Its items are what the driver collects: cartons where the order was boxed. */
  booking: Booking;
  confirmation: Confirmation;
  /** Of a booking that crosses a border. */
  customs: CustomsDeclaration | undefined;
  /**
   * The payment that it is sent for. It is sent only while that is still this process's, and not after `retryAtMs`: then
   * recovery takes it for unsent. Absent where the carrier is only asked.
   */
  lease?: PaymentLease | undefined;
};

export type CarrierRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the carrier's address and beginning with "/"; or a whole address, which is sent no credentials. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: { json: unknown } | { form: Readonly<Record<string, string>> };
  /** Asking twice is like asking once, so it may be repeated when the answer is lost. */
  isRepeatable: boolean;
};

/** Any status that is not about credentials, limits or a fault of the service itself. */
export type CarrierReply = { status: number; contentType: string; bytes: Uint8Array };

export type Conversation<Result> = Generator<CarrierRequest, Result, CarrierReply>;

/** The operator's account with a carrier: field → value, with the connector's defaults filled in. */
export type CarrierAccount = Readonly<Record<string, string>>;

export type AccountField = {
  name: string;
  label: string;
  isSecret: boolean;
  /** Says where requests go: only the operator may. */
  isAddress?: true;
  /** Undefined: it must be given. */
  defaultText?: string;
  /** Where it is one of few: all of them, the default first. */
  choices?: readonly string[];
  /** Why a value will not do; undefined when it will. */
  problem?(value: string): string | undefined;
};

/** What a carrier is asked when it is asked for a price. */
export type LiveQuestion = {
  shipment: Shipment;
  nowMs: number;
  /** `YYYY-MM-DD` and `HH:MM` by the clock of the pickup address: now, and when the carrier could first collect. */
  today: string;
  time: string;
  pickupDate: string;
  /** Minutes that clock is ahead of UTC. */
  offsetMinutes: number;
  /** Public holidays where it goes: a day of delivery is counted in business days of that place. */
  receiverHolidays: ReadonlyMap<DayNumber, string>;
};

/** By Sydney's clock: the next working day, and the day and time now. */
export type CheckMoment = Pick<
  LiveQuestion,
  'nowMs' | 'today' | 'time' | 'pickupDate' | 'offsetMinutes'
>;

export type ServiceOffer = {
  priceCents: Cents;
  transit: QuoteTransit;
  /** The first minute of the day, by the clock of the pickup address, at which it is too late for today. */
  cutoffMinute?: MinuteOfDay | undefined;
};
export type ServiceAbsence = {
  absence: {
    code: string;
    serviceability: 'no_route' | 'no_items' | 'no_service';
    message: string;
  };
};
/** string_id → GST-inclusive price, or the carrier's honest no. A service that is not in it was not offered. */
export type ServiceOffers = ReadonlyMap<string, ServiceOffer | ServiceAbsence>;

/** A consignment as its carrier knows it. */
export type CarrierConsignment = {
  reference: string;
  stringId: string;
  connote: string;
  /** What the carrier's own interface calls it, where that is not the connote. */
  carrierId: string;
  /** The number of each piece, in order; empty where pieces have none. */
  pieces: readonly string[];
};

export type BookedConsignment = Pick<CarrierConsignment, 'connote' | 'carrierId' | 'pieces'> & {
  /** What the carrier says it charges, as it quotes: GST included. Undefined where its answer names no price. */
  priceCents?: number | undefined;
};
/** `labels`: one or more of those that came with the answer, for carriers that hand them out then and never again. */
export type BookAnswer =
  | { booked: BookedConsignment; labels?: readonly CarrierLabel[] }
  | { rejected: string };
/** `arranged`: the carrier's number of it. */
type PickupAnswer = { arranged: string } | { refused: string };
/** `not_shown`: it is not to be seen, which with this carrier proves nothing. */
export type FindAnswer = { booked: BookedConsignment } | 'absent' | 'not_shown';
type CancelAnswer = 'cancelled' | { refused: string };
export type LabelFormat = 'pdf' | 'zpl';
export type CarrierLabel = { format: LabelFormat; bytes: Uint8Array };
export type CarrierManifest = { manifestId: string };

/** With the numbers of all pieces of its consignment. */
export type TrackedNumber = { number: string; pieces: readonly string[] };

export type ConnectedService = {
  stringId: string;
  /** What the carrier calls it; an account's own list comes first where it has one. */
  product: string;
  /** Its bookings stay with a person, though the carrier takes others. */
  isBookedByHand?: true;
};

/** A name is a person's or a company's. */
export type ContactField = 'name' | 'street' | 'phone' | 'email';
/** What a carrier takes no booking without, at each end. A price needs none of it. */
export type BookingNeeds = Readonly<
  Partial<Record<'sender' | 'receiver', readonly ContactField[]>>
>;

export type Connector = {
  /** The folder the carrier's cards are in. */
  carrier: string;
  fields: readonly AccountField[];
  services: readonly ConnectedService[];
  /** It is neither asked about other routes nor sent their bookings; absent: it judges for itself. */
  reach?: CarrierReach;
  /** Where requests go unless the account says otherwise. */
  baseUrl(account: CarrierAccount): string;
  /** Headers of every request below the base address. */
  authorise(account: CarrierAccount, token: string | undefined): Readonly<Record<string, string>>;
  /** How to get a token, where requests need one. */
  signIn?(account: CarrierAccount): Conversation<{ token: string; expiresInSeconds: number }>;
  /** How often the carrier lets itself be asked, by operation. */
  pace?: Partial<Record<CarrierOperation, { requests: number; perMs: number }>>;
  /** One harmless call; what it found, in a sentence for the operator. */
  check(account: CarrierAccount, moment: CheckMoment): Conversation<string>;
  /** Fields of the account that the carrier itself knows, such as its products: they fill in what was not given. */
  discover?(account: CarrierAccount): Conversation<CarrierAccount>;
  /** Whether the carrier's prices include GST, and the evidence; without any, the account has `gstField`. */
  gst?: { prices: 'included' | 'excluded' | 'account_setting'; evidence: string };
  quote?(account: CarrierAccount, question: LiveQuestion): Conversation<ServiceOffers>;
  /** Asked for before anything is charged, in our own words instead of the carrier's. */
  bookingNeeds?: BookingNeeds;
  /** `nowMs`: for a carrier that is told from when on it may come, and refuses what is past. */
  book?(
    account: CarrierAccount,
    order: ConsignmentRequest,
    nowMs: number,
  ): Conversation<BookAnswer>;
  /** Asks the carrier to come for what it has just booked; only where the account says that each pickup is asked for. */
  pickup?(
    account: CarrierAccount,
    order: ConsignmentRequest,
    connote: string,
    nowMs: number,
  ): Conversation<PickupAnswer>;
  /** By our own reference, for when the answer to a booking was lost. */
  find?(account: CarrierAccount, order: ConsignmentRequest): Conversation<FindAnswer>;
  cancel?(account: CarrierAccount, consignment: CarrierConsignment): Conversation<CancelAnswer>;
  label?(
    account: CarrierAccount,
    consignment: CarrierConsignment,
    format: LabelFormat,
  ): Conversation<CarrierLabel | readonly CarrierLabel[]>;
  labelFormats?: readonly LabelFormat[];
  /** They are handed out with the booking and never again, so there is no `label`. */
  labelsComeWithBooking?: true;
  manifest?(
    account: CarrierAccount,
    consignments: readonly CarrierConsignment[],
    reference: string,
  ): Conversation<CarrierManifest>;
  /** Requested only after the manifest is lodged: a failure here loses nothing else. */
  manifestDocument?(
    account: CarrierAccount,
    manifestId: string,
  ): Conversation<Uint8Array | undefined>;
  /**
   * After it refused a manifest: what keeps these off one, by their carrier's ids. They may be on one already, whose answer
   * was lost, or unknown to the carrier: somebody may have deleted them there.
   */
  findManifests?(
    account: CarrierAccount,
    consignments: readonly CarrierConsignment[],
  ): Conversation<ReadonlyMap<string, CarrierManifest | 'unknown'>>;
  /** `numbers`: those to ask about now, of the consignment's pieces or its connote where they have none. */
  track?(
    account: CarrierAccount,
    consignment: CarrierConsignment,
    numbers: readonly string[],
  ): Conversation<CarrierScan[]>;
  /** It tracks consignments by their connotes, and refuses the numbers of pieces. */
  tracksConnotes?: true;
  /** How many numbers it is asked about at a time; absent: as many as there are. */
  tracksTogether?: number;
  /**
   * Where one question may be about numbers of several consignments, for a carrier that allows few: what is heard of each
   * number, or why nothing is. It is then asked this way and not by `track`, which says the same of one consignment.
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

/** What a connector can do, read off what it has. */
export function capabilitiesOf(connector: Connector): CarrierOperation[] {
  return carrierOperations.filter((operation) => connector[operation] !== undefined);
}
