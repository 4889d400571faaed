// Finds the user that an operator names: by the e-mail to sign in with or by number, or the first admin of a member.
import { findRecordNumber } from '../../domain/record-number.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type User, userId } from '../../domain/users/user.ts';
import { getMember } from '../members/find-member.ts';
import type { AccountsApp } from '../ports.ts';

export async function getUser({ store }: AccountsApp, reference: string): Promise<User> {
  const number = findRecordNumber(reference);
  const user =
    number === undefined
      ? (await store.users.findByEmail(reference))?.user
      : await store.users.find(userId(number));
  if (user === undefined) throw new Refusal({ code: 'user_not_found', reference });
  return user;
}

/** `reference`: a user's e-mail, or a member by number or address, whose first admin it is. */
export async function getSignIn(app: AccountsApp, reference: string): Promise<User> {
  const isNumber = findRecordNumber(reference) !== undefined;
  const named = isNumber ? undefined : await app.store.users.findByEmail(reference);
  if (named !== undefined) return named.user;
  const { id } = await getMember(app, reference);
  const first = (await app.store.users.list(id)).find(({ role }) => role === 'admin');
  if (first === undefined) throw new Error(`member ${id} has no admin`);
  return first;
}
