// Members' item presets.
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const itemPresets: Migration = {
  version: 14,
  name: 'item presets',
  up: async (db, { idColumn, bigType, bytewiseText }) => {
    await sql
      .raw(`
        create table item_presets (
          id ${idColumn},
          member_id ${bigType} not null references members (id),
          name_key ${bytewiseText} not null,
          document text not null,
          constraint item_presets_by_name unique (member_id, name_key)
        )
      `)
      .execute(db);
  },
};
