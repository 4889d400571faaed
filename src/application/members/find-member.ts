// The member an operator means: by number or by e-mail.
import { type Member, memberId } from '../../domain/accounts/member.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { AccountsApp } from '../ports.ts';

export async function getMember(app: AccountsApp, reference: string): Promise<Member> {
  const member = /^\d{1,15}$/.test(reference)
    ? await app.store.members.find(memberId(Number(reference)))
    : (await app.store.members.findByEmail(reference))?.member;
  if (member === undefined) throw new Refusal({ code: 'member_not_found', reference });
  return member;
}
