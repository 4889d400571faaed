// Members' address books in the database. The searched and sorted texts have columns of their own, the rest is one document.
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Addresses } from '../../../application/ports.ts';
import {
  identityOf,
  type SavedAddress,
  type SavedAddressDetails,
  savedAddressId,
  searchTextOf,
  titleOf,
} from '../../../domain/addresses/saved-address.ts';
import type { Access } from '../access.ts';
import { isWithin } from '../like.ts';
import type { Schema } from '../schema.ts';
import { all, first, hasChanged } from '../statements.ts';

const columns = ['id', 'document'] as const;

export function addressesOver({ read, list, write }: Access): Addresses {
  return {
    save: (memberId, address, nowMs) =>
      write(async (db) => {
        const row = rowOf(address, nowMs);
        const { id } = await db
          .insertInto('saved_addresses')
          .values({ member_id: memberId, ...row })
          .onConflict((conflict) => conflict.columns(['member_id', 'identity']).doUpdateSet(row))
          .returning('id')
          .executeTakeFirstOrThrow();
        return savedAddressId(id);
      }),
    replace: (memberId, { id, ...address }, nowMs) =>
      hasChanged(write, (db) =>
        db
          .updateTable('saved_addresses')
          .set(rowOf(address, nowMs))
          .where('id', '=', id)
          .where('member_id', '=', memberId),
      ),
    remove: (memberId, id) =>
      hasChanged(write, (db) =>
        db.deleteFrom('saved_addresses').where('id', '=', id).where('member_id', '=', memberId),
      ),
    find: (memberId, id) =>
      first(
        read
          .selectFrom('saved_addresses')
          .select(columns)
          .where('id', '=', id)
          .where('member_id', '=', memberId),
        addressFrom,
      ),
    findAlike: async (memberId, identities) =>
      identities.length === 0
        ? []
        : await all(
            read
              .selectFrom('saved_addresses')
              .select(columns)
              .where('member_id', '=', memberId)
              .where('identity', 'in', identities),
            addressFrom,
          ),
    count: async (memberId) => {
      const row = await read
        .selectFrom('saved_addresses')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('member_id', '=', memberId)
        .executeTakeFirstOrThrow();
      return row.count;
    },
    list: ({ memberId, words, limit, skip }) =>
      list((db) =>
        all(
          words
            .reduce(
              (query, word) => query.where(isWithin(sql.ref('search'), ` ${word}`)),
              db.selectFrom('saved_addresses').select(columns).where('member_id', '=', memberId),
            )
            .orderBy('title_key')
            .orderBy('id')
            .limit(limit)
            .offset(skip),
          addressFrom,
        ),
      ),
  };
}

function rowOf(address: SavedAddressDetails, nowMs: number) {
  return {
    identity: identityOf(address),
    title_key: titleOf(address).toLowerCase(),
    search: searchTextOf(address),
    document: JSON.stringify(address),
    updated_at_ms: nowMs,
  };
}

function addressFrom({
  id,
  document,
}: Pick<Selectable<Schema['saved_addresses']>, 'id' | 'document'>): SavedAddress {
  return { id: savedAddressId(id), ...(JSON.parse(document) as SavedAddressDetails) };
}
