// The authenticated caller of a request. `authenticate` sets it once; use cases trust it and do not check it again.
import type { ApiKey, KeyId } from '../domain/keys/api-key.ts';
import { type KeySettings, noSettings } from '../domain/keys/key-settings.ts';
import type { Member } from '../domain/members/member.ts';
import type { SessionId } from '../domain/members/session.ts';
import type { User } from '../domain/users/user.ts';

export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'key'; member: Member; key: ApiKey; settings: KeySettings }
  // Signed in with a password, or in the members area with a session.
  | {
      kind: 'member';
      member: Member;
      /** Undefined for the operator's command line, which acts for a member without being a user. */
      user?: User;
      session?: { id: SessionId; endsAtMs: number };
      checkedPassword?: CheckedPassword;
    };

/** The digest of the password hash that matched: a different stored hash means that the password was changed since. */
export type CheckedPassword = string;

export type SignedInCaller = Exclude<Caller, { kind: 'anonymous' }>;

export const anonymous: Caller = Object.freeze({ kind: 'anonymous' });

/** The settings of the caller's key; a caller without a key has none. */
export function settingsOf(caller: Caller): KeySettings {
  return caller.kind === 'key' ? caller.settings : noSettings;
}

/** The user who is signed in. Only for routes of the members area, where there always is one. */
export function userOf(caller: Caller): User {
  if (caller.kind !== 'member' || caller.user === undefined)
    throw new Error('only a user who is signed in reaches this');
  return caller.user;
}

export function keyIdOf(caller: Caller): KeyId | undefined {
  return caller.kind === 'key' ? caller.key.id : undefined;
}
