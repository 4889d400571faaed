// Members in the database.
import type { Selectable } from 'kysely';
import type { MemberChange, Members } from '../../application/ports.ts';
import { emailKey, type Member, memberId } from '../../domain/accounts/member.ts';
import type { Access } from './access.ts';
import type { Schema } from './schema.ts';

export function membersOver({ read, configure }: Access): Members {
  return {
    add: (member) =>
      configure(async (db) => {
        const added = await db
          .insertInto('members')
          .values({
            email: member.email,
            email_key: emailKey(member.email),
            password_hash: member.passwordHash,
            company_name: member.companyName,
            first_name: member.firstName,
            last_name: member.lastName,
            phone: member.phone,
            suburb: member.suburb,
            postcode: member.postcode,
            state: member.state,
            country: member.country,
            is_open: 1,
            may_book_live: 1,
            has_multipickup: 0,
            discount_basis_points: 0,
            created_at_ms: member.createdAtMs,
          })
          .onConflict((conflict) => conflict.column('email_key').doNothing())
          .returning('id')
          .executeTakeFirst();
        return added === undefined ? 'email_taken' : memberId(added.id);
      }),
    change: (id, change) =>
      configure(async (db) => {
        const columns = changedColumns(change);
        if (Object.keys(columns).length === 0) return;
        await db.updateTable('members').set(columns).where('id', '=', id).execute();
      }),
    find: async (id) => {
      const row = await read
        .selectFrom('members')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? undefined : memberFrom(row);
    },
    findByEmail: async (email) => {
      const row = await read
        .selectFrom('members')
        .selectAll()
        .where('email_key', '=', emailKey(email))
        .executeTakeFirst();
      return row === undefined
        ? undefined
        : { member: memberFrom(row), passwordHash: row.password_hash };
    },
    list: async () => {
      const rows = await read.selectFrom('members').selectAll().orderBy('id').execute();
      return rows.map(memberFrom);
    },
    isEmpty: async () => {
      const row = await read.selectFrom('members').select('id').limit(1).executeTakeFirst();
      return row === undefined;
    },
  };
}

function changedColumns(change: MemberChange) {
  return {
    ...(change.isOpen === undefined ? {} : { is_open: Number(change.isOpen) }),
    ...(change.mayBookLive === undefined ? {} : { may_book_live: Number(change.mayBookLive) }),
    ...(change.hasMultipickup === undefined
      ? {}
      : { has_multipickup: Number(change.hasMultipickup) }),
    ...(change.discountBasisPoints === undefined
      ? {}
      : { discount_basis_points: change.discountBasisPoints }),
    ...(change.passwordHash === undefined ? {} : { password_hash: change.passwordHash }),
  };
}

/** Without the password hash: what leaves the store as a Member can be shown. */
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
    discountBasisPoints: row.discount_basis_points,
  };
}
