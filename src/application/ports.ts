// What the use-cases need from the world outside. Adapters implement these types; nothing here
// knows SQL, HTTP, Redis or a vendor. A use-case receives the whole `App` as its first argument.
import type { ApiKey, KeyId, ModuleType } from '../domain/accounts/api-key.ts';
import type { CreditAccount } from '../domain/accounts/credit.ts';
import type { Member, MemberDetails, MemberId } from '../domain/accounts/member.ts';
import type { Session, SessionId } from '../domain/accounts/session.ts';
import type { Booking, BookingId, PlainBooking } from '../domain/bookings/booking.ts';
import type { Cents } from '../domain/money.ts';
import type { Country } from '../domain/places/country.ts';
import type { Localities } from '../domain/places/localities.ts';
import type { CarrierHealth } from '../domain/quotes/carrier-health.ts';
import type { CircuitBreaker } from '../domain/quotes/circuit-breaker.ts';
import type { QuoteFailure, QuoteTransit } from '../domain/quotes/quote.ts';
import type { Shipment } from '../domain/quotes/shipment.ts';
import type { CarrierSnapshot } from '../domain/rating/carrier-snapshot.ts';
import type { PricePolicy } from '../domain/rating/carrier-terms.ts';
import type { RatingOutcome } from '../domain/rating/rating.ts';
import type { PickupCalendar } from '../domain/time/pickup.ts';
import type { Turns } from './bookings/turns.ts';
import type { CallerCache } from './caller-cache.ts';
import type { CarrierDrafts } from './carriers/draft-ports.ts';
import type {
  CarrierCalls,
  CarrierConnections,
  Connections,
  SentConsignments,
} from './connector-ports.ts';
import type { Documents, Operator, Printer, Signer } from './document-ports.ts';
import type { KeyCallLog } from './keys/key-calls.ts';
import { emptyDocument, type SettingsDocument } from './keys/settings-document.ts';
import type {
  BookingMoves,
  CarrierDesk,
  CustomsDeclarations,
  IdempotencyRecords,
  Leases,
  Ledger,
  NumberRanges,
  PaymentMethods,
  PaymentRecords,
} from './money-ports.ts';
import type { Mailing } from './notifications/send-mails.ts';
import type { Orders, Products } from './order-ports.ts';
import type { LiveAnswer } from './quotes/live-carriers.ts';
import type { SharedAsks } from './quotes/shared-asks.ts';
import type { Reports } from './report-ports.ts';
import type { CarrierAnswerLog } from './reports/carrier-answers.ts';
import type { CarrierScan, MailEnd, TrackingStore, TrackingTerms } from './tracking-ports.ts';

export type * from './carriers/draft-ports.ts';
export * from './connector-ports.ts';
export type * from './document-ports.ts';
export type * from './money-ports.ts';
export type * from './order-ports.ts';
export type * from './report-ports.ts';
export type * from './tracking-ports.ts';
export { emptyDocument, type SettingsDocument, type SharedAsks };

/** What members, keys and credit need: enough for most commands, and quick to open. */
export type AccountsApp = {
  store: Store;
  counters: Counters;
  passwords: Passwords;
  payments: Payments;
  secrets: Secrets;
  clock: Clock;
  log: Log;
  meter: Meter;
  callers: CallerCache;
  keyCalls: KeyCallLog;
  carrierAnswers: CarrierAnswerLog;
};

/** The whole service: accounts, and the reference data that quotes stand on. */
export type App = AccountsApp & {
  locations: Locations;
  carriers: Carriers;
  /** The operator's own accounts with carriers. */
  connections: Connections;
  carrierDrafts: CarrierDrafts;
  /** Holidays and clocks of the states, for pickup dates. */
  pickups: PickupCalendar;
  quoteCache: QuoteCache;
  timing: QuoteTiming;
  printer: Printer;
  operator: Operator;
  signer: Signer;
  /** Whoever changes a booking in this process waits for those who asked before. */
  bookingTurns: Turns;
  /** Undefined when the gateway sends none, or nothing to check them by is configured. */
  paymentNotices?: PaymentNotices;
  /** Called when the gateway hints that the payment with this key was settled; it asks and finishes what waited. */
  recoverPayment(key: string): Promise<void>;
  tracking: TrackingTerms;
  /** How e-mails are sent; undefined where no mail server is configured. */
  mailing?: Mailing | undefined;
};

export type QuoteTiming = {
  carrierDeadlineMs: number;
  quoteBudgetMs: number;
  /** How long a quote is honoured when its booking is confirmed. */
  quoteTtlMs: number;
  /** How long a booking that nobody confirms is kept. */
  quoteRetentionMs: number;
  /** How long confirming waits for a gateway, and again for a carrier, before it answers that it does not know yet. */
  confirmDeadlineMs: number;
};

export type Carriers = {
  /** Taken once for each quote: it never changes, whatever is reloaded meanwhile. */
  snapshot(): CarrierSnapshot;
  /** Another list whenever anything about them has changed. */
  readonly live: readonly LiveCarrier[];
  breakerOf(stringId: string): CircuitBreaker;
  healthOf(stringId: string): CarrierHealth;
  /** Live questions under way, shared between identical quotes. */
  asks: SharedAsks<LiveAnswer>;
  /** string_ids the operator has switched off. */
  switchedOff(): ReadonlySet<string>;
};

/** A carrier that is asked over the network. `signal` is raised when nobody waits any more. */
export type LiveCarrier = {
  stringId: string;
  mode: string;
  /** Where its price comes from; `live` when nothing is said. */
  policy?: PricePolicy;
  /** Absent where it can't be asked for a price. */
  quote?(shipment: Shipment, signal: AbortSignal): Promise<LiveOffer | { absence: LiveAbsence }>;
  /** Takes bookings over the network too; a carrier without one is booked with a number of our own. */
  desk?: CarrierDesk;
  /** What it has to say about a consignment; absent where it can't be asked. In any order, as often as it likes. */
  track?(connote: string, signal: AbortSignal): Promise<readonly CarrierScan[]>;
};

/** GST included. */
export type LiveOffer = { priceCents: Cents; transit: QuoteTransit };
export type LiveAbsence = Pick<QuoteFailure, 'code' | 'serviceability' | 'message'>;

/** Carriers' answers to shipments asked about before, without anything that depends on a caller. */
export type QuoteCache = {
  find(fingerprint: string, nowMs: number): CarrierAnswers | undefined;
  keep(fingerprint: string, answers: CarrierAnswers, nowMs: number): void;
};

export type CarrierAnswers = {
  ratings: Map<string, RatingOutcome>;
  live: Map<string, LiveAnswer>;
};

/** A saved card or wallet as the gateway knows it. */
export type ChargeMethod = {
  kind: 'card' | 'wallet';
  token: string;
  customer: string | undefined;
};

export type ChargeRequest = {
  key: string;
  amountCents: Cents;
  method: ChargeMethod;
  bookingId: BookingId;
  memberId: MemberId;
  description: string;
};

export type ChargeOutcome =
  | { outcome: 'charged'; reference: string }
  | { outcome: 'declined'; code: string; userMessage: string }
  // Nobody knows yet: ask again with the same key.
  | { outcome: 'unknown'; reason: string };

export type RefundRequest = {
  key: string;
  chargeReference: string;
  amountCents: Cents;
  bookingId: BookingId;
};

export type RefundOutcome =
  | { outcome: 'refunded'; reference: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; reason: string };

export type Payments = {
  gateway: string;
  /** Idempotent by key; never throws for an outcome. */
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /** What became of the charge with that key; `absent`: the gateway never saw it, so it will not happen unless asked again. */
  findCharge(request: ChargeRequest): Promise<ChargeOutcome | { outcome: 'absent' }>;
  /** Idempotent by key. */
  refund(request: RefundRequest): Promise<RefundOutcome>;
  findRefund(request: RefundRequest): Promise<RefundOutcome | { outcome: 'absent' }>;
  /** Checks and takes a token of the operator's into the gateway; what is to be stored for later charges, and how to show it. */
  saveMethod(request: {
    kind: 'card' | 'wallet';
    token: string;
    memberId: MemberId;
    email: string;
  }): Promise<{ token: string; customer: string | undefined; maskedLabel: string }>;
};

/** What a gateway sends by itself, read and checked; it only ever says that asking again is worth while. */
export type PaymentNotice =
  | { kind: 'settled'; key: string }
  | { kind: 'irrelevant' }
  | { kind: 'forged'; reason: string };

export type PaymentNotices = {
  read(sent: {
    body: Buffer;
    signature: string | undefined;
    nowMs: number;
  }): Promise<PaymentNotice>;
};

/** The members area as it was built for browsers. */
export type WebClient = {
  /** The page, with a mark wherever the number goes that its security policy allows it by. */
  page: string;
  files: ReadonlyMap<string, WebFile>;
};

export type WebFile = {
  mediaType: string;
  plain: Buffer;
  brotli: Buffer | undefined;
  gzip: Buffer | undefined;
  /** Differs whenever the content does. */
  tag: string;
  isImmutable: boolean;
};

/** Where freight can go. Read at the start, never changed. */
export type Locations = {
  localities: Localities;
  countries: readonly Country[];
  /** Differs whenever anything in the data differs: clients may keep answers while it stays. */
  version: string;
};

export type Clock = { nowMs(): number };

export type Log = {
  /** One line for each answered request. It takes known fields only, none of them secret, because it is on the hot path. */
  request(line: RequestLine): void;
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type RequestLine = {
  requestId: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  address: string;
  member?: number;
  keyId?: number;
  refusal?: string;
};

/** Randomness and one-way digests. */
export type Secrets = {
  /** URL-safe text with this many random bytes in it. */
  randomText(bytes: number): string;
  /** A digest for values that are already unguessable, such as keys; never for passwords. */
  digest(secret: string): string;
  isSameDigest(left: string, right: string): boolean;
};

/** Slow hashes for what people choose themselves. */
export type Passwords = {
  hash(password: string): Promise<string>;
  isRight(password: string, hash: string): Promise<boolean>;
  /** A hash of no password, verified in place of a missing member's so that both take as long. */
  decoyHash(): Promise<string>;
};

/** Counts what happens, for operators; never decides anything. */
export type Meter = {
  requestServed(served: {
    method: string;
    route: string;
    generation: string;
    status: number;
    seconds: number;
  }): void;
  limitHit(limit: string): void;
  authenticationFailed(reason: string): void;
  queryTook(engine: string, seconds: number): void;
  sharedStateLost(isLost: boolean): void;
  /** One attempt at an e-mail: how it ended, or that it will be tried again. */
  mailTried(outcome: MailEnd | 'deferred'): void;
  /** A carrier was asked where a shipment is. */
  carrierPolled(poll: { carrier: string; outcome: 'answered' | 'failed' }): void;
};

/**
 * Counters shared by every process that serves the same members. Times are passed in, so that the
 * same contract can be proven with a clock that is moved by hand.
 */
export type Counters = {
  /** Counts one more in the window that began with its first count. */
  count(key: string, windowMs: number, nowMs: number): Promise<WindowCount>;
  /** What the window holds, without counting. */
  read(key: string, nowMs: number): Promise<WindowCount | undefined>;
  /** Takes one of `limit` places, or undefined when all are taken. A place is free again after the lease. */
  enter(place: {
    key: string;
    limit: number;
    leaseMs: number;
    nowMs: number;
  }): Promise<Place | undefined>;
  leave(place: Place): Promise<void>;
  health(): SharedStateHealth;
  close(): Promise<void>;
};

export type WindowCount = { count: number; endsAtMs: number };
export type Place = { key: string; id: string };

/** `lost`: the shared server is away and this process counts for itself until it is back. */
export type SharedStateHealth = { kind: string; lost: boolean; detail?: string };

export type NewMember = MemberDetails & { passwordHash: string; createdAtMs: number };
export type MemberChange = Partial<
  Pick<Member, 'isOpen' | 'mayBookLive' | 'hasMultipickup' | 'discountBasisPoints' | 'isOperator'>
> & { passwordHash?: string };

export type Members = {
  add(member: NewMember): Promise<MemberId | 'email_taken'>;
  change(id: MemberId, change: MemberChange): Promise<void>;
  changeDetails(id: MemberId, details: MemberDetails): Promise<'changed' | 'email_taken'>;
  find(id: MemberId): Promise<Member | undefined>;
  /** The hash is beside the member, not in it: what is handed on as a Member can be shown. */
  findByEmail(email: string): Promise<{ member: Member; passwordHash: string } | undefined>;
  list(): Promise<Member[]>;
  /** By number, or part of an e-mail, company or name; the newest first. */
  search(wanted: { text: string | undefined; limit: number; skip: number }): Promise<Member[]>;
  isEmpty(): Promise<boolean>;
};

export type NewKey = {
  memberId: MemberId;
  digest: string;
  prefix: string;
  moduleType: ModuleType;
  site: string;
  isDemo: boolean;
  createdAtMs: number;
};

export type KeyChange = Partial<Pick<ApiKey, 'isActive' | 'isDemo' | 'moduleType' | 'site'>>;

export type Keys = {
  add(key: NewKey): Promise<KeyId>;
  find(id: KeyId): Promise<ApiKey | undefined>;
  findByDigest(
    digest: string,
  ): Promise<
    { key: ApiKey; member: Member; settings: SettingsDocument; digest: string } | undefined
  >;
  findSettings(id: KeyId): Promise<SettingsDocument | undefined>;
  changeSettings(id: KeyId, settings: SettingsDocument): Promise<void>;
  list(memberId?: MemberId): Promise<ApiKey[]>;
  change(id: KeyId, change: KeyChange): Promise<void>;
  replaceSecret(id: KeyId, secret: { digest: string; prefix: string }): Promise<void>;
  /** Its settings go with it. */
  remove(id: KeyId): Promise<void>;
};

export type NewSession = Omit<Session, 'id'> & { digest: string };

/** Sessions of the members area. Ending one is noticed on the next request in every process. */
export type Sessions = {
  add(session: NewSession): Promise<SessionId>;
  findByDigest(
    digest: string,
  ): Promise<{ session: Session; member: Member; digest: string } | undefined>;
  /** Newest use first. */
  list(memberId: MemberId): Promise<Session[]>;
  noteUse(id: SessionId, nowMs: number): Promise<void>;
  /** Ends a member's sessions: the one named, or all but the one to keep. How many there were. */
  end(
    memberId: MemberId,
    which: { only: SessionId } | { except: SessionId | undefined },
  ): Promise<number>;
  /** Forgets sessions that nobody can use any more. */
  removeEnded(those: { lastUsedUntilMs: number; createdUntilMs: number }): Promise<void>;
};

/** One call with an API key, as its owner may see it. */
export type KeyCall = {
  atMs: number;
  method: string;
  path: string;
  status: number;
  tookMs: number;
  refusal?: string;
  requestId: string;
};

export type KeyCalls = {
  /** Adds calls by key and forgets all but the newest `kept` of each. */
  add(calls: ReadonlyMap<KeyId, readonly KeyCall[]>, kept: number): Promise<void>;
  list(keyId: KeyId): Promise<KeyCall[]>;
};

/** One link at a time for each member; a new one takes the place of the last. */
export type PasswordResets = {
  put(reset: { memberId: MemberId; digest: string; expiresAtMs: number }): Promise<void>;
  /** Whose it is, and it is used up; undefined when it is unknown or too old. */
  take(digest: string, nowMs: number): Promise<MemberId | undefined>;
  remove(memberId: MemberId): Promise<void>;
};

export type CreditAccounts = {
  find(memberId: MemberId): Promise<CreditAccount | undefined>;
  setLimit(memberId: MemberId, limitCents: Cents, nowMs: number): Promise<CreditAccount>;
};

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

export type BookingsShown = 'quotes' | 'booked' | 'attention';

export type BookingPage = {
  memberId: MemberId;
  sinceMs: number | undefined;
  /** An id, or part of a consignment note. */
  text: string | undefined;
  /** Only quotes, only what was booked, or only what somebody has to look at; undefined: all. */
  shows?: BookingsShown | undefined;
  isAscending: boolean;
  limit: number;
  skip: number;
};

export type Bookings = BookingMoves & {
  add(booking: NewBooking): Promise<BookingId>;
  find(id: BookingId, memberId: MemberId): Promise<Booking | undefined>;
  /** As `find`, and inside a transaction nobody else changes it until the end. */
  hold(id: BookingId, memberId: MemberId): Promise<Booking | undefined>;
  list(page: BookingPage): Promise<Booking[]>;
  /** Those of the member's among these, in any order. */
  listPlain(ids: readonly BookingId[], memberId: MemberId): Promise<PlainBooking[]>;
  /**
   * Puts an unpaid booking's new contents in the place of those with `expectedVersion`, which becomes one more. False,
   * and nothing is written, when somebody else has changed, paid or removed it meanwhile. The status stays.
   */
  replace(booking: Booking, expectedVersion: number): Promise<boolean>;
  /** Removes an unpaid booking with all that is in it; false when there is none. Its number is never given out again. */
  removeUnpaid(id: BookingId, memberId: MemberId): Promise<boolean>;
};

export type TestCharge = {
  key: string;
  token: string;
  amountCents: Cents;
  isAccepted: boolean;
  reference: string;
  bookingId: BookingId;
  memberId: MemberId;
  enteredAtMs: number;
};

export type TestRefund = {
  key: string;
  chargeReference: string;
  amountCents: Cents;
  reference: string;
  enteredAtMs: number;
};

/**
 * The books of the built-in test gateway. They stand for a party outside: nothing but that gateway reads or
 * writes them, and never inside somebody's transaction.
 */
export type TestGatewayBooks = {
  /** Enters a charge unless there is one under its key; the one that is there then. */
  enterCharge(charge: TestCharge): Promise<TestCharge>;
  findCharge(key: string): Promise<TestCharge | undefined>;
  /** Enters a refund unless there is one under its key, or less than that is left of the charge. */
  enterRefund(refund: TestRefund): Promise<TestRefund | 'no_such_charge' | 'too_much'>;
  findRefund(key: string): Promise<TestRefund | undefined>;
};

/** What is remembered of asking a gateway, so that asking twice can not move money twice. */
export type GatewayAttempt = {
  key: string;
  /** Ours alone; by it the gateway recognises a request that is sent again. */
  nonce: string;
  /** What the gateway calls it, once that is written down. */
  reference: string | undefined;
  /** Given up: nobody may go on with it, and only a new attempt with a new nonce may follow. */
  isClosed: boolean;
  openedAtMs: number;
};

export type NewGatewayAttempt = { key: string; nonce: string; nowMs: number };

export type GatewayAttempts = {
  find(key: string): Promise<GatewayAttempt | undefined>;
  /** The attempt under way; a new one when there is none, or the last one was closed. */
  open(fresh: NewGatewayAttempt): Promise<GatewayAttempt>;
  /** Writes the reference down if the attempt is still open and has none; the attempt under that key as it is then. */
  keepReference(attempt: GatewayAttempt, reference: string): Promise<GatewayAttempt>;
  /** Closes what has no reference, also when nothing was opened yet; the attempt as it is then. */
  closeUnlessReferenced(fresh: NewGatewayAttempt): Promise<GatewayAttempt>;
  close(attempt: GatewayAttempt): Promise<void>;
};

/** Carriers that the operator has switched off, by string_id. */
export type CarrierSwitches = {
  listOff(): Promise<string[]>;
  setOff(stringId: string, isOff: boolean): Promise<void>;
};

export type Store = TrackingStore & {
  bookings: Bookings;
  carrierSwitches: CarrierSwitches;
  carrierConnections: CarrierConnections;
  carrierCalls: CarrierCalls;
  sentConsignments: SentConsignments;
  members: Members;
  keys: Keys;
  credit: CreditAccounts;
  testGateway: TestGatewayBooks;
  paymentMethods: PaymentMethods;
  payments: PaymentRecords;
  ledger: Ledger;
  numbers: NumberRanges;
  idempotency: IdempotencyRecords;
  leases: Leases;
  declarations: CustomsDeclarations;
  documents: Documents;
  gatewayAttempts: GatewayAttempts;
  orders: Orders;
  products: Products;
  reports: Reports;
  sessions: Sessions;
  passwordResets: PasswordResets;
  keyCalls: KeyCalls;
  /** All of it happens, durably, or none of it; a throw undoes everything. Never wait for the network inside. */
  transaction<Result>(work: (store: Store) => Promise<Result>): Promise<Result>;
  /**
   * Counts every change of members, keys and settings by any process. Equal numbers mean that what
   * was read then is still true; undefined means that this can't be told right now.
   */
  configurationRevision(): number | undefined;
  health(): Promise<StoreHealth>;
  /** A consistent copy of an embedded database while it is in use. */
  backup(file: string, onProgress: (share: number) => void): Promise<void>;
  close(): Promise<void>;
};

export type StoreHealth = { engine: string; schemaVersion: number; detail: string };
