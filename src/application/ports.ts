// The dependencies of use cases. Adapters implement these types; nothing here refers to SQL, HTTP, Redis or a vendor.
// A use case receives the `App`, or the parts of it that it uses, as its first argument. This file re-exports
// `ports/`, where the types are grouped by noun.
import type { Country } from '../domain/places/country.ts';
import type { Localities } from '../domain/places/localities.ts';
import type { PickupCalendar } from '../domain/time/pickup.ts';
import type { BackgroundWork } from './background-work.ts';
import type { Turns } from './bookings/turns.ts';
import type { CallerCache } from './caller-cache.ts';
import { emptyDocument, type SettingsDocument } from './keys/settings-document.ts';
import type {
  Brandings,
  EmailConfirmations,
  Invitations,
  KeyCallLog,
  KeyCalls,
  Keys,
  Members,
  PasswordResets,
  Sessions,
  TwoFactors,
  Users,
} from './ports/accounts.ts';
import type { Addresses } from './ports/addresses.ts';
import type { AuditLog } from './ports/audit.ts';
import type { Bookings, NotifiedCarriers } from './ports/bookings.ts';
import type { CarrierDrafts } from './ports/carrier-drafts.ts';
import type { CarrierInvoices } from './ports/carrier-invoices.ts';
import type { Claims, DeliveryProofs } from './ports/claims.ts';
import type {
  CarrierAccounts,
  CarrierCalls,
  CertificationRuns,
  Certifications,
  Connections,
  Sealer,
} from './ports/connections.ts';
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
import type { ItemPresets } from './ports/item-presets.ts';
import type { JobPlaces, Leases } from './ports/jobs.ts';
import type { MarginBook, Margins } from './ports/margins.ts';
import type { CreditAccounts, Ledger, PaymentMethods, PaymentRecords } from './ports/money.ts';
import type { MonthlyInvoices } from './ports/monthly-invoices.ts';
import type { Orders, Products } from './ports/orders.ts';
import type { LabelPrinters, LabelSender, PrintJobs } from './ports/printers.ts';
import type { QuoteLinks } from './ports/quote-links.ts';
import type {
  CarrierAnswers,
  CarrierSwitches,
  Carriers,
  QuoteTiming,
  SharedAnswers,
} from './ports/quotes.ts';
import type { CarrierAnswerLog, Reports } from './ports/reports.ts';
import type { SavedViews } from './ports/saved-views.ts';
import type { Tracer } from './ports/tracing.ts';
import type {
  MailEnd,
  Mailing,
  Mails,
  Shipments,
  TrackingEvents,
  TrackingTerms,
} from './ports/tracking.ts';
import type { WebhookDeliveries, WebhookEndpoints, WebhookSending } from './ports/webhooks.ts';
import type { MergedCalls } from './quotes/merged-calls.ts';
import type { QuoteCache } from './quotes/quote-cache.ts';

export type * from './ports/accounts.ts';
export type * from './ports/addresses.ts';
export type * from './ports/audit.ts';
export type * from './ports/bookings.ts';
export type * from './ports/carrier-drafts.ts';
export type * from './ports/carrier-invoices.ts';
export type * from './ports/claims.ts';
export type * from './ports/connections.ts';
export * from './ports/connector.ts';
export type * from './ports/consignments.ts';
export type * from './ports/documents.ts';
export type * from './ports/gateway.ts';
export type * from './ports/idempotency.ts';
export type * from './ports/item-presets.ts';
export type * from './ports/jobs.ts';
export type * from './ports/margins.ts';
export type * from './ports/money.ts';
export type * from './ports/monthly-invoices.ts';
export type * from './ports/orders.ts';
export type * from './ports/printers.ts';
export type * from './ports/quote-links.ts';
export type * from './ports/quotes.ts';
export type * from './ports/reports.ts';
export type * from './ports/saved-views.ts';
export type * from './ports/tracing.ts';
export type * from './ports/tracking.ts';
export type * from './ports/webhooks.ts';
export { emptyDocument, type MergedCalls, type SettingsDocument };

/** The parts for members, keys and credit: enough for most commands, and quick to open. */
export type AccountsApp = {
  store: Store;
  counters: Counters;
  passwords: Passwords;
  gateway: Gateway;
  secrets: Secrets;
  clock: Clock;
  /** How far this machine's clock is ahead of `clock`, the database's; negative when it is behind. */
  machineAheadMs(): number;
  log: Log;
  meter: Meter;
  /** Undefined without a configured trace collector. */
  tracer?: Tracer | undefined;
  callers: CallerCache;
  keyCalls: KeyCallLog;
  carrierAnswers: CarrierAnswerLog;
};

/** The whole service: accounts, and the reference data for quotes. */
export type App = AccountsApp & {
  locations: Locations;
  carriers: Carriers;
  /** The operator's own accounts with carriers. */
  connections: Connections;
  carrierDrafts: CarrierDrafts;
  /** Holidays and clocks of the states, for pickup dates. */
  pickups: PickupCalendar;
  margins: MarginBook;
  quoteCache: QuoteCache<CarrierAnswers>;
  /** Answers that live carriers gave other processes, if processes share them. */
  sharedAnswers: SharedAnswers | undefined;
  timing: QuoteTiming;
  printer: Printer;
  labelSender: LabelSender;
  webhooks: WebhookSending;
  operator: Operator;
  signer: Signer;
  /** Changes of one booking in this process wait for each other, first come, first served. */
  bookingTurns: Turns;
  /** Undefined when the gateway sends no notices, or no secret to verify them is configured. */
  paymentNotices?: PaymentNotices;
  /** Called when the gateway hints that the payment with this key was settled: asks the gateway and finishes the payment. */
  recoverPayment(key: string): Promise<void>;
  tracking: TrackingTerms;
  background: BackgroundWork;
  /** Carriers are simulated on this machine: nothing reaches a real carrier. */
  isSimulated: boolean;
  /** Seals the secrets of authenticator apps, and draws the code that an app reads, as SVG. */
  twoFactor: { sealer: Sealer; drawQr(text: string): string };
  /** How long entries of the audit log are kept. */
  auditKeptMs: number;
  /** How e-mails are sent; undefined where no mail server is configured. */
  mailing?: Mailing | undefined;
};

/** The built members area. */
export type WebClient = {
  /** The page, with a placeholder for the nonce of its security policy. */
  page: string;
  files: ReadonlyMap<string, WebFile>;
};

export type WebFile = {
  mediaType: string;
  plain: Buffer;
  brotli: Buffer | undefined;
  gzip: Buffer | undefined;
  /** Changes with the content. */
  tag: string;
  isImmutable: boolean;
};

/** Suburbs, postcodes and countries. Read at the start, never changed. */
export type Locations = {
  localities: Localities;
  countries: readonly Country[];
  /** Changes with the data: clients may cache answers while it stays the same. */
  version: string;
};

/** The database's clock where processes share a database: leases and deadlines must mean the same to all of them. */
export type Clock = { nowMs(): number };

export type Log = {
  /** One line for each answered request. Its fields are fixed and contain no secret, because it is on the hot path. */
  request(line: RequestLine): void;
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** For an error that ends the process. */
  fatal(fields: object, message: string): void;
};

export type RequestLine = {
  requestId: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  /** Unknown if the client left before its request was read. */
  address?: string;
  member?: number;
  keyId?: number;
  refusal?: string;
  /** The id of the request in the trace collector. */
  traceId?: string;
};

/** Randomness and one-way digests. */
export type Secrets = {
  /** URL-safe text that encodes this many random bytes. */
  randomText(bytes: number): string;
  /** A digest for unguessable values such as keys; never for passwords. */
  digest(secret: string): string;
  isSameDigest(left: string, right: string): boolean;
};

/** Slow hashes, for passwords that people choose. */
export type Passwords = {
  hash(password: string): Promise<string>;
  isRight(password: string, hash: string): Promise<boolean>;
  /** A hash that matches no password, verified for an unknown member so that the answer takes as long. */
  decoyHash(): Promise<string>;
};

/** Metrics for operators; no decision depends on them. */
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
  /** A list or report was read, in an installation with a replica. */
  listAnswered(by: 'replica' | 'primary'): void;
  /** The replica was checked. */
  replicaSeen(seen: { isUsed: boolean; behindBytes?: number }): void;
  /** One attempt to send an e-mail; `deferred` will be retried. */
  mailTried(outcome: MailEnd | 'deferred'): void;
  /** The number of open issues by kind, reported regularly by the process that runs the jobs. */
  attentionCounted(count: Readonly<Record<string, number>>): void;
  /** How many of the carriers' files were refused at the last read. */
  rateFilesRefused(count: number): void;
  /** A carrier was asked for tracking events; `postponed`: not yet, to keep within its rate limit. */
  carrierPolled(poll: { carrier: string; outcome: 'answered' | 'failed' | 'postponed' }): void;
  /** One request to a carrier's service; the outcome is `answered` or the kind of trouble. */
  carrierAsked(asked: {
    carrier: string;
    operation: string;
    outcome: string;
    seconds: number;
  }): void;
};

/**
 * Counters shared by every process that serves the same members. Times are parameters, so that tests can move the
 * clock.
 */
export type Counters = {
  /** Adds one to the current window, which starts with its first count. */
  count(key: string, windowMs: number, nowMs: number): Promise<WindowCount>;
  /** Reads the window without counting. */
  read(key: string, nowMs: number): Promise<WindowCount | undefined>;
  /** Takes one of `limit` places; undefined when all are taken. A place is free again after its lease. */
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
 * Messages between processes that serve the same members. They may be lost and are never waited for, so they may only
 * make a process learn something sooner.
 */
export type Signals = {
  publish(topic: string, data: object): void;
  /**
   * Receives messages of other processes, never this process's own. They may run another version: a listener throws if
   * it does not understand a message, and the message is dropped.
   */
  subscribe(topic: string, listener: (data: unknown) => void): void;
  close(): Promise<void>;
};

export type WindowCount = { count: number; endsAtMs: number };
/** A place among the requests that may run at the same time. */
export type Slot = { key: string; id: string };

/** `lost`: the shared server is unavailable, and this process counts for itself until it is back. */
type SharedStateHealth = { kind: string; lost: boolean; detail?: string };

export type Store = {
  shipments: Shipments;
  trackingEvents: TrackingEvents;
  mails: Mails;
  labelPrinters: LabelPrinters;
  printJobs: PrintJobs;
  bookings: Bookings;
  carrierSwitches: CarrierSwitches;
  margins: Margins;
  carrierInvoices: CarrierInvoices;
  carrierAccounts: CarrierAccounts;
  carrierCalls: CarrierCalls;
  certifications: Certifications;
  certificationRuns: CertificationRuns;
  sentConsignments: SentConsignments;
  manifests: Manifests;
  members: Members;
  brandings: Brandings;
  users: Users;
  invitations: Invitations;
  twoFactors: TwoFactors;
  keys: Keys;
  credit: CreditAccounts;
  testGateway: TestGatewayBooks;
  paymentMethods: PaymentMethods;
  payments: PaymentRecords;
  ledger: Ledger;
  monthlyInvoices: MonthlyInvoices;
  numbers: NumberRanges;
  idempotency: IdempotencyRecords;
  leases: Leases;
  jobPlaces: JobPlaces;
  declarations: CustomsDeclarations;
  notifiedCarriers: NotifiedCarriers;
  documents: Documents;
  gatewayAttempts: GatewayAttempts;
  orders: Orders;
  products: Products;
  addresses: Addresses;
  claims: Claims;
  quoteLinks: QuoteLinks;
  deliveryProofs: DeliveryProofs;
  itemPresets: ItemPresets;
  savedViews: SavedViews;
  reports: Reports;
  sessions: Sessions;
  passwordResets: PasswordResets;
  emailConfirmations: EmailConfirmations;
  keyCalls: KeyCalls;
  auditLog: AuditLog;
  webhookEndpoints: WebhookEndpoints;
  webhookDeliveries: WebhookDeliveries;
  /** Commits all writes durably or none of them; a throw rolls back. Never wait for the network inside. */
  transaction<Result>(work: (store: Store) => Promise<Result>): Promise<Result>;
  /**
   * Counts every change of members, keys and settings by any process. Cached values stay current while the revision
   * is unchanged; undefined while it is unknown.
   */
  configurationRevision(): number | undefined;
  /** The database server's clock, shared by every process; undefined for a database on this machine. */
  clock: Clock | undefined;
  /** How long a query that arrives now waits for a connection; 0 without a queue. */
  waitMs(): number;
  health(): Promise<StoreHealth>;
  close(): Promise<void>;
};

/**
 * The database is overloaded: every connection, or the file's lock, stayed in use for the whole waiting time. Thrown only
 * before anything was done, so that the client may safely retry.
 */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';

  constructor(cause?: unknown) {
    super('The database has more to do than it can right now. Nothing was done.', { cause });
  }
}

/**
 * The database cannot be reached, or the connection was lost before anything was done for this request, so that the
 * client may safely retry. Has the code and message of the cause.
 */
export class StoreAway extends Error {
  override readonly name = 'StoreAway';
  readonly code: unknown;

  constructor(cause: Error) {
    super(cause.message, { cause });
    this.code = 'code' in cause ? cause.code : undefined;
  }
}

/** A command that only reads found no database, and created none. The message says where it looked. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';
}

/** The request that causes the write, if any. */
export type RequestUnderWay = {
  /** After each commit. */
  noteWritten(): void;
  hasWritten(): boolean;
};

export type StoreHealth = {
  engine: string;
  schemaVersion: number;
  /** A newer version of the program migrated the schema while this one was running. */
  isNewer: boolean;
  detail: string;
  /** The state of the replica for lists and reports, if there is one. */
  replica?: ReplicaHealth | undefined;
};

export type ReplicaTrouble = 'unreachable' | 'behind' | 'slow' | 'not_a_replica';
/** A replica that was checked and is not used has a `trouble`. */
export type ReplicaHealth = { isUsed: boolean; trouble?: ReplicaTrouble; detail: string };
