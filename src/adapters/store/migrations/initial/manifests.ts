// Manifests that carriers have received, with their documents, and accounts that could not lodge one. `account_member_id` is
// 0 for a house account, so that it can be part of a key.
import { sql } from 'kysely';
import { required } from '../columns.ts';
import type { Migration } from '../migration.ts';

export const createManifests: Migration['up'] = async (db, dialect) => {
  await db.schema
    .createTable('lodged_manifests')
    .addColumn('id', dialect.idType, dialect.idColumn)
    .addColumn('carrier', 'text', required)
    .addColumn('account_member_id', dialect.bigType, required)
    .addColumn('manifest_id', 'text', required)
    .addColumn('lodged_at_ms', dialect.bigType, required)
    .addColumn('consignments', 'integer', required)
    .addColumn('document', 'text')
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
  // Finds old documents to delete.
  await db.schema
    .createIndex('lodged_manifests_with_document')
    .on('lodged_manifests')
    .columns(['lodged_at_ms'])
    .where(sql<boolean>`document is not null`)
    .execute();

  await db.schema
    .createTable('refused_manifests')
    .addColumn('carrier', 'text', required)
    .addColumn('account_member_id', dialect.bigType, required)
    .addColumn('since_ms', dialect.bigType, required)
    .addColumn('reason', 'text', required)
    .addPrimaryKeyConstraint('refused_manifests_key', ['carrier', 'account_member_id'])
    .execute();
};
