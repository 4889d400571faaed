// What members, keys and sessions need of the store.
import type { ApiKey, KeyId, ModuleType } from '../../domain/keys/api-key.ts';
import type { Member, MemberDetails, MemberId } from '../../domain/members/member.ts';
import type { Session, SessionId } from '../../domain/members/session.ts';
import type { SettingsDocument } from '../keys/settings-document.ts';

export type NewMember = MemberDetails & { passwordHash: string; createdAtMs: number };
export type MemberChange = Partial<
  Pick<
    Member,
    | 'isOpen'
    | 'mayBookLive'
    | 'hasMultipickup'
    | 'mayConnectCarriers'
    | 'discountBasisPoints'
    | 'isOperator'
  >
> & { passwordHash?: string };

export type Members = {
  add(member: NewMember): Promise<MemberId | 'email_taken'>;
  change(id: MemberId, change: MemberChange): Promise<void>;
  changeDetails(id: MemberId, details: MemberDetails): Promise<'changed' | 'email_taken'>;
  find(id: MemberId): Promise<Member | undefined>;
  /** The same, inside a transaction: until it ends nobody else changes the member. */
  lock(id: MemberId): Promise<{ member: Member; passwordHash: string } | undefined>;
  /** Open accounts that are operators', inside a transaction: until it ends nobody else changes who they are. */
  lockOperators(): Promise<MemberId[]>;
  /** The hash is beside the member, not in it: what is handed on as a Member can be shown. */
  findByEmail(email: string): Promise<{ member: Member; passwordHash: string } | undefined>;
  list(): Promise<Member[]>;
  /** Those of them that there are. */
  findMany(ids: readonly MemberId[]): Promise<ReadonlyMap<MemberId, Member>>;
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
  /** As `findSettings`, inside a transaction: until it ends nobody else changes the key or its settings. */
  lockSettings(id: KeyId): Promise<SettingsDocument | undefined>;
  changeSettings(id: KeyId, settings: SettingsDocument): Promise<void>;
  list(memberId?: MemberId): Promise<ApiKey[]>;
  change(id: KeyId, change: KeyChange): Promise<void>;
  replaceSecret(id: KeyId, secret: { digest: string; prefix: string }): Promise<void>;
  /** Its settings go with it. */
  remove(id: KeyId): Promise<void>;
};

type NewSession = Omit<Session, 'id'> & { digest: string };

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
  /** Forgets sessions that nobody can use any more, some of them at a time. */
  removeEnded(those: { lastUsedUntilMs: number; createdUntilMs: number }): Promise<void>;
};

/** One call with an API key, as its owner may see it. */
export type KeyCall = {
  atMs: number;
  method: string;
  path: string;
  status: number;
  tookMs: number;
  /** The code of a refusal. */
  refusal?: string;
  /** Why it was refused, or what was changed about it. */
  why?: string;
  requestId: string;
};

export type KeyCalls = {
  /** Adds calls by key and forgets all but the newest `kept` of each. */
  add(calls: ReadonlyMap<KeyId, readonly KeyCall[]>, kept: number): Promise<void>;
  list(keyId: KeyId): Promise<KeyCall[]>;
};

/** The calls that wait in memory to be written. */
export type KeyCallLog = {
  note(keyId: KeyId, call: KeyCall): void;
  /** Writes every few seconds from now on. */
  start(): void;
  write(): Promise<void>;
  close(): Promise<void>;
};

/** `farthestMs`: a link that ends later was made by a clock that ran ahead, and is too old. */
export type ResetTimes = { nowMs: number; farthestMs: number };

/** How a reset link reaches its member. */
export type ResetWay = 'mailed' | 'handed_over';

/** One link of each way at a time for each member; a new one takes the place of the last. */
export type PasswordResets = {
  put(reset: {
    memberId: MemberId;
    way: ResetWay;
    digest: string;
    expiresAtMs: number;
  }): Promise<void>;
  /** Whose it is, and it stays; undefined when it is unknown or too old. */
  find(digest: string, times: ResetTimes): Promise<MemberId | undefined>;
  /** Whose it is, and it is used up; undefined when it is unknown or too old. */
  take(digest: string, times: ResetTimes): Promise<MemberId | undefined>;
  remove(memberId: MemberId): Promise<void>;
};

/** An e-mail address whose owner was sent a link: somebody signs up with it, or a member changes to it. */
export type PendingEmail =
  | { kind: 'sign_up'; details: MemberDetails; passwordHash: string }
  | { kind: 'change'; memberId: MemberId; email: string };

export type EmailConfirmations = {
  /** Forgets some that have expired, too. */
  add(confirmation: {
    digest: string;
    expiresAtMs: number;
    nowMs: number;
    pending: PendingEmail;
  }): Promise<void>;
  /** What was pending, and the link is used up; undefined when it is unknown or too old. */
  take(digest: string, times: ResetTimes): Promise<PendingEmail | undefined>;
  /** Voids the links by which the member was to change to another address. */
  removeChanges(memberId: MemberId): Promise<void>;
};
