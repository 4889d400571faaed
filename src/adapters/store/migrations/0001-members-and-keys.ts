// Members, their API keys and credit terms, and the counter of configuration changes.
import type { Migration } from '../migrate.ts';

export const membersAndKeys: Migration = {
  version: 1,
  name: 'members and keys',
  up: async (db, dialect) => {
    await db.schema
      .createTable('members')
      .addColumn('id', dialect.idType, dialect.idColumn)
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull().unique())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('company_name', 'text', (column) => column.notNull())
      .addColumn('first_name', 'text', (column) => column.notNull())
      .addColumn('last_name', 'text', (column) => column.notNull())
      .addColumn('phone', 'text', (column) => column.notNull())
      .addColumn('suburb', 'text', (column) => column.notNull())
      .addColumn('postcode', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('country', 'text', (column) => column.notNull())
      .addColumn('is_open', 'integer', (column) => column.notNull())
      .addColumn('may_book_live', 'integer', (column) => column.notNull())
      .addColumn('has_multipickup', 'integer', (column) => column.notNull())
      .addColumn('discount_basis_points', 'integer', (column) => column.notNull())
      .addColumn('created_at_ms', dialect.bigType, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('api_keys')
      .addColumn('id', dialect.idType, dialect.idColumn)
      .addColumn('member_id', dialect.idType, (column) => column.notNull().references('members.id'))
      .addColumn('digest', 'text', (column) => column.notNull().unique())
      .addColumn('prefix', 'text', (column) => column.notNull())
      .addColumn('module_type', 'text', (column) => column.notNull())
      .addColumn('site', 'text', (column) => column.notNull())
      .addColumn('is_active', 'integer', (column) => column.notNull())
      .addColumn('is_demo', 'integer', (column) => column.notNull())
      .addColumn('created_at_ms', dialect.bigType, (column) => column.notNull())
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
      .addColumn('settings', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('credit_accounts')
      .addColumn('member_id', dialect.idType, (column) =>
        column.primaryKey().references('members.id'),
      )
      .addColumn('limit_cents', dialect.bigType, (column) => column.notNull())
      .addColumn('used_cents', dialect.bigType, (column) => column.notNull())
      .addColumn('changed_at_ms', dialect.bigType, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('configuration')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('revision', dialect.bigType, (column) => column.notNull())
      .execute();
    await db.insertInto('configuration').values({ id: 1, revision: 1 }).execute();
  },
};
