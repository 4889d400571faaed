// A row of the table of members, as a Member.
import type { Selectable } from 'kysely';
import { type Member, memberId } from '../../../domain/members/member.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';

export function memberFrom(row: Selectable<Schema['members']>): Member {
  return {
    id: memberId(row.id),
    email: row.email,
    companyName: row.company_name,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    suburb: row.suburb,
    postcode: row.postcode,
    state: row.state,
    country: row.country,
    isOpen: row.is_open === 1,
    mayBookLive: row.may_book_live === 1,
    hasMultipickup: row.has_multipickup === 1,
    mayConnectCarriers: row.may_connect_carriers === 1,
    ownAccounts: row.own_carriers,
    discountBasisPoints: row.discount_basis_points,
    isOperator: row.is_operator === 1,
    group: row.price_group,
  };
}

/** The member that another row refers to. */
export async function memberOf(read: Access['read'], id: number): Promise<Member> {
  const row = await read
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return memberFrom(row);
}
