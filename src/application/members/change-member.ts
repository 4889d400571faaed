// An operator changes a member: the account, its capabilities and its discount.
import { type Member, type MemberId, passwordIssues } from '../../domain/members/member.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import type { AccountsApp, MemberChange, Store } from '../ports.ts';
import { getSignIn } from '../users/find-user.ts';
import { forgetSignIns } from './change-password.ts';
import { getMember } from './find-member.ts';

const wholeBasisPoints = 10_000;

/** `password`: of the user that `reference` names; see `getSignIn`. */
export type MemberInput = MemberChange & { password?: string | undefined };

/** `by`: the operator who is signed in, and cannot close or demote their own account. */
export async function changeMember(
  app: AccountsApp,
  reference: string,
  input: MemberInput,
  by?: Member,
): Promise<Member> {
  const { password, ...change } = input;
  if (password !== undefined) refuseInvalid(passwordIssues(password));
  const discount = input.discountBasisPoints;
  if (discount !== undefined && (discount < 0 || discount > wholeBasisPoints)) {
    refuseInvalid([{ path: ['discount'], problem: 'discount_outside' }]);
  }
  const member = await getMember(app, reference);
  if (member.id === by?.id && demotes(change)) {
    refuseInvalid([{ path: demotionPath(change), problem: 'own_demotion' }]);
  }
  const user = password === undefined ? undefined : await getSignIn(app, reference);
  const passwordHash = password === undefined ? undefined : await app.passwords.hash(password);
  await app.store.transaction(async (store) => {
    await refuseLastOperator(store, member.id, change);
    await store.members.change(member.id, change);
    // A closed member is not quoted, so their credentials with carriers are deleted.
    if (change.isOpen === false) await store.carrierAccounts.removeAll(member.id);
    if (user === undefined) return;
    await store.users.change(user.id, { passwordHash });
    await forgetSignIns(store, user.id, undefined);
  });
  return await getMember(app, String(member.id));
}

type Demotion = Pick<MemberChange, 'isOpen' | 'isOperator'>;

function demotes({ isOpen, isOperator }: Demotion): boolean {
  return isOpen === false || isOperator === false;
}

function demotionPath({ isOpen }: Demotion): string[] {
  return [isOpen === false ? 'is_open' : 'is_operator'];
}

/** Locks all operators first, because two may demote each other at the same time. */
async function refuseLastOperator(
  store: Pick<Store, 'members'>,
  id: MemberId,
  change: MemberChange,
): Promise<void> {
  if (!demotes(change)) return;
  const operators = await store.members.lockOperators();
  if (!operators.includes(id) || operators.length > 1) return;
  refuseInvalid([{ path: demotionPath(change), problem: 'last_operator' }]);
}
