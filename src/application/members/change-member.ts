// What an operator may change about a member: the account, its capabilities and its discount.
import { type Member, passwordIssues } from '../../domain/accounts/member.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import type { AccountsApp, MemberChange } from '../ports.ts';
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
  await app.store.members.change(member.id, {
    ...change,
    ...(password === undefined ? {} : { passwordHash: await app.passwords.hash(password) }),
  });
  return await getMember(app, String(member.id));
}
