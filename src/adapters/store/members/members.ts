// Members in the database.
import { type Kysely, sql } from 'kysely';
import type { MemberChange, Members } from '../../../application/ports.ts';
import {
  emailKey,
  type MemberDetails,
  type MemberId,
  memberId,
} from '../../../domain/members/member.ts';
import { findRecordNumber } from '../../../domain/record-number.ts';
import type { Access } from '../access.ts';
import type { Dialect } from '../engine/dialect.ts';
import { isWithin } from '../like.ts';
import type { Schema } from '../schema.ts';
import { all, first } from '../statements.ts';
import { addUser, isEmailTaken, waitForOthers } from '../users/user-rows.ts';
import { memberFrom } from './member-row.ts';

export function membersOver({ dialect, read, list, configure }: Access): Members {
  const rows = () => read.selectFrom('members').selectAll();
  return {
    add: (member) =>
      configure(async (db) => {
        await waitForOthers(db, dialect);
        if (await isEmailTaken(db, member.email, {})) return 'email_taken';
        const added = await db
          .insertInto('members')
          .values({
            ...detailColumns(member),
            is_open: 1,
            may_book_live: 1,
            has_multipickup: 0,
            discount_basis_points: 0,
            created_at_ms: member.createdAtMs,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const id = memberId(added.id);
        await addUser(db, { ...member, memberId: id, role: 'admin' });
        return id;
      }),
    change: (id, change) =>
      configure(async (db) => {
        const columns = changedColumns(change);
        if (Object.values(columns).every((value) => value === undefined)) return;
        await db.updateTable('members').set(columns).where('id', '=', id).execute();
      }),
    changeDetails: (id, details, by) =>
      configure(async (db) => {
        // The same lock order as every other change: the member first, then the configuration.
        await lockMember(db, dialect, id);
        await waitForOthers(db, dialect);
        const known = await db
          .selectFrom('members')
          .select('email_key')
          .where('id', '=', id)
          .executeTakeFirst();
        const email_key = emailKey(details.email);
        if (known !== undefined && known.email_key !== email_key) {
          const moved =
            by &&
            (await db
              .selectFrom('users')
              .select('id')
              .where('email_key', '=', known.email_key)
              .where('id', '=', by)
              .executeTakeFirst());
          // Without one that moves, the address may be that of a user of the same member.
          const allowed = moved === undefined ? { userOf: id } : {};
          if (await isEmailTaken(db, details.email, allowed)) return 'email_taken';
          if (moved !== undefined)
            await db
              .updateTable('users')
              .set({ email: details.email, email_key })
              .where('id', '=', moved.id)
              .execute();
        }
        await db.updateTable('members').set(detailColumns(details)).where('id', '=', id).execute();
        return 'changed';
      }),
    find: (id) => first(rows().where('id', '=', id), memberFrom),
    lock: async (id) => {
      const row = await rows()
        .where('id', '=', id)
        // This lock does not block rows that only reference the member, such as a new booking.
        .$if(dialect.locksRows, (locking) => locking.forNoKeyUpdate())
        .executeTakeFirst();
      return row && memberFrom(row);
    },
    lockOperators: () =>
      all(
        read
          .selectFrom('members')
          .select('id')
          .where('is_operator', '=', 1)
          .where('is_open', '=', 1)
          .orderBy('id')
          .$if(dialect.locksRows, (locking) => locking.forNoKeyUpdate()),
        ({ id }) => memberId(id),
      ),
    findByEmail: async (email) => {
      const email_key = emailKey(email);
      const member = await first(rows().where('email_key', '=', email_key), memberFrom);
      if (member !== undefined) return member;
      return await first(
        rows().where(
          'id',
          '=',
          read.selectFrom('users').select('member_id').where('email_key', '=', email_key),
        ),
        memberFrom,
      );
    },
    list: () => all(rows().orderBy('id'), memberFrom),
    findMany: async (ids) => {
      if (ids.length === 0) return new Map();
      const found = await all(rows().where('id', 'in', [...ids]), memberFrom);
      return new Map(found.map((member) => [member.id, member]));
    },
    search: async ({ text, sorting, limit, skip }) => {
      const rows = await list((db) => {
        let query = db
          .selectFrom('members')
          .selectAll()
          .$if(sorting !== undefined, (sorted) =>
            sorting === undefined
              ? sorted
              : sorted.orderBy(sortValues[sorting.by], sorting.isDescending ? 'desc' : 'asc'),
          )
          .orderBy('id', sorting?.isDescending === true ? 'asc' : 'desc')
          .limit(limit)
          .offset(skip);
        if (text !== undefined) {
          const number = findRecordNumber(text);
          const like = (column: string) => isWithin(sql`lower(${sql.ref(column)})`, text);
          query = query.where(({ eb, or }) =>
            or([
              ...['email_key', 'company_name', 'first_name', 'last_name'].map(like),
              ...(number === undefined ? [] : [eb('id', '=', number)]),
            ]),
          );
        }
        return query.execute();
      });
      return rows.map(memberFrom);
    },
    listGroups: () =>
      all(
        read
          .selectFrom('members')
          .select('price_group')
          .distinct()
          .where('price_group', '!=', '')
          .orderBy('price_group'),
        (row) => row.price_group,
      ),
    isEmpty: async () => {
      const row = await read.selectFrom('members').select('id').limit(1).executeTakeFirst();
      return row === undefined;
    },
  };
}

/** There are thousands of members, not millions: they are sorted without indexes of their own. */
const sortValues = {
  email: sql.ref('email_key'),
  company: sql`lower(company_name)`,
  discount: sql.ref('discount_basis_points'),
  owes: sql`coalesce((
    select used_cents from credit_accounts where credit_accounts.member_id = members.id
  ), 0)`,
};

/** Locks the member until the transaction ends. Rows that only reference the member are not blocked. */
export async function lockMember(
  db: Kysely<Schema>,
  dialect: Dialect,
  id: MemberId,
): Promise<void> {
  await db
    .selectFrom('members')
    .select('id')
    .where('id', '=', id)
    .$if(dialect.locksRows, (locking) => locking.forNoKeyUpdate())
    .execute();
}

function detailColumns(details: MemberDetails) {
  return {
    email: details.email,
    email_key: emailKey(details.email),
    company_name: details.companyName,
    first_name: details.firstName,
    last_name: details.lastName,
    phone: details.phone,
    suburb: details.suburb,
    postcode: details.postcode,
    state: details.state,
    country: details.country,
  };
}

const flag = (value: boolean | undefined) => (value === undefined ? undefined : Number(value));

function changedColumns(change: MemberChange) {
  return {
    is_open: flag(change.isOpen),
    may_book_live: flag(change.mayBookLive),
    has_multipickup: flag(change.hasMultipickup),
    may_connect_carriers: flag(change.mayConnectCarriers),
    discount_basis_points: change.discountBasisPoints,
    is_operator: flag(change.isOperator),
    price_group: change.group,
  };
}
