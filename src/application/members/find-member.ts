// Finds the member that an operator names by number or e-mail.
import { type Member, memberId } from '../../domain/members/member.ts';
import { findRecordNumber } from '../../domain/record-number.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { AccountsApp } from '../ports.ts';

export async function getMember(app: AccountsApp, reference: string): Promise<Member> {
  const number = findRecordNumber(reference);
  const member =
    number === undefined
      ? await app.store.members.findByEmail(reference)
      : await app.store.members.find(memberId(number));
  if (member === undefined) throw new Refusal({ code: 'member_not_found', reference });
  return member;
}
