// Users' saved views of lists.
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const savedViews: Migration = {
  version: 19,
  name: 'saved views',
  up: async (db, { idColumn, bigType, bytewiseText }) => {
    await sql
      .raw(`
        create table saved_views (
          id ${idColumn},
          user_id ${bigType} not null references users (id) on delete cascade,
          list text not null,
          name_key ${bytewiseText} not null,
          document text not null,
          constraint saved_views_by_name unique (user_id, list, name_key)
        )
      `)
      .execute(db);
  },
};
