// API keys, their shop settings, and the last calls made with each key.

import { required, requiredReference } from '../columns.ts';
import type { Migration } from '../migration.ts';

export const createKeys: Migration['up'] = async (db, dialect) => {
  await db.schema
    .createTable('api_keys')
    .addColumn('id', dialect.idType, dialect.idColumn)
    .addColumn('member_id', dialect.idType, requiredReference('members.id'))
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn('prefix', 'text', required)
    .addColumn('module_type', 'text', required)
    .addColumn('site', 'text', required)
    .addColumn('is_active', 'integer', required)
    .addColumn('is_demo', 'integer', required)
    .addColumn('created_at_ms', dialect.bigType, required)
    .execute();
  await db.schema
    .createIndex('api_keys_of_member')
    .on('api_keys')
    .columns(['member_id', 'id'])
    .execute();

  await db.schema
    .createTable('key_settings')
    .addColumn('key_id', dialect.idType, (column) =>
      column.primaryKey().references('api_keys.id').onDelete('cascade'),
    )
    .addColumn('settings', 'text', required)
    .execute();

  await db.schema
    .createTable('key_calls')
    .addColumn('id', dialect.idType, dialect.idColumn)
    .addColumn('key_id', dialect.idType, (column) =>
      column.notNull().references('api_keys.id').onDelete('cascade'),
    )
    .addColumn('at_ms', dialect.bigType, required)
    .addColumn('method', 'text', required)
    .addColumn('path', 'text', required)
    .addColumn('status', 'integer', required)
    .addColumn('took_ms', 'integer', required)
    .addColumn('refusal', 'text')
    .addColumn('request_id', 'text', required)
    .execute();
  await db.schema
    .createIndex('key_calls_of_key')
    .on('key_calls')
    .columns(['key_id', 'id'])
    .execute();
};
