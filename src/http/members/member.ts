// A member on the wire: details that members enter themselves, and permissions that the operator grants.
import { type Static, Type } from 'typebox';
import type { Member, MemberDetails } from '../../domain/members/member.ts';
import { countryCode } from '../server/values.ts';

/** Interface, "Member": every field a string, none ever null. */
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

const NewText = Type.Optional(Type.String());

export const DetailsBody = Type.Object({
  email: Type.String(),
  company_name: NewText,
  first_name: NewText,
  last_name: NewText,
  phone: NewText,
  suburb: NewText,
  postcode: NewText,
  state: NewText,
  country: NewText,
});

/** A missing field keeps its current value, or stays blank. */
export function parseDetails(
  body: Static<typeof DetailsBody>,
  known?: MemberDetails,
): MemberDetails {
  const text = (given: string | undefined, before: string | undefined, otherwise = ''): string =>
    given?.trim() ?? before ?? otherwise;
  return {
    email: body.email.trim(),
    companyName: text(body.company_name, known?.companyName),
    firstName: text(body.first_name, known?.firstName),
    lastName: text(body.last_name, known?.lastName),
    phone: text(body.phone, known?.phone),
    suburb: text(body.suburb, known?.suburb),
    postcode: text(body.postcode, known?.postcode),
    state: text(body.state, known?.state),
    country: text(body.country, known?.country, 'AU'),
  };
}

export const permissionFields = {
  is_operator: Type.Boolean(),
  may_book_live: Type.Boolean(),
  has_multipickup: Type.Boolean({ description: 'Frequent rates are offered.' }),
  may_connect_carriers: Type.Boolean({
    description: 'The member may connect own accounts with carriers and is quoted by them.',
  }),
  own_carriers: Type.Integer({ description: 'How many own accounts with carriers are stored' }),
};

/** A visitor who is signed out has no permissions. */
export function presentPermissions(member: Member | undefined) {
  return {
    is_operator: member?.isOperator ?? false,
    may_book_live: member?.mayBookLive ?? false,
    has_multipickup: member?.hasMultipickup ?? false,
    may_connect_carriers: member?.mayConnectCarriers ?? false,
    own_carriers: member?.ownAccounts ?? 0,
  };
}
