// Carrier accounts: how they are stored, what connected ones are used for, and the log of calls to carriers.
import type { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type { DocumentFormat } from '../../domain/documents/document-job.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { PricePolicy } from '../../domain/rate-cards/carrier-terms.ts';
import type {
  CarrierAccount,
  CarrierAccountOf,
  CarrierManifest,
  CarrierOperation,
  Connector,
  LabelFormat,
} from './connector.ts';
import type { SentConsignment } from './consignments.ts';

/** An account as it is stored, its credentials sealed. The policy of a member's account is always `live`. */
export type StoredAccount = CarrierAccountOf & {
  sealed: string;
  policy: PricePolicy;
  connectedAtMs: number;
};

export type CarrierAccounts = {
  /** Of one owner, by carrier; undefined: house accounts. */
  list(owner: MemberId | undefined): Promise<StoredAccount[]>;
  /** Of all owners: house accounts first, then by member and carrier. */
  page(after: CarrierAccountOf | undefined, limit: number): Promise<StoredAccount[]>;
  find(account: CarrierAccountOf): Promise<StoredAccount | undefined>;
  /** Replaces the owner's last account with this carrier. */
  put(account: StoredAccount): Promise<void>;
  /** Stores the same credentials under another seal, unless the account was replaced or removed meanwhile. */
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

/** `by_hand`: the carrier can't be told from here, so a person has to. `not_with_carrier`: it never had it. */
export type CancelOutcome =
  | { outcome: 'cancelled' }
  | { outcome: 'not_with_carrier' }
  | { outcome: 'by_hand' }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; reason: string };

/** `asked`: its carrier is asked to take it back. */
export type CancelWay = 'asked' | Extract<CancelOutcome['outcome'], 'by_hand' | 'not_with_carrier'>;

/** Only operators may set a carrier's address: a member could send our requests into the operator's network. */
export type AccountGiver = 'operator' | 'member';

/** `unknown`: the carrier does not have them any more, or does not answer for them, so they are on no manifest. */
export type LodgedManifest = CarrierManifest & {
  consignments: number;
  unknown: readonly SentConsignment[];
  document: Uint8Array | undefined;
};

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
  /** The formats in which the carrier's own label is available; undefined where we draw the label. The carrier is not asked. */
  labelFormats(reference: string): Promise<readonly LabelFormat[] | undefined>;
  /** The carrier's own label, fetched once and then stored. */
  label(reference: string, format: DocumentFormat): Promise<LabelOutcome>;
  /** How `cancel` would go about it now; nobody is asked. */
  cancelWay(reference: string): Promise<CancelWay>;
  /** Takes a consignment back from its carrier. */
  cancel(reference: string): Promise<CancelOutcome>;
  /** Hands over everything that is on no manifest yet; undefined where the carrier takes none. Throws a CarrierTrouble. */
  manifest(account: CarrierAccountOf, reference: string): Promise<LodgedManifest | undefined>;
  /** The document of one that was lodged before, asked for again; undefined where there is none. Throws a CarrierTrouble. */
  manifestDocument(account: CarrierAccountOf, manifestId: string): Promise<Uint8Array | undefined>;
  /** Writes down the calls that wait to be, so that they can be listed. */
  writeCalls(): Promise<void>;
  /** Forgets some calls that are old enough; true when there may be more. */
  purgeCalls(): Promise<boolean>;
};

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
