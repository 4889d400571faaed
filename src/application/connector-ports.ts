// What a connector is: how to speak with one carrier's own service, as pure functions. Part of `ports.ts`, which hands it
// on. A connector never sends anything: each operation is a conversation that yields requests, is given the replies and
// returns what they mean. Sending, signing in again, repeating, limits and records are the transport's.
//
// An operation that a carrier does not offer, or whose shape nobody knows, is simply not there.
import type { MemberId } from '../domain/accounts/member.ts';
import type { BookingId } from '../domain/bookings/booking.ts';
import type { Cents } from '../domain/money.ts';
import type { QuoteTransit } from '../domain/quotes/quote.ts';
import type { Shipment } from '../domain/quotes/shipment.ts';
import type { PricePolicy } from '../domain/rating/carrier-terms.ts';
import type { ConsignmentRequest } from './money-ports.ts';
import type { CarrierScan } from './tracking-ports.ts';

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
};

/** By Sydney's clock: the next working day, and the day and time now. */
export type CheckMoment = Pick<
  LiveQuestion,
  'nowMs' | 'today' | 'time' | 'pickupDate' | 'offsetMinutes'
>;

export type ServiceOffer = { priceCents: Cents; transit: QuoteTransit };
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
/** `not_shown`: it is not to be seen, which with this carrier proves nothing. */
export type FindAnswer = { booked: BookedConsignment } | 'absent' | 'not_shown';
export type CancelAnswer = 'cancelled' | { refused: string };
export type LabelFormat = 'pdf' | 'zpl';
export type CarrierLabel = { format: LabelFormat; bytes: Uint8Array };
export type CarrierManifest = { manifestId: string };

export type ConnectedService = {
  stringId: string;
  /** What the carrier calls it; an account's own list comes first where it has one. */
  product: string;
  /** Its bookings stay with a person, though the carrier takes others. */
  isBookedByHand?: true;
};

export type Connector = {
  /** The folder the carrier's cards are in. */
  carrier: string;
  fields: readonly AccountField[];
  services: readonly ConnectedService[];
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
  quote?(account: CarrierAccount, question: LiveQuestion): Conversation<ServiceOffers>;
  book?(account: CarrierAccount, order: ConsignmentRequest): Conversation<BookAnswer>;
  /** By our own reference, for when the answer to a booking was lost. */
  find?(account: CarrierAccount, order: ConsignmentRequest): Conversation<FindAnswer>;
  cancel?(account: CarrierAccount, consignment: CarrierConsignment): Conversation<CancelAnswer>;
  label?(
    account: CarrierAccount,
    consignment: CarrierConsignment,
    format: LabelFormat,
  ): Conversation<CarrierLabel | readonly CarrierLabel[]>;
  labelFormats?: readonly LabelFormat[];
  manifest?(
    account: CarrierAccount,
    consignments: readonly CarrierConsignment[],
    reference: string,
  ): Conversation<CarrierManifest>;
  /** Its paper, asked for once the manifest is known to be lodged: without it nothing is lost but the paper. */
  manifestPaper?(account: CarrierAccount, manifestId: string): Conversation<Uint8Array | undefined>;
  /** Which of these are on a manifest already, by their carrier's ids, and on which: its answer may have been lost. */
  findManifests?(
    account: CarrierAccount,
    consignments: readonly CarrierConsignment[],
  ): Conversation<ReadonlyMap<string, string>>;
  track?(account: CarrierAccount, consignment: CarrierConsignment): Conversation<CarrierScan[]>;
};

export const carrierOperations = [
  'check',
  'quote',
  'book',
  'find',
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

/** One request to a carrier and what came of it, for the operator to look at. Nothing in it is secret. */
export type CarrierCall = {
  atMs: number;
  /** Of the request to us that it was made for; "" when nobody asked, as when shipments are followed. */
  requestId: string;
  carrier: string;
  operation: CarrierOperation | 'sign_in';
  /** Of the booking it was about; "" for quotes. */
  reference: string;
  method: string;
  url: string;
  /** 0 when there was no answer. */
  status: number;
  tookMs: number;
  trouble: string;
  sent: string;
  received: string;
  /** Made with the own account of this member; absent: with the house's. */
  memberId?: MemberId;
};

export type KnownCarrierCall = CarrierCall & { id: number };

/** Whatever is undefined does not matter. */
export type CallsWish = {
  carrier?: string | undefined;
  operation?: CarrierCall['operation'] | undefined;
  /** Refused by the carrier or without an answer, or neither. */
  hasFailed?: boolean | undefined;
  /** About any attempt at this booking. */
  bookingId?: number | undefined;
  requestId?: string | undefined;
  /** Only those before this one. */
  beforeId?: number | undefined;
  /** Leaves out what was sent and received, which may be long. */
  isBrief?: boolean;
  limit: number;
};

export type CarrierCalls = {
  add(calls: readonly CarrierCall[]): Promise<void>;
  /** Newest first. */
  list(wish: CallsWish): Promise<KnownCarrierCall[]>;
  find(id: number): Promise<KnownCarrierCall | undefined>;
  /** Forgets up to so many that are older; how many there were. */
  purge(beforeMs: number, limit: number): Promise<number>;
};

/** An account with a carrier as it is stored: sealed, and opened only by whoever talks to the carrier. */
export type CarrierConnection = {
  carrier: string;
  sealed: string;
  policy: PricePolicy;
  connectedAtMs: number;
};

export type CarrierConnections = {
  list(): Promise<CarrierConnection[]>;
  find(carrier: string): Promise<CarrierConnection | undefined>;
  /** In the place of the last one. */
  put(connection: CarrierConnection): Promise<void>;
  /** The same account under another seal, unless it has been replaced or removed meanwhile. */
  reseal(connection: CarrierConnection, sealed: string): Promise<void>;
  remove(carrier: string): Promise<boolean>;
};

/** A member's own account with a carrier, sealed like the house's. Its prices are always the carrier's own. */
export type MemberConnection = Pick<CarrierConnection, 'carrier' | 'sealed' | 'connectedAtMs'> & {
  memberId: MemberId;
};

export type MemberConnections = {
  list(memberId: MemberId): Promise<MemberConnection[]>;
  /** Everybody's, in order, after this one. */
  page(
    after: Pick<MemberConnection, 'memberId' | 'carrier'> | undefined,
    limit: number,
  ): Promise<MemberConnection[]>;
  /** In the place of the member's last one with this carrier. */
  put(connection: MemberConnection): Promise<void>;
  /** The same account under another seal, unless it has been replaced meanwhile. */
  reseal(connection: MemberConnection, sealed: string): Promise<void>;
  /** One, or all of them. */
  remove(memberId: MemberId, carrier: string | undefined): Promise<boolean>;
};

/** Keeps texts so that only whoever has the key can read them. */
export type Sealer = {
  seal(text: string): string;
  /** Undefined: it was sealed with another key, or altered. */
  open(sealed: string): { text: string; isOutdated: boolean } | undefined;
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

/** Which account with a carrier: a member's own, or the house's when no member is named. */
export type CarrierAccountOf = { carrier: string; memberId?: MemberId | undefined };

export type SentConsignments = {
  /** Writes down that it is about to be sent; what is there already is left and returned instead. */
  open(consignment: {
    reference: string;
    carrier: string;
    stringId: string;
    bookingId: BookingId;
    memberId?: MemberId | undefined;
    nowMs: number;
  }): Promise<SentConsignment | undefined>;
  find(reference: string): Promise<SentConsignment | undefined>;
  /** Sent with this account: a member's own, or the house's. */
  findByConnote(account: CarrierAccountOf, connote: string): Promise<SentConsignment | undefined>;
  /** The carrier has said what became of it; only of one that is being sent. */
  settle(
    reference: string,
    as: {
      state: 'booked' | 'rejected';
      detail: string;
      /** What its price is held against; one that differs waits for a person to see it. */
      quotedCents?: Cents | undefined;
    } & BookedConsignment,
  ): Promise<void>;
  /**
   * The carrier has what was forgotten as never sent: written down again, as orphaned unless its booking still waits for it.
   * What is there already is left.
   */
  keepLate(
    consignment: Pick<
      SentConsignment,
      'reference' | 'carrier' | 'stringId' | 'bookingId' | 'sentAtMs'
    > &
      Pick<CarrierAccountOf, 'memberId'> &
      BookedConsignment,
  ): Promise<void>;
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
  markManifested(references: readonly string[], manifestId: string): Promise<void>;
  /** In which formats its label is kept. */
  labelFormats(reference: string): Promise<LabelFormat[]>;
  findLabel(reference: string, format: LabelFormat): Promise<Uint8Array | undefined>;
  keepLabel(reference: string, label: CarrierLabel, nowMs: number): Promise<void>;
};

/** `by_hand`: the carrier can't be told from here, so a person has to. `not_with_carrier`: it never had it. */
export type CancelOutcome =
  | { outcome: 'cancelled' }
  | { outcome: 'not_with_carrier' }
  | { outcome: 'by_hand' }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; reason: string };

/** `asked`: its carrier is asked to take it back. */
export type CancelWay = 'asked' | Extract<CancelOutcome['outcome'], 'by_hand' | 'not_with_carrier'>;

/** Members must not say where a carrier is: our requests would go wherever they like, also inside the operator's network. */
export type AccountGiver = 'operator' | 'member';

/** The carriers that can be connected, and those that are. */
export type Connections = {
  connectors: readonly Connector[];
  /** What is wrong with an account as given by the operator or by a member; none when it will do. */
  problems(carrier: string, given: CarrierAccount, by: AccountGiver): string[];
  seal(given: CarrierAccount): string;
  /** One harmless call with the account given, or with the one that is connected. */
  check(
    account: CarrierAccountOf,
    given?: CarrierAccount,
  ): Promise<{ isWell: boolean; sentence: string }>;
  /** What the carrier says of the account: fields that were not given, if it can be asked. Throws a CarrierTrouble. */
  discover(account: CarrierAccountOf, given: CarrierAccount): Promise<CarrierAccount>;
  /** Whether it has failed so often that it is left alone for a while. */
  isResting(carrier: string): boolean;
  /** What the carrier itself prints for a consignment; none where the label is ours to draw. */
  labelFormats(references: readonly string[]): Promise<ReadonlyMap<string, readonly LabelFormat[]>>;
  /** The carrier's own label, fetched once and kept; undefined when it has none in this format. Throws a CarrierTrouble. */
  label(reference: string, format: LabelFormat): Promise<Uint8Array | undefined>;
  /** How `cancel` would go about it now; nobody is asked. */
  cancelWay(reference: string): Promise<CancelWay>;
  /** Takes a consignment back from its carrier. */
  cancel(reference: string): Promise<CancelOutcome>;
  /** Hands over everything that is on no manifest yet; undefined where the carrier takes none. Throws a CarrierTrouble. */
  manifest(
    account: CarrierAccountOf,
    reference: string,
  ): Promise<
    (CarrierManifest & { consignments: number; document: Uint8Array | undefined }) | undefined
  >;
  /** Writes down the calls that wait to be, so that they can be listed. */
  writeCalls(): Promise<void>;
  /** Forgets some calls that are old enough; true when there may be more. */
  purgeCalls(): Promise<boolean>;
};
