// Members' address books.
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const savedAddresses: Migration = {
  version: 2,
  name: 'saved addresses',
  up: async (db, { idColumn, bigType, bytewiseText }) => {
    await sql
      .raw(`
        create table saved_addresses (
          id ${idColumn},
          member_id ${bigType} not null references members (id),
          -- Name, company, street and place in the form used for comparison.
          identity text not null,
          title_key ${bytewiseText} not null,
          search text not null,
          document text not null,
          updated_at_ms ${bigType} not null,
          constraint saved_addresses_identity unique (member_id, identity)
        )
      `)
      .execute(db);
    await sql
      .raw('create index saved_addresses_by_title on saved_addresses (member_id, title_key, id)')
      .execute(db);
  },
};
