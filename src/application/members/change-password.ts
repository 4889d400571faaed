// A person changes their own password: with the old one, or with a link that was given to them because they have
// forgotten it. Either way every other session ends, so that whoever knew the old password is signed out. API keys go on
// working, or a shop's checkout would stop; somebody who knew the password may have made one, so the person is told how many
// there are.
import { chosenPasswordIssues, type MemberId } from '../../domain/members/member.ts';
import type { SessionId } from '../../domain/members/session.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { longestSkewMs } from '../../domain/time/clock-skew.ts';
import { hourMs } from '../../domain/time/durations.ts';
import { authenticate } from '../authenticate.ts';
import type { CheckedPassword, SignedInCaller } from '../caller.ts';
import type { AccountsApp, ResetTimes, ResetWay, Store } from '../ports.ts';
import { getMember } from './find-member.ts';

/** How many API keys of the member go on working. */
export type PasswordChanged = { activeKeys: number };

export type PasswordChange = { currentPassword: string; password: string };

export async function changePassword(
  app: AccountsApp,
  caller: SignedInCaller,
  { currentPassword, password }: PasswordChange,
  address: string,
): Promise<PasswordChanged> {
  refuseInvalid(chosenPasswordIssues(password, caller.member.email));
  const checked = await checkPassword(app, caller, currentPassword, address);
  const session = caller.kind === 'member' ? caller.session?.id : undefined;
  const memberId = caller.member.id;
  const passwordHash = await app.passwords.hash(password);
  return await app.store.transaction(async (store) => {
    if (!(await isStillPassword(app, store, memberId, checked))) throw notCurrent();
    await store.members.change(memberId, { passwordHash });
    await forgetSignIns(store, memberId, session);
    return await keysThatGoOn(store, memberId);
  });
}

/** The caller's own password once more, before something that a borrowed browser must not do. */
export async function checkPassword(
  app: AccountsApp,
  { member }: SignedInCaller,
  password: string,
  address: string,
): Promise<CheckedPassword> {
  try {
    const { email } = member;
    const caller = await authenticate(app, { kind: 'password', email, password }, address);
    if (caller.kind === 'member' && caller.checkedPassword !== undefined)
      return caller.checkedPassword;
  } catch (error) {
    if (!(error instanceof Refusal) || error.data.code !== 'credentials_rejected') throw error;
  }
  throw notCurrent();
}

export const notCurrent = (): Refusal =>
  new Refusal({
    code: 'validation',
    issues: [{ path: ['current_password'], problem: 'not_current_password' }],
  });

/**
 * Part of the transaction that a password was checked for: checking takes a while, and what was right then may have been
 * changed or reset since. It stays so until the transaction ends.
 */
export async function isStillPassword(
  app: AccountsApp,
  store: Store,
  memberId: MemberId,
  checked: CheckedPassword,
): Promise<boolean> {
  const now = await store.members.lock(memberId);
  return now !== undefined && app.secrets.digest(now.passwordHash) === checked;
}

/** 256 bits. */
const resetTokenBytes = 32;
/** A mail is at hand when it comes; what an operator hands over may wait until tomorrow. */
export const resetLastsMs = { mailed: hourMs, handedOver: 24 * hourMs };

export function resetTimes({ clock }: AccountsApp): ResetTimes {
  const nowMs = clock.nowMs();
  return { nowMs, farthestMs: nowMs + resetLastsMs.handedOver + longestSkewMs };
}

/** A secret for one change of the password. Earlier ones that reached the member the same way stop working. */
export async function makeReset(
  app: AccountsApp,
  memberReference: string,
  lastsMs: number,
  way: ResetWay = 'handed_over',
): Promise<{ memberId: MemberId; email: string; token: string; expiresAtMs: number }> {
  const { id, email } = await getMember(app, memberReference);
  const token = app.secrets.randomText(resetTokenBytes);
  const expiresAtMs = app.clock.nowMs() + lastsMs;
  const digest = app.secrets.digest(token);
  await app.store.passwordResets.put({ memberId: id, way, digest, expiresAtMs });
  return { memberId: id, email, token, expiresAtMs };
}

/** The page that takes it. What follows the # never reaches a server's log or another site. */
export function resetLink(publicUrl: string, token: string): string {
  return `${publicUrl}/reset-password#${token}`;
}

export async function redeemReset(
  app: AccountsApp,
  token: string,
  password: string,
): Promise<PasswordChanged> {
  const digest = app.secrets.digest(token);
  // Looked at first: whoever makes tokens up must not have us hash for each of them.
  const owner = await app.store.passwordResets.find(digest, resetTimes(app));
  if (owner === undefined) throw new Refusal({ code: 'reset_link_invalid' });
  const { email } = await getMember(app, String(owner));
  refuseInvalid(chosenPasswordIssues(password, email));
  const passwordHash = await app.passwords.hash(password);
  return await app.store.transaction(async (store) => {
    const memberId = await store.passwordResets.take(digest, resetTimes(app));
    if (memberId === undefined) throw new Refusal({ code: 'reset_link_invalid' });
    await store.members.change(memberId, { passwordHash });
    await forgetSignIns(store, memberId, undefined);
    return await keysThatGoOn(store, memberId);
  });
}

async function keysThatGoOn(store: Store, memberId: MemberId): Promise<PasswordChanged> {
  const keys = await store.keys.list(memberId);
  return { activeKeys: keys.filter(({ isActive }) => isActive).length };
}

/** After a change of the password no session that was opened with the old one goes on, nor a link that was asked for before, to reset it or to move to another e-mail. */
export async function forgetSignIns(
  store: Store,
  memberId: MemberId,
  keptSession: SessionId | undefined,
): Promise<void> {
  await store.sessions.end(memberId, { except: keptSession });
  await store.passwordResets.remove(memberId);
  await store.emailConfirmations.removeChanges(memberId);
}
