// An operator changes a member: the account, its capabilities and its discount.
import { type Member, type MemberId, passwordIssues } from '../../domain/members/member.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import type { AccountsApp, MemberChange, Store } from '../ports.ts';
import { forgetSignIns } from './change-password.ts';
import { getMember } from './find-member.ts';

const wholeBasisPoints = 10_000;

export type MemberInput = Omit<MemberChange, 'passwordHash'> & { password?: string };

export async function changeMember(
  app: AccountsApp,
  reference: string,
  input: MemberInput,
): Promise<Member> {
  const { password, ...change } = input;
  if (password !== undefined) refuseInvalid(passwordIssues(password));
  const discount = input.discountBasisPoints;
  if (discount !== undefined && (discount < 0 || discount > wholeBasisPoints)) {
    refuseInvalid([{ path: ['discount'], problem: 'discount_outside' }]);
  }
  const member = await getMember(app, reference);
  const passwordHash = password === undefined ? undefined : await app.passwords.hash(password);
  await app.store.transaction(async (store) => {
    await refuseLastOperator(store, member.id, change);
    await store.members.change(member.id, {
      ...change,
      ...(passwordHash === undefined ? {} : { passwordHash }),
    });
    // A closed member is not quoted, so their credentials with carriers are deleted.
    if (change.isOpen === false) await store.carrierAccounts.removeAll(member.id);
    if (passwordHash !== undefined) await forgetSignIns(store, member.id, undefined);
  });
  return await getMember(app, String(member.id));
}

/** For an operator in the members area, who cannot close or demote their own account. */
export async function changeMemberAs(
  app: AccountsApp,
  operator: Member,
  reference: string,
  input: MemberInput,
): Promise<Member> {
  const { id } = await getMember(app, reference);
  if (id === operator.id && demotes(input)) {
    refuseInvalid([{ path: demotionPath(input), problem: 'own_demotion' }]);
  }
  return await changeMember(app, reference, input);
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
