// The caller of a session in the members area. A cached caller is used only while the store's configuration revision
// is unchanged, so a session that was ended elsewhere is refused on the next request in every process.
import { isUseToBeNoted, sessionEndsAtMs } from '../../domain/members/session.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { AccountsApp } from '../ports.ts';

export async function getSessionCaller(app: AccountsApp, token: string): Promise<SignedInCaller> {
  const digest = app.secrets.digest(token);
  // Read the revision before the look-up: a change in between then makes the cached caller stale, not wrong.
  const revision = app.store.configurationRevision();
  const nowMs = app.clock.nowMs();
  const caller = await app.callers.findOrLook(`session ${digest}`, revision, nowMs, () =>
    lookUp(app, digest, nowMs),
  );
  const isOver = caller?.kind !== 'member' || (caller.session?.endsAtMs ?? 0) <= nowMs;
  if (isOver) throw new Refusal({ code: 'session_ended' });
  return caller;
}

async function lookUp(
  app: AccountsApp,
  digest: string,
  nowMs: number,
): Promise<SignedInCaller | undefined> {
  const found = await app.store.sessions.findByDigest(digest);
  if (found === undefined || !app.secrets.isSameDigest(found.digest, digest)) return undefined;
  const { session, user, member } = found;
  if (!member.isOpen || sessionEndsAtMs(session) <= nowMs) return undefined;
  if (isUseToBeNoted(session, nowMs)) {
    await app.store.sessions.noteUse(session.id, nowMs);
    session.lastUsedAtMs = nowMs;
  }
  return {
    kind: 'member',
    member,
    user,
    session: { id: session.id, endsAtMs: sessionEndsAtMs(session) },
  };
}
