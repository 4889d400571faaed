// The member that a record of the operator's area belongs to.
import { type Static, Type } from 'typebox';
import type { Member } from '../../domain/members/member.ts';

export const Owner = Type.Union(
  [Type.Object({ id: Type.Integer(), email: Type.String(), company: Type.String() }), Type.Null()],
  { description: 'null: the operator, or a caller without a key' },
);

export function presentOwner(member: Member | undefined): Static<typeof Owner> {
  return member === undefined
    ? null
    : { id: member.id, email: member.email, company: member.companyName };
}
