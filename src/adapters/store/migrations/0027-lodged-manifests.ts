// Manifests that carriers have, with their papers; why an account could not hand over; and consignments that were left out
// because their carrier does not know them. `account_member_id` is 0 for the house, so that it can be part of a key.
// Manifests lodged before are known by what is on them; when, nobody noted, but it was after the last of it was booked.
import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

export const lodgedManifests: Migration = {
  version: 27,
  name: 'lodged manifests',
  up: async (db, dialect) => {
    await db.schema
      .createTable('lodged_manifests')
      .addColumn('id', dialect.idType, dialect.idColumn)
      .addColumn('carrier', 'text', (column) => column.notNull())
      .addColumn('account_member_id', dialect.bigType, (column) => column.notNull())
      .addColumn('manifest_id', 'text', (column) => column.notNull())
      .addColumn('lodged_at_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('consignments', 'integer', (column) => column.notNull())
      .addColumn('paper', 'text')
      .execute();
    await db.schema
      .createIndex('lodged_manifests_by_number')
      .on('lodged_manifests')
      .columns(['carrier', 'account_member_id', 'manifest_id'])
      .unique()
      .execute();
    await db.schema
      .createIndex('lodged_manifests_of_carrier')
      .on('lodged_manifests')
      .columns(['carrier', 'id'])
      .execute();
    // What of their papers is to be forgotten.
    await db.schema
      .createIndex('lodged_manifests_with_paper')
      .on('lodged_manifests')
      .columns(['lodged_at_ms'])
      .where(sql<boolean>`paper is not null`)
      .execute();
    await sql`
      insert into lodged_manifests (carrier, account_member_id, manifest_id, lodged_at_ms, consignments)
      select carrier, coalesce(account_member_id, 0), manifest_id, max(sent_at_ms), count(*)
      from sent_consignments
      where manifest_id <> ''
      group by carrier, coalesce(account_member_id, 0), manifest_id
      order by max(sent_at_ms), carrier, manifest_id
    `.execute(db);
    await db.schema
      .createTable('refused_handovers')
      .addColumn('carrier', 'text', (column) => column.notNull())
      .addColumn('account_member_id', dialect.bigType, (column) => column.notNull())
      .addColumn('since_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('refused_handovers_key', ['carrier', 'account_member_id'])
      .execute();
    await db.schema
      .alterTable('sent_consignments')
      .addColumn('manifest_note', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .createIndex('sent_consignments_left_out')
      .on('sent_consignments')
      .columns(['sent_at_ms', 'reference'])
      .where(sql<boolean>`manifest_note = 'unknown' and state = 'booked' and manifest_id = ''`)
      .execute();
  },
};
