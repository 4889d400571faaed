// What an operator may change about a member: the account, its capabilities and its discount.
import { type Member, passwordIssues } from '../../domain/accounts/member.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import type { AccountsApp, MemberChange } from '../ports.ts';
import { forgetSignIns } from './change-password.ts';
import { getMember } from './find-member.ts';

const wholeBasisPoints = 10_000;

export type MemberWish = Omit<MemberChange, 'passwordHash'> & { password?: string };

export async function changeMember(
  app: AccountsApp,
  reference: string,
  wish: MemberWish,
): Promise<Member> {
  const { password, ...change } = wish;
  if (password !== undefined) refuseInvalid(passwordIssues(password));
  const discount = wish.discountBasisPoints;
  if (discount !== undefined && (discount < 0 || discount > wholeBasisPoints)) {
    refuseInvalid([{ path: ['discount'], sentence: 'A discount is between 0 and 100 percent.' }]);
  }
  const member = await getMember(app, reference);
  const passwordHash = password === undefined ? undefined : await app.passwords.hash(password);
  await app.store.transaction(async (store) => {
    await store.members.change(member.id, {
      ...change,
      ...(passwordHash === undefined ? {} : { passwordHash }),
    });
    // Nobody asks carriers for a closed account any more, so what it could ask them with is not kept.
    if (change.isOpen === false) await store.ownAccounts.remove(member.id, undefined);
    if (passwordHash !== undefined) await forgetSignIns(store, member.id, undefined);
  });
  return await getMember(app, String(member.id));
}
