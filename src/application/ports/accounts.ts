// Members, keys and sessions in the store.
import type { ApiKey, KeyId, ModuleType } from '../../domain/keys/api-key.ts';
import type { Branding, Logo } from '../../domain/members/branding.ts';
import type { Member, MemberDetails, MemberId } from '../../domain/members/member.ts';
import type { Session, SessionId } from '../../domain/members/session.ts';
import type { MemberSorting } from '../../domain/sorting.ts';
import type { Invitation, InvitationId } from '../../domain/users/invitation.ts';
import type { ListedUser, User, UserId } from '../../domain/users/user.ts';
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
  >
>;

export type Members = {
  /** Also adds the member's first user, an admin with the same e-mail. */
  add(member: NewMember): Promise<MemberId | 'email_taken'>;
  change(id: MemberId, change: MemberChange): Promise<void>;
  /** A new e-mail also becomes the sign-in of the user who changes it, if that user signs in with the last one. */
  changeDetails(
    id: MemberId,
    details: MemberDetails,
    by?: UserId,
  ): Promise<'changed' | 'email_taken'>;
  find(id: MemberId): Promise<Member | undefined>;
  /** Locks the member until the transaction ends. */
  lock(id: MemberId): Promise<Member | undefined>;
  /** The ids of open operator accounts, locked until the transaction ends. */
  lockOperators(): Promise<MemberId[]>;
  /** By the member's address, or that of one of its users. */
  findByEmail(email: string): Promise<Member | undefined>;
  list(): Promise<Member[]>;
  /** Leaves out unknown ids. */
  findMany(ids: readonly MemberId[]): Promise<ReadonlyMap<MemberId, Member>>;
  /** By number, or part of an e-mail address, company or name; newest first without `sorting`. */
  search(wanted: {
    text: string | undefined;
    sorting?: MemberSorting | undefined;
    limit: number;
    skip: number;
  }): Promise<Member[]>;
  isEmpty(): Promise<boolean>;
  /** The groups that members are in, in alphabetical order. */
  listGroups(): Promise<string[]>;
};

export type NewUser = Omit<User, 'id' | 'hasTwoFactor'> & {
  passwordHash: string;
  createdAtMs: number;
};
type UserChange = Change<Pick<User, 'role'> & { passwordHash: string }>;

/** The people who sign in for a member. The password hash is separate, so that a User can be shown safely. */
export type Users = {
  add(user: NewUser): Promise<UserId | 'email_taken'>;
  change(id: UserId, change: UserChange): Promise<void>;
  /** Also ends the user's sessions. */
  remove(id: UserId): Promise<void>;
  find(id: UserId): Promise<User | undefined>;
  findByEmail(
    email: string,
  ): Promise<{ user: User; member: Member; passwordHash: string } | undefined>;
  /** Locks the user until the transaction ends. */
  lock(id: UserId): Promise<{ user: User; passwordHash: string } | undefined>;
  /** Oldest first. */
  list(memberId?: MemberId): Promise<ListedUser[]>;
};

/** The second factors of users: sealed secrets of authenticator apps, and digests of recovery codes. */
export type TwoFactors = {
  /** `step`: the time step of the last code that was used. */
  find(id: UserId): Promise<{ sealed: string; step: number } | undefined>;
  put(
    id: UserId,
    factor: { sealed: string; step: number; recoveryDigests: readonly string[] },
  ): Promise<void>;
  remove(id: UserId): Promise<void>;
  /** False if this step or a later one was used before. */
  useStep(id: UserId, step: number): Promise<boolean>;
  /** False if there is no such code left. */
  useRecoveryCode(id: UserId, digest: string): Promise<boolean>;
  countRecoveryCodes(id: UserId): Promise<number>;
  list(): Promise<{ id: UserId; sealed: string }[]>;
  /** Stores the same secret under a new seal, unless it has been replaced or removed since. */
  reseal(id: UserId, sealed: { before: string; after: string }): Promise<void>;
};

export type Invitations = {
  /** Replaces the member's last invitation of the same e-mail, and deletes a batch of expired ones. */
  put(invitation: Omit<Invitation, 'id'>, digest: string, nowMs: number): Promise<InvitationId>;
  /** Those that have not expired. */
  list(memberId: MemberId, nowMs: number): Promise<Invitation[]>;
  /** Without using the link up; undefined if the link is unknown or expired. */
  find(digest: string, times: ResetTimes): Promise<Invitation | undefined>;
  /** Uses the link up; undefined if it is unknown or expired. */
  take(digest: string, times: ResetTimes): Promise<Invitation | undefined>;
  remove(memberId: MemberId, id: InvitationId): Promise<void>;
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

/** A branding as pages and e-mails need it. */
export type KnownBranding = Omit<Branding, 'logo'> & {
  /** Part of the logo's address; "" without a logo. */
  logoDigest: string;
};

export type Brandings = {
  /** Empty texts if the member has set none. */
  find(memberId: MemberId): Promise<KnownBranding>;
  findLogo(digest: string): Promise<Logo | undefined>;
  put(
    memberId: MemberId,
    texts: Omit<Branding, 'logo'>,
    logo: 'keep' | undefined | (Logo & { digest: string }),
  ): Promise<void>;
};

type NewSession = Omit<Session, 'id'> & { digest: string };

/** Sessions of the members area. Every process notices an ended session on the next request. */
export type Sessions = {
  /** Also notes the time as the user's last sign-in. */
  add(session: NewSession): Promise<SessionId>;
  findByDigest(
    digest: string,
  ): Promise<{ session: Session; user: User; member: Member; digest: string } | undefined>;
  /** Most recently used first. */
  list(userId: UserId): Promise<Session[]>;
  noteUse(id: SessionId, nowMs: number): Promise<void>;
  /** Ends one session of a user, or all except one. Returns how many were ended. */
  end(
    userId: UserId,
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

/** How the user receives a reset link. */
export type ResetWay = 'mailed' | 'handed_over';

/** Each user has at most one link of each kind; a new one replaces the last. */
export type PasswordResets = {
  put(reset: { userId: UserId; way: ResetWay; digest: string; expiresAtMs: number }): Promise<void>;
  /** The link's user, without using the link up; undefined if the link is unknown or expired. */
  find(digest: string, times: ResetTimes): Promise<UserId | undefined>;
  /** The link's user, and uses the link up; undefined if it is unknown or expired. */
  take(digest: string, times: ResetTimes): Promise<UserId | undefined>;
  remove(userId: UserId): Promise<void>;
};

/** An e-mail address to confirm, by a person who signs up or a user who changes the member's address. */
export type PendingEmail =
  | { kind: 'sign_up'; details: MemberDetails; passwordHash: string }
  | { kind: 'change'; userId: UserId; email: string };

export type EmailConfirmations = {
  /** Without using the link up; undefined if it is unknown or expired. */
  find(digest: string, times: ResetTimes): Promise<PendingEmail | undefined>;
  /** Also deletes a batch of expired ones. */
  add(confirmation: {
    digest: string;
    expiresAtMs: number;
    nowMs: number;
    pending: PendingEmail;
  }): Promise<void>;
  /** Returns what was to be confirmed and uses the link up; undefined if it is unknown or expired. */
  take(digest: string, times: ResetTimes): Promise<PendingEmail | undefined>;
  /** Voids the user's links for a change of address. */
  removeChanges(userId: UserId): Promise<void>;
};
