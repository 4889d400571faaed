// Signing in and out of the members area. The token of a session leaves this file once, for the browser's cookie; the
// store only ever sees its digest. Guessing passwords is limited by the same breaker as everywhere else.
import type { Member, MemberId } from '../../domain/accounts/member.ts';
import {
  type Session,
  type SessionId,
  sessionIdleMs,
  sessionLongestMs,
  shortUserAgent,
} from '../../domain/accounts/session.ts';
import { authenticate } from '../authenticate.ts';
import type { SignedInCaller } from '../caller.ts';
import type { AccountsApp } from '../ports.ts';

/** 256 bits. */
const tokenBytes = 32;
/** More devices than anybody has; the one unused for longest makes room. */
const mostSessions = 50;

export type SignIn = { email: string; password: string };
/** Where somebody signs in from. */
export type Visitor = { address: string; userAgent: string };
export type SignedIn = { token: string; member: Member };

export async function signIn(
  app: AccountsApp,
  { email, password }: SignIn,
  visitor: Visitor,
): Promise<SignedIn> {
  const caller = await authenticate(app, { kind: 'password', email, password }, visitor.address);
  if (caller.kind === 'anonymous') throw new Error('a password was sent, so somebody is known');
  return { token: await openSession(app, caller.member.id, visitor), member: caller.member };
}

/** The new session's token. */
export async function openSession(
  app: AccountsApp,
  memberId: MemberId,
  { userAgent }: Visitor,
): Promise<string> {
  const token = app.secrets.randomText(tokenBytes);
  const nowMs = app.clock.nowMs();
  await app.store.transaction(async ({ sessions }) => {
    await sessions.removeEnded({
      lastUsedUntilMs: nowMs - sessionIdleMs,
      createdUntilMs: nowMs - sessionLongestMs,
    });
    const known = await sessions.list(memberId);
    for (const { id } of known.slice(mostSessions - 1)) await sessions.end(memberId, { only: id });
    await sessions.add({
      memberId,
      digest: app.secrets.digest(token),
      userAgent: shortUserAgent(userAgent),
      createdAtMs: nowMs,
      lastUsedAtMs: nowMs,
    });
  });
  return token;
}

export async function listSessions(app: AccountsApp, caller: SignedInCaller): Promise<Session[]> {
  return await app.store.sessions.list(caller.member.id);
}

/** One session of the caller's, or every one of them. Ending what has ended already is no mistake. */
export async function endSessions(
  app: AccountsApp,
  caller: SignedInCaller,
  which: SessionId | 'all',
): Promise<void> {
  await app.store.sessions.end(
    caller.member.id,
    which === 'all' ? { except: undefined } : { only: which },
  );
}
