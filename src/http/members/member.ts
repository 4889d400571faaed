// Member on the wire. Interface, "Member": every field a string, none ever null.
import { type Static, Type } from 'typebox';
import type { Member } from '../../domain/members/member.ts';
import { countryCode } from '../server/values.ts';

export const MemberReply = Type.Object(
  {
    id: Type.Integer(),
    company_name: Type.String(),
    email: Type.String(),
    first_name: Type.String(),
    last_name: Type.String(),
    phone: Type.String(),
    suburb: Type.String(),
    postcode: Type.String(),
    state: Type.String(),
    country: countryCode(),
  },
  { $id: 'Member' },
);

export function presentMember(member: Member): Static<typeof MemberReply> {
  return {
    id: member.id,
    company_name: member.companyName,
    email: member.email,
    first_name: member.firstName,
    last_name: member.lastName,
    phone: member.phone,
    suburb: member.suburb,
    postcode: member.postcode,
    state: member.state,
    country: member.country,
  };
}
