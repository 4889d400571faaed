// Members, keys and sessions in the store.
import type { ApiKey, KeyId, ModuleType } from '../../domain/keys/api-key.ts';
import type { Member, MemberDetails, MemberId } from '../../domain/members/member.ts';
import type { Session, SessionId } from '../../domain/members/session.ts';
import type { SettingsDocument } from '../keys/settings-document.ts';

export type NewMember = MemberDetails & { passwordHash: string; createdAtMs: number };
/** Undefined values stay as they are. */
type Change<Row> = { [Field in keyof Row]?: Row[Field] | undefined };

export type MemberChange = Change<
  Pick<
    Member,
    | 'isOpen'
    | 'mayBookLive'
    | 'hasMultipickup'
    | 'mayConnectCarriers'
    | 'discountBasisPoints'
    | 'group'
    | 'isOperator'
  > & { passwordHash: string }
>;

export type Members = {
  add(member: NewMember): Promise<MemberId | 'email_taken'>;
  change(id: MemberId, change: MemberChange): Promise<void>;
  changeDetails(id: MemberId, details: MemberDetails): Promise<'changed' | 'email_taken'>;
  find(id: MemberId): Promise<Member | undefined>;
  /** Locks the member until the transaction ends. */
  lock(id: MemberId): Promise<{ member: Member; passwordHash: string } | undefined>;
  /** The ids of open operator accounts, locked until the transaction ends. */
  lockOperators(): Promise<MemberId[]>;
  /** The password hash is separate from the member, so that a Member can be shown safely. */
  findByEmail(email: string): Promise<{ member: Member; passwordHash: string } | undefined>;
  list(): Promise<Member[]>;
  /** Leaves out unknown ids. */
  findMany(ids: readonly MemberId[]): Promise<ReadonlyMap<MemberId, Member>>;
  /** By number, or part of an e-mail address, company or name; newest first. */
  search(wanted: { text: string | undefined; limit: number; skip: number }): Promise<Member[]>;
  isEmpty(): Promise<boolean>;
  /** The groups that members are in, in alphabetical order. */
  listGroups(): Promise<string[]>;
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

export type KeyChange = Change<Pick<ApiKey, 'isActive' | 'isDemo' | 'moduleType' | 'site'>>;

export type Keys = {
  add(key: NewKey): Promise<KeyId>;
  find(id: KeyId): Promise<ApiKey | undefined>;
  findByDigest(
    digest: string,
  ): Promise<
    { key: ApiKey; member: Member; settings: SettingsDocument; digest: string } | undefined
  >;
  findSettings(id: KeyId): Promise<SettingsDocument | undefined>;
  /** Like `findSettings`, and locks the key and its settings until the transaction ends. */
  lockSettings(id: KeyId): Promise<SettingsDocument | undefined>;
  changeSettings(id: KeyId, settings: SettingsDocument): Promise<void>;
  list(memberId?: MemberId): Promise<ApiKey[]>;
  change(id: KeyId, change: KeyChange): Promise<void>;
  replaceSecret(id: KeyId, secret: { digest: string; prefix: string }): Promise<void>;
  /** Also deletes its settings. */
  remove(id: KeyId): Promise<void>;
};

type NewSession = Omit<Session, 'id'> & { digest: string };

/** Sessions of the members area. Every process notices an ended session on the next request. */
export type Sessions = {
  add(session: NewSession): Promise<SessionId>;
  findByDigest(
    digest: string,
  ): Promise<{ session: Session; member: Member; digest: string } | undefined>;
  /** Most recently used first. */
  list(memberId: MemberId): Promise<Session[]>;
  noteUse(id: SessionId, nowMs: number): Promise<void>;
  /** Ends one session of a member, or all except one. Returns how many were ended. */
  end(
    memberId: MemberId,
    which: { only: SessionId } | { except: SessionId | undefined },
  ): Promise<number>;
  /** Deletes a batch of expired sessions. */
  removeEnded(those: { lastUsedUntilMs: number; createdUntilMs: number }): Promise<void>;
};

/** One call with an API key, as shown to the key's owner. */
export type KeyCall = {
  atMs: number;
  method: string;
  path: string;
  status: number;
  tookMs: number;
  /** The code of a refusal. */
  refusal?: string;
  /** Why the call was refused, or what was changed in it. */
  why?: string;
  requestId: string;
};

export type KeyCalls = {
  /** Adds calls by key, and deletes all but the newest `kept` of each. */
  add(calls: ReadonlyMap<KeyId, readonly KeyCall[]>, kept: number): Promise<void>;
  list(keyId: KeyId): Promise<KeyCall[]>;
};

/** Calls that are buffered in memory until they are written. */
export type KeyCallLog = {
  note(keyId: KeyId, call: KeyCall): void;
  /** Starts to write every few seconds. */
  start(): void;
  write(): Promise<void>;
  close(): Promise<void>;
};

/** `farthestMs`: a link that expires later was created by a clock that ran ahead, and counts as expired. */
export type ResetTimes = { nowMs: number; farthestMs: number };

/** How the member receives a reset link. */
export type ResetWay = 'mailed' | 'handed_over';

/** Each member has at most one link of each kind; a new one replaces the last. */
export type PasswordResets = {
  put(reset: {
    memberId: MemberId;
    way: ResetWay;
    digest: string;
    expiresAtMs: number;
  }): Promise<void>;
  /** The link's member, without using the link up; undefined if the link is unknown or expired. */
  find(digest: string, times: ResetTimes): Promise<MemberId | undefined>;
  /** The link's member, and uses the link up; undefined if it is unknown or expired. */
  take(digest: string, times: ResetTimes): Promise<MemberId | undefined>;
  remove(memberId: MemberId): Promise<void>;
};

/** An e-mail address to confirm, by a person who signs up or a member who changes address. */
export type PendingEmail =
  | { kind: 'sign_up'; details: MemberDetails; passwordHash: string }
  | { kind: 'change'; memberId: MemberId; email: string };

export type EmailConfirmations = {
  /** Also deletes a batch of expired ones. */
  add(confirmation: {
    digest: string;
    expiresAtMs: number;
    nowMs: number;
    pending: PendingEmail;
  }): Promise<void>;
  /** Returns what was to be confirmed and uses the link up; undefined if it is unknown or expired. */
  take(digest: string, times: ResetTimes): Promise<PendingEmail | undefined>;
  /** Voids the member's links for a change of address. */
  removeChanges(memberId: MemberId): Promise<void>;
};
