// Signs users in to and out of the members area. The session's token is only ever given to the browser's cookie;
// the store has its digest. The circuit breaker of `authenticate.ts` limits password guesses.
import type { Member } from '../../domain/members/member.ts';
import {
  type Session,
  type SessionId,
  sessionIdleMs,
  sessionLongestMs,
  shortUserAgent,
} from '../../domain/members/session.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { User } from '../../domain/users/user.ts';
import { authenticate } from '../authenticate.ts';
import { type CheckedPassword, type SignedInCaller, userOf } from '../caller.ts';
import type { AccountsApp, App } from '../ports.ts';
import { checkSecondFactor } from '../users/two-factor.ts';
import { isStillPassword } from './change-password.ts';

/** 256 bits. */
const tokenBytes = 32;
/** More devices than a person has; a new session beyond it ends the one unused for longest. */
const mostSessions = 50;

/** `code`: of the second factor, once the page knows that the user has one. */
export type SignIn = { email: string; password: string; code?: string | undefined };
/** The client that signs in. */
export type Visitor = { address: string; userAgent: string };
export type SignedIn = { token: string; member: Member; user: User };

export async function signIn(
  app: App,
  { email, password, code }: SignIn,
  visitor: Visitor,
): Promise<SignedIn> {
  const caller = await authenticate(app, { kind: 'password', email, password }, visitor.address);
  if (caller.kind !== 'member') throw new Error('a password was sent, so a member is known');
  const { member, checkedPassword } = caller;
  const user = userOf(caller);
  await checkSecondFactor(app, user, code);
  return { token: await openSession(app, user, visitor, checkedPassword), member, user };
}

/**
 * Returns the new session's token. `checked`: the password that was checked; undefined if it was set just now.
 */
export async function openSession(
  app: AccountsApp,
  { id: userId, hasTwoFactor }: User,
  { userAgent }: Visitor,
  checked?: CheckedPassword,
): Promise<string> {
  const token = app.secrets.randomText(tokenBytes);
  const nowMs = app.clock.nowMs();
  await app.store.transaction(async (store) => {
    // A password change, or a second factor, ends all sessions, so a sign-in from before must not start one afterwards.
    if (checked !== undefined) {
      const isStill = await isStillPassword(app, store, userId, checked);
      const now = await store.users.find(userId);
      if (!isStill || now?.hasTwoFactor !== hasTwoFactor)
        throw new Refusal({ code: 'credentials_rejected' });
    }
    const { sessions } = store;
    await sessions.removeEnded({
      lastUsedUntilMs: nowMs - sessionIdleMs,
      createdUntilMs: nowMs - sessionLongestMs,
    });
    const known = await sessions.list(userId);
    for (const { id } of known.slice(mostSessions - 1)) await sessions.end(userId, { only: id });
    await sessions.add({
      userId,
      digest: app.secrets.digest(token),
      userAgent: shortUserAgent(userAgent),
      createdAtMs: nowMs,
      lastUsedAtMs: nowMs,
    });
  });
  return token;
}

export async function listSessions(app: AccountsApp, caller: SignedInCaller): Promise<Session[]> {
  return await app.store.sessions.list(userOf(caller).id);
}

/** Ends one session of the caller, or all of them. Idempotent. */
export async function endSessions(
  app: AccountsApp,
  caller: SignedInCaller,
  which: SessionId | 'all',
): Promise<void> {
  await app.store.sessions.end(
    userOf(caller).id,
    which === 'all' ? { except: undefined } : { only: which },
  );
}
