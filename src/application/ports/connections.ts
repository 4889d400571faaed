// Carrier accounts: how they are stored, what connected ones are used for, and the log of calls to carriers.
import type { PlainBooking } from '../../domain/bookings/booking.ts';
import type { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type {
  CertifyRun,
  CertifyStep,
  Finding,
  LeftConsignment,
  StepResult,
} from '../../domain/connectors/certification.ts';
import type { DocumentFormat } from '../../domain/documents/document-job.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { PricePolicy } from '../../domain/rate-cards/carrier-terms.ts';
import type { CallSorting } from '../../domain/sorting.ts';
import type { Place } from '../../domain/time/time-zone.ts';
import type {
  CarrierAccount,
  CarrierAccountOf,
  CarrierManifest,
  CarrierNotice,
  CarrierOperation,
  CheckMoment,
  Connector,
  Conversation,
  LabelFormat,
  NoticeReading,
} from './connector.ts';
import type { SentConsignment } from './consignments.ts';

/** An account as it is stored, its credentials sealed. The policy of a member's account is always `live`. */
export type StoredAccount = CarrierAccountOf & {
  sealed: string;
  policy: PricePolicy;
  connectedAtMs: number;
};

export type CarrierAccounts = {
  /** The accounts of one owner, by carrier; of the house if undefined. */
  list(owner: MemberId | undefined): Promise<StoredAccount[]>;
  /** Accounts of all owners: house accounts first, then by member and carrier. */
  page(after: CarrierAccountOf | undefined, limit: number): Promise<StoredAccount[]>;
  find(account: CarrierAccountOf): Promise<StoredAccount | undefined>;
  /** Replaces the owner's last account with this carrier. */
  put(account: StoredAccount): Promise<void>;
  /** Stores the same credentials under a new seal, unless the account has been replaced or removed since. */
  reseal(account: StoredAccount, sealed: string): Promise<void>;
  remove(account: CarrierAccountOf): Promise<boolean>;
  removeAll(owner: MemberId): Promise<boolean>;
};

/** Encrypts with the installation's secret key. */
export type Sealer = {
  seal(text: string): string;
  /** Undefined when the text was sealed with an unknown key, or altered. `isOutdated`: sealed with the last secret key. */
  open(sealed: string): { text: string; isOutdated: boolean } | undefined;
};

/**
 * `drawn_here`: the carrier prints no label of its own. `other_formats`: it prints these formats only; without any, the label
 * is available on the carrier's own pages only. `unavailable`: the carrier cannot be reached or has not issued it yet.
 */
export type LabelOutcome =
  | { outcome: 'label'; bytes: Uint8Array }
  | { outcome: 'drawn_here' }
  | { outcome: 'other_formats'; formats: readonly LabelFormat[] }
  | { outcome: 'unavailable'; trouble: CarrierTrouble };

/**
 * `by_hand`: the carrier cannot be reached over the network, so the operator must cancel. `not_with_carrier`: the
 * carrier never had it.
 */
export type CancelOutcome =
  | { outcome: 'cancelled' }
  | { outcome: 'not_with_carrier' }
  | { outcome: 'by_hand' }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; reason: string };

/** `asked`: we ask the carrier to cancel. */
export type CancelWay = 'asked' | Extract<CancelOutcome['outcome'], 'by_hand' | 'not_with_carrier'>;

/** Only operators may set a carrier's address: a member could send our requests into the operator's network. */
export type AccountGiver = 'operator' | 'member';

/** On no manifest yet. `booking`: its items are what the driver collects. */
export type WaitingConsignment = SentConsignment & { booking: PlainBooking };

/** `unknown`: consignments that the carrier does not know, so they are on no manifest. */
type LodgedManifest = CarrierManifest & {
  consignments: number;
  unknown: readonly SentConsignment[];
  document: Uint8Array | undefined;
};

/** A connection to the stored account that shares nothing with quotes and bookings. */
export type TrialConnection = {
  connector: Connector;
  account: CarrierAccount;
  /** Sends the requests of a conversation and logs them. Throws a CarrierTrouble. */
  converse<Result>(
    about: {
      operation: CarrierOperation;
      reference: string;
      signal?: AbortSignal | undefined;
    },
    conversation: Conversation<Result>,
  ): Promise<Result>;
};

/** An answer of a real carrier that is committed as a test of its connector. */
export type RecordedAnswers = {
  operation: CarrierOperation;
  /** The carrier did what was asked. */
  isSuccess: boolean;
  /** `request`: method and path. */
  exchanges: readonly { request: string; status?: number; answer: unknown }[];
};

/** Connected carrier accounts, and the connectors for them. */
export type Connections = {
  connectors: readonly Connector[];
  /** One sentence for each problem with the entered fields. */
  problems(carrier: string, given: CarrierAccount, by: AccountGiver): string[];
  seal(given: CarrierAccount): string;
  /** Makes one harmless call with the given fields, or with the stored account. */
  check(
    account: CarrierAccountOf,
    given?: CarrierAccount,
  ): Promise<{ isWell: boolean; sentence: string }>;
  /** Undefined if the account is not connected. */
  trial(account: CarrierAccountOf): Promise<TrialConnection | undefined>;
  /** The local time at a place, and the first day on which a carrier could collect there. */
  momentAt(place: Place): CheckMoment;
  recordedAnswers(carrier: string): Promise<readonly RecordedAnswers[]>;
  /** Reads fields from the carrier that were not given. Throws a CarrierTrouble. */
  discover(account: CarrierAccountOf, given: CarrierAccount): Promise<CarrierAccount>;
  /** The formats in which the carrier's own label is available; undefined where we draw the label. The carrier is not asked. */
  labelFormats(reference: string): Promise<readonly LabelFormat[] | undefined>;
  /** The carrier's own label, fetched once and then stored. */
  label(reference: string, format: DocumentFormat): Promise<LabelOutcome>;
  /** What `cancel` would do now; makes no request. */
  cancelWay(reference: string): Promise<CancelWay>;
  cancel(reference: string): Promise<CancelOutcome>;
  /** Lodges one manifest of these consignments; undefined if the carrier takes no manifests. Throws a CarrierTrouble. */
  manifest(
    account: CarrierAccountOf,
    consignments: readonly WaitingConsignment[],
    reference: string,
  ): Promise<LodgedManifest | undefined>;
  /** Fetches the document of a lodged manifest; undefined if there is none. Throws a CarrierTrouble. */
  manifestDocument(account: CarrierAccountOf, manifestId: string): Promise<Uint8Array | undefined>;
  /** Verifies a webhook with the house account; without an account it is forged. Makes no request. */
  readNotice(carrier: string, notice: CarrierNotice): NoticeReading;
  /** Writes buffered calls, so that they can be listed. */
  writeCalls(): Promise<void>;
  /** Deletes one batch of old calls; true if there may be more. */
  purgeCalls(): Promise<boolean>;
};

/** One request to a carrier and its answer, without secrets. */
export type CarrierCall = {
  atMs: number;
  /** The id of the request to Linehaul that caused the call; "" for background jobs such as tracking. */
  requestId: string;
  carrier: string;
  operation: CarrierOperation | 'sign_in';
  /** The reference of the booking; "" for quotes. */
  reference: string;
  method: string;
  url: string;
  /** 0 when there was no answer. */
  status: number;
  tookMs: number;
  trouble: string;
  sent: string;
  received: string;
  /** The owner of the account; absent for a house account. */
  memberId?: MemberId;
};

export type KnownCarrierCall = CarrierCall & { id: number };

/** An undefined field does not filter. */
export type CallsFilter = {
  carrier?: string | undefined;
  operation?: CarrierCall['operation'] | undefined;
  hasFailed?: boolean | undefined;
  /** Includes every attempt to book it. */
  bookingId?: number | undefined;
  requestId?: string | undefined;
  sorting?: CallSorting | undefined;
  skip?: number | undefined;
  /** Leaves out `sent` and `received`. */
  isBrief?: boolean;
  limit: number;
};

export type CarrierCalls = {
  add(calls: readonly CarrierCall[]): Promise<void>;
  /** Newest first without `sorting`. */
  list(filter: CallsFilter): Promise<KnownCarrierCall[]>;
  find(id: number): Promise<KnownCarrierCall | undefined>;
  /** Deletes up to `limit` older calls and returns their number. */
  purge(beforeMs: number, limit: number): Promise<number>;
};

/** The last result of an operation that was certified with the house account. */
export type Certification = {
  carrier: string;
  operation: CarrierOperation;
  outcome: 'ok' | 'failed' | 'skipped';
  reason: Finding;
  atMs: number;
};

export type Certifications = {
  list(): Promise<Certification[]>;
  /** Replaces the last results of these operations. */
  put(results: readonly Certification[]): Promise<void>;
};

/** A certification that a server process carries out, with all that is known about it so far. */
export type CertificationRun = {
  id: number;
  carrier: string;
  begunAtMs: number;
  /** Later than this, its process has died. */
  aliveUntilMs: number;
  endedAtMs: number | undefined;
  /** A person has asked it to stop. */
  isStopping: boolean;
  progress: CertificationProgress;
};

export type CertificationProgress = {
  plan: readonly CertifyStep[];
  results: readonly StepResult[];
  /** What would stay with the carrier if its process ended now. */
  left: readonly LeftConsignment[];
  /** Undefined until its process has ended it. */
  end?:
    | ({ kind: 'complete' } & Pick<CertifyRun, 'host' | 'atMs' | 'operations'>)
    | { kind: 'failed'; words: string };
};

/** At most one run of a carrier has not ended. */
export type CertificationRuns = {
  /** Undefined while another run of the carrier has not ended. */
  begin(
    run: Pick<CertificationRun, 'carrier' | 'begunAtMs' | 'aliveUntilMs' | 'progress'>,
  ): Promise<number | undefined>;
  /** Writes down that its process lives. */
  keepAlive(id: number, aliveUntilMs: number): Promise<'going' | 'stopping' | 'ended'>;
  /** Also after the run was given up, because its process knows more. */
  progress(id: number, progress: CertificationProgress): Promise<void>;
  end(id: number, atMs: number, progress: CertificationProgress): Promise<void>;
  /** Ends the carrier's run if its process has died. */
  giveUp(carrier: string, nowMs: number): Promise<void>;
  /** False if no run of the carrier is under way. */
  stop(carrier: string, nowMs: number): Promise<boolean>;
  find(carrier: string, id: number): Promise<CertificationRun | undefined>;
  /** Newest first. */
  list(carrier: string, limit: number): Promise<CertificationRun[]>;
};
