// The users of a member: who may sign in, and with which role. A member always has an admin.
import { emailIssues, type MemberId, passwordIssues } from '../../domain/members/member.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { Role } from '../../domain/users/role.ts';
import type { ListedUser, User, UserId } from '../../domain/users/user.ts';
import { forgetSignIns } from '../members/change-password.ts';
import type { AccountsApp, Store } from '../ports.ts';

/** More than any team has; each costs a slow hash. */
export const mostUsers = 200;

export async function listUsers(
  { store }: AccountsApp,
  memberId?: MemberId,
): Promise<ListedUser[]> {
  return await store.users.list(memberId);
}

export type UserInput = { email: string; role: Role };

export async function addUser(
  app: AccountsApp,
  memberId: MemberId,
  input: UserInput,
  password: string,
): Promise<User> {
  const email = input.email.trim();
  refuseInvalid([...emailIssues(email), ...passwordIssues(password)]);
  const passwordHash = await app.passwords.hash(password);
  const createdAtMs = app.clock.nowMs();
  return await app.store.transaction(async (store) => {
    // Locks the member, so that simultaneous requests cannot pass the limit together.
    await store.members.lock(memberId);
    if ((await store.users.list(memberId)).length >= mostUsers)
      refuseInvalid([{ path: ['email'], problem: 'too_many_users', most: mostUsers }]);
    const added = { memberId, email, role: input.role };
    const id = await store.users.add({ ...added, passwordHash, createdAtMs });
    if (id === 'email_taken') throw new Refusal({ code: 'email_taken', email });
    return { id, ...added, hasTwoFactor: false };
  });
}

export type UserUpdate = {
  role?: Role | undefined;
  password?: string | undefined;
  /** For a user who has lost the phone and the recovery codes. */
  isTwoFactorOff?: boolean;
};

export async function changeUser(
  app: AccountsApp,
  user: User,
  { role, password, isTwoFactorOff = false }: UserUpdate,
): Promise<User> {
  if (password !== undefined) refuseInvalid(passwordIssues(password));
  const passwordHash = password === undefined ? undefined : await app.passwords.hash(password);
  return await app.store.transaction(async (store) => {
    const now = await lockUser(store, user.memberId, user.id);
    if (role !== undefined && role !== 'admin') await refuseLastAdmin(store, now);
    await store.users.change(user.id, { role, passwordHash });
    if (passwordHash !== undefined) await forgetSignIns(store, user.id, undefined);
    if (role !== undefined && role !== 'admin')
      await store.emailConfirmations.removeChanges(user.id);
    if (isTwoFactorOff) await store.twoFactors.remove(user.id);
    return {
      ...now,
      role: role ?? now.role,
      hasTwoFactor: now.hasTwoFactor && !isTwoFactorOff,
    };
  });
}

/** Also ends the user's sessions. What the user did stays. */
export async function removeUser(app: AccountsApp, { id, memberId }: User): Promise<void> {
  await app.store.transaction(async (store) => {
    await refuseLastAdmin(store, await lockUser(store, memberId, id));
    await store.users.remove(id);
  });
}

/** Another member's user does not exist. */
export async function findUserOf(
  { store }: AccountsApp,
  memberId: MemberId,
  id: UserId,
): Promise<User> {
  const user = await store.users.find(id);
  if (user?.memberId !== memberId) throw new Refusal({ code: 'user_not_found', reference: id });
  return user;
}

/** Locks the member first, because two admins may demote each other at the same time. */
async function lockUser(store: Store, memberId: MemberId, id: UserId): Promise<User> {
  await store.members.lock(memberId);
  const user = await store.users.find(id);
  if (user === undefined) throw new Refusal({ code: 'user_not_found', reference: id });
  return user;
}

async function refuseLastAdmin(store: Store, { id, memberId, role }: User): Promise<void> {
  if (role !== 'admin') return;
  const users = await store.users.list(memberId);
  if (users.some((other) => other.id !== id && other.role === 'admin')) return;
  refuseInvalid([{ path: ['role'], problem: 'last_admin' }]);
}
