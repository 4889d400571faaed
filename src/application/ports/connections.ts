// Accounts with carriers: how they are kept, what is done with those that are connected, and the record of every call.
import type { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type { DocumentFormat } from '../../domain/documents/document-job.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { PricePolicy } from '../../domain/rate-cards/carrier-terms.ts';
import type {
  CarrierAccount,
  CarrierManifest,
  CarrierOperation,
  Connector,
  LabelFormat,
} from './connector.ts';
import type { SentConsignment } from './consignments.ts';

/** Which account with a carrier: a member's own, or the house's when no member is named. */
export type CarrierAccountOf = { carrier: string; memberId?: MemberId | undefined };

/** The house's account with a carrier as it is stored: sealed, and opened only by whoever talks to the carrier. */
export type HouseAccount = {
  carrier: string;
  sealed: string;
  policy: PricePolicy;
  connectedAtMs: number;
};

export type HouseAccounts = {
  list(): Promise<HouseAccount[]>;
  find(carrier: string): Promise<HouseAccount | undefined>;
  /** In the place of the last one. */
  put(account: HouseAccount): Promise<void>;
  /** The same account under another seal, unless it has been replaced or removed meanwhile. */
  reseal(account: HouseAccount, sealed: string): Promise<void>;
  remove(carrier: string): Promise<boolean>;
};

/** A member's own account with a carrier, sealed like the house's. Its prices are always the carrier's own. */
export type OwnAccount = Pick<HouseAccount, 'carrier' | 'sealed' | 'connectedAtMs'> & {
  memberId: MemberId;
};

export type OwnAccounts = {
  list(memberId: MemberId): Promise<OwnAccount[]>;
  /** Everybody's, in order, after this one. */
  page(
    after: Pick<OwnAccount, 'memberId' | 'carrier'> | undefined,
    limit: number,
  ): Promise<OwnAccount[]>;
  /** In the place of the member's last one with this carrier. */
  put(account: OwnAccount): Promise<void>;
  /** The same account under another seal, unless it has been replaced meanwhile. */
  reseal(account: OwnAccount, sealed: string): Promise<void>;
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

/** Members must not say where a carrier is: our requests would go wherever they like, also inside the operator's network. */
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
