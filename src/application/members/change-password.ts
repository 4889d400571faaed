// Users change their own password: with the current one, or with a reset link. Either way all other sessions end,
// so that an intruder who knew the old password is signed out. API keys stay active, because a shop's checkout would
// stop otherwise; an intruder may have created one, so the user is shown their number.
import { chosenPasswordIssues, type MemberId } from '../../domain/members/member.ts';
import type { SessionId } from '../../domain/members/session.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { longestSkewMs } from '../../domain/time/clock-skew.ts';
import { hourMs } from '../../domain/time/durations.ts';
import type { User, UserId } from '../../domain/users/user.ts';
import { authenticate } from '../authenticate.ts';
import { type CheckedPassword, type SignedInCaller, userOf } from '../caller.ts';
import type { AccountsApp, ResetTimes, ResetWay, Store } from '../ports.ts';
import { getSignIn } from '../users/find-user.ts';

/** The number of the member's API keys that stay active. */
export type PasswordChanged = { activeKeys: number };

export type PasswordChange = { currentPassword: string; password: string };

export async function changePassword(
  app: AccountsApp,
  caller: SignedInCaller,
  { currentPassword, password }: PasswordChange,
  address: string,
): Promise<PasswordChanged> {
  const user = userOf(caller);
  refuseInvalid(chosenPasswordIssues(password, user.email));
  const checked = await checkPassword(app, caller, currentPassword, address);
  const session = caller.kind === 'member' ? caller.session?.id : undefined;
  const passwordHash = await app.passwords.hash(password);
  return await app.store.transaction(async (store) => {
    if (!(await isStillPassword(app, store, user.id, checked))) throw notCurrent();
    await store.users.change(user.id, { passwordHash });
    await forgetSignIns(store, user.id, session);
    return await keysThatGoOn(store, user.memberId);
  });
}

/**
 * Asks for the caller's password again, before an action that must not be possible from an unattended browser.
 */
export async function checkPassword(
  app: AccountsApp,
  signedIn: SignedInCaller,
  password: string,
  address: string,
): Promise<CheckedPassword> {
  try {
    const { email } = userOf(signedIn);
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
 * Runs in the transaction that the password was checked for. The check is slow, and the password may have been
 * changed or reset since. Locks the user, so that it stays the same until the transaction ends.
 */
export async function isStillPassword(
  app: AccountsApp,
  store: Store,
  userId: UserId,
  checked: CheckedPassword,
): Promise<boolean> {
  const now = await store.users.lock(userId);
  return now !== undefined && app.secrets.digest(now.passwordHash) === checked;
}

/** 256 bits. */
const resetTokenBytes = 32;
/** A mailed link is used soon; one that an operator passes on may wait until the next day. */
export const resetLastsMs = { mailed: hourMs, handedOver: 24 * hourMs };

export function resetTimes({ clock }: AccountsApp): ResetTimes {
  const nowMs = clock.nowMs();
  return { nowMs, farthestMs: nowMs + resetLastsMs.handedOver + longestSkewMs };
}

/** A secret for one password change. It replaces earlier ones that were sent the same way. */
export async function makeReset(
  app: AccountsApp,
  reference: string,
  lastsMs: number,
  way: ResetWay = 'handed_over',
): Promise<{ user: User; token: string; expiresAtMs: number }> {
  const user = await getSignIn(app, reference);
  const token = app.secrets.randomText(resetTokenBytes);
  const expiresAtMs = app.clock.nowMs() + lastsMs;
  const digest = app.secrets.digest(token);
  await app.store.passwordResets.put({ userId: user.id, way, digest, expiresAtMs });
  return { user, token, expiresAtMs };
}

export async function redeemReset(
  app: AccountsApp,
  token: string,
  password: string,
): Promise<PasswordChanged> {
  const digest = app.secrets.digest(token);
  // Checked before hashing, so that invented tokens cannot make this process compute slow hashes.
  const owner = await app.store.passwordResets.find(digest, resetTimes(app));
  const user = owner && (await app.store.users.find(owner));
  if (user === undefined) throw new Refusal({ code: 'reset_link_invalid' });
  refuseInvalid(chosenPasswordIssues(password, user.email));
  const passwordHash = await app.passwords.hash(password);
  return await app.store.transaction(async (store) => {
    const taken = await store.passwordResets.take(digest, resetTimes(app));
    if (taken === undefined) throw new Refusal({ code: 'reset_link_invalid' });
    await store.users.change(taken, { passwordHash });
    await forgetSignIns(store, taken, undefined);
    return await keysThatGoOn(store, user.memberId);
  });
}

async function keysThatGoOn(store: Store, memberId: MemberId): Promise<PasswordChanged> {
  const keys = await store.keys.list(memberId);
  return { activeKeys: keys.filter(({ isActive }) => isActive).length };
}

/**
 * Ends the sessions that were opened with the old password, and voids earlier links for a reset or a new e-mail
 * address.
 */
export async function forgetSignIns(
  store: Store,
  userId: UserId,
  keptSession: SessionId | undefined,
): Promise<void> {
  await store.sessions.end(userId, { except: keptSession });
  await store.passwordResets.remove(userId);
  await store.emailConfirmations.removeChanges(userId);
}
