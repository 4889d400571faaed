// What the use-cases need from the world outside. Adapters implement these types; nothing here
// knows SQL, HTTP, Redis or a vendor. A use-case receives the whole `App` as its first argument. The door to `ports/`, where
// they stand by noun: everybody imports them from here.
import type { Country } from '../domain/places/country.ts';
import type { Localities } from '../domain/places/localities.ts';
import type { PickupCalendar } from '../domain/time/pickup.ts';
import type { Turns } from './bookings/turns.ts';
import type { CallerCache } from './caller-cache.ts';
import type { KeyCallLog } from './keys/key-calls.ts';
import { emptyDocument, type SettingsDocument } from './keys/settings-document.ts';
import type { Mailing } from './mail/send-mails.ts';
import type {
  EmailConfirmations,
  KeyCalls,
  Keys,
  Members,
  PasswordResets,
  Sessions,
} from './ports/accounts.ts';
import type { Bookings, ToldCarriers } from './ports/bookings.ts';
import type { CarrierDrafts } from './ports/carrier-drafts.ts';
import type { CarrierAccounts, CarrierCalls, Connections } from './ports/connections.ts';
import type {
  CustomsDeclarations,
  Manifests,
  NumberRanges,
  SentConsignments,
} from './ports/consignments.ts';
import type { Documents, Operator, Printer, Signer } from './ports/documents.ts';
import type {
  Gateway,
  GatewayAttempts,
  PaymentNotices,
  TestGatewayBooks,
} from './ports/gateway.ts';
import type { IdempotencyRecords } from './ports/idempotency.ts';
import type { JobPlaces, Leases } from './ports/jobs.ts';
import type { CreditAccounts, Ledger, PaymentMethods, PaymentRecords } from './ports/money.ts';
import type { Orders, Products } from './ports/orders.ts';
import type {
  CarrierAnswers,
  CarrierSwitches,
  Carriers,
  QuoteTiming,
  SharedAnswers,
} from './ports/quotes.ts';
import type { Reports } from './ports/reports.ts';
import type { Tracer } from './ports/tracing.ts';
import type { MailEnd, TrackingStore, TrackingTerms } from './ports/tracking.ts';
import type { MergedCalls } from './quotes/merged-calls.ts';
import type { QuoteCache } from './quotes/quote-cache.ts';
import type { CarrierAnswerLog } from './reports/carrier-answers.ts';

export type * from './ports/accounts.ts';
export type * from './ports/bookings.ts';
export type * from './ports/carrier-drafts.ts';
export type * from './ports/connections.ts';
export * from './ports/connector.ts';
export type * from './ports/consignments.ts';
export type * from './ports/documents.ts';
export type * from './ports/gateway.ts';
export type * from './ports/idempotency.ts';
export type * from './ports/jobs.ts';
export type * from './ports/money.ts';
export type * from './ports/orders.ts';
export type * from './ports/quotes.ts';
export type * from './ports/reports.ts';
export type * from './ports/tracing.ts';
export type * from './ports/tracking.ts';
export { emptyDocument, type MergedCalls, type SettingsDocument };

/** What members, keys and credit need: enough for most commands, and quick to open. */
export type AccountsApp = {
  store: Store;
  counters: Counters;
  passwords: Passwords;
  gateway: Gateway;
  secrets: Secrets;
  clock: Clock;
  /** How far this machine's own clock is ahead of `clock`, the database's; negative when it is behind. */
  machineAheadMs(): number;
  log: Log;
  meter: Meter;
  /** Undefined where no collector of traces is configured. */
  tracer?: Tracer | undefined;
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
  quoteCache: QuoteCache<CarrierAnswers>;
  /** Live carriers' answers to other processes, where processes share them. */
  sharedAnswers: SharedAnswers | undefined;
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
  /** Carriers are played on this machine: nothing is really sent. */
  isSimulated: boolean;
  /** How e-mails are sent; undefined where no mail server is configured. */
  mailing?: Mailing | undefined;
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

/** The database's clock where processes share one: times that decide who may act must mean the same to all of them. */
export type Clock = { nowMs(): number };

export type Log = {
  /** One line for each answered request. It takes known fields only, none of them secret, because it is on the hot path. */
  request(line: RequestLine): void;
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** The process ends because of it. */
  fatal(fields: object, message: string): void;
};

export type RequestLine = {
  requestId: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  /** Unknown of a client that had left before it was its turn. */
  address?: string;
  member?: number;
  keyId?: number;
  refusal?: string;
  /** Under which a collector of traces knows it. */
  traceId?: string;
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
  /** A list or report was read, where there is a replica that could answer it. */
  listAnswered(by: 'replica' | 'primary'): void;
  /** The replica was looked at. */
  replicaSeen(seen: { isUsed: boolean; behindBytes?: number }): void;
  /** One attempt at an e-mail: how it ended, or that it will be tried again. */
  mailTried(outcome: MailEnd | 'deferred'): void;
  /** How much waits for a person, by kind; said again and again by the process that does the jobs. */
  attentionCounted(count: Readonly<Record<string, number>>): void;
  /** How many of the carriers' files were refused when they were last read. */
  rateFilesRefused(count: number): void;
  /** A carrier was asked where a shipment is; `postponed`: not yet, to keep to the pace that it allows. */
  carrierPolled(poll: { carrier: string; outcome: 'answered' | 'failed' | 'postponed' }): void;
  /** One request to a carrier's own service; the outcome is `answered` or the kind of trouble. */
  carrierAsked(asked: {
    carrier: string;
    operation: string;
    outcome: string;
    seconds: number;
  }): void;
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
  }): Promise<Slot | undefined>;
  leave(slot: Slot): Promise<void>;
  health(): SharedStateHealth;
  close(): Promise<void>;
};

/**
 * What processes that serve the same members tell each other in passing. It may be missed, and is never waited for: nothing
 * may depend on it but knowing sooner.
 */
export type Signals = {
  tell(topic: string, data: object): void;
  /**
   * What the others tell; never what this process told itself. The others may be of another version: a listener throws when it
   * does not understand, and that signal is dropped.
   */
  hear(topic: string, listener: (data: unknown) => void): void;
  close(): Promise<void>;
};

export type WindowCount = { count: number; endsAtMs: number };
/** One of the requests that may be under way at once. */
export type Slot = { key: string; id: string };

/** `lost`: the shared server is away and this process counts for itself until it is back. */
type SharedStateHealth = { kind: string; lost: boolean; detail?: string };

export type Store = TrackingStore & {
  bookings: Bookings;
  carrierSwitches: CarrierSwitches;
  carrierAccounts: CarrierAccounts;
  carrierCalls: CarrierCalls;
  sentConsignments: SentConsignments;
  manifests: Manifests;
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
  jobPlaces: JobPlaces;
  declarations: CustomsDeclarations;
  toldCarriers: ToldCarriers;
  documents: Documents;
  gatewayAttempts: GatewayAttempts;
  orders: Orders;
  products: Products;
  reports: Reports;
  sessions: Sessions;
  passwordResets: PasswordResets;
  emailConfirmations: EmailConfirmations;
  keyCalls: KeyCalls;
  /** All of it happens, durably, or none of it; a throw undoes everything. Never wait for the network inside. */
  transaction<Result>(work: (store: Store) => Promise<Result>): Promise<Result>;
  /**
   * Counts every change of members, keys and settings by any process. Equal numbers mean that what
   * was read then is still true; undefined means that this can't be told right now.
   */
  configurationRevision(): number | undefined;
  /** The database's own, by which every process with it goes; undefined where it has none but the machine's. */
  clock: Clock | undefined;
  /** How long whoever comes now would wait until the database takes up what it is asked; 0 when nobody waits. */
  waitMs(): number;
  health(): Promise<StoreHealth>;
  close(): Promise<void>;
};

/**
 * The database has more to do than it can: every connection, or the file's one lock, stayed in use for as long as one waits
 * for it. It is thrown only where nothing has been done yet, so that whoever asked may be told so and ask again.
 */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';

  constructor(cause?: unknown) {
    super('The database has more to do than it can right now. Nothing was done.', { cause });
  }
}

/**
 * The database can not be reached, or its connection was lost before anything was done for this request: whoever asked may be
 * told so and ask again. It has the code and the words of what happened.
 */
export class StoreAway extends Error {
  override readonly name = 'StoreAway';
  readonly code: unknown;

  constructor(cause: Error) {
    super(cause.message, { cause });
    this.code = 'code' in cause ? cause.code : undefined;
  }
}

/** There is no database where one was only to be looked at: nothing was made. The message says where. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';
}

/** The request that something is written for, if it is one. */
export type RequestUnderWay = {
  /** After each commit. */
  noteWritten(): void;
  hasWritten(): boolean;
};

export type StoreHealth = {
  engine: string;
  schemaVersion: number;
  /** A newer program has changed the schema while this one was running. */
  isNewer: boolean;
  detail: string;
  /** Of the replica that lists and reports may be read from, where there is one. */
  replica?: ReplicaHealth | undefined;
};

export type ReplicaTrouble = 'unreachable' | 'behind' | 'slow' | 'not_a_replica';
/** One that is not used has a trouble, once it has been looked at. */
export type ReplicaHealth = { isUsed: boolean; trouble?: ReplicaTrouble; detail: string };
