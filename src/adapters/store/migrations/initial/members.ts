// Members, how they sign in, and the counter of configuration changes.

import { required, requiredReference, requiredWithDefault } from '../columns.ts';
import type { Migration } from '../migration.ts';

export const createMembers: Migration['up'] = async (db, dialect) => {
  await db.schema
    .createTable('members')
    .addColumn('id', dialect.idType, dialect.idColumn)
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', required)
    .addColumn('company_name', 'text', required)
    .addColumn('first_name', 'text', required)
    .addColumn('last_name', 'text', required)
    .addColumn('phone', 'text', required)
    .addColumn('suburb', 'text', required)
    .addColumn('postcode', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('country', 'text', required)
    .addColumn('is_open', 'integer', required)
    .addColumn('may_book_live', 'integer', required)
    .addColumn('has_multipickup', 'integer', required)
    .addColumn('may_connect_carriers', 'integer', requiredWithDefault(0))
    .addColumn('own_carriers', 'integer', requiredWithDefault(0))
    .addColumn('discount_basis_points', 'integer', required)
    .addColumn('is_operator', 'integer', requiredWithDefault(0))
    .addColumn('created_at_ms', dialect.bigType, required)
    .execute();

  await db.schema
    .createTable('sessions')
    .addColumn('id', dialect.idType, dialect.idColumn)
    .addColumn('member_id', dialect.idType, requiredReference('members.id'))
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn('user_agent', 'text', required)
    .addColumn('created_at_ms', dialect.bigType, required)
    .addColumn('last_used_at_ms', dialect.bigType, required)
    .execute();
  await db.schema
    .createIndex('sessions_of_member')
    .on('sessions')
    .columns(['member_id', 'last_used_at_ms'])
    .execute();
  // Finds expired sessions.
  await db.schema
    .createIndex('sessions_by_use')
    .on('sessions')
    .columns(['last_used_at_ms'])
    .execute();

  // Links from an operator and links sent by e-mail are kept apart: a new link of one kind must not void the other.
  for (const table of ['password_resets', 'mailed_password_resets'] as const) {
    await db.schema
      .createTable(table)
      .addColumn('member_id', dialect.idType, (column) =>
        column.primaryKey().references('members.id'),
      )
      .addColumn('digest', 'text', (column) => column.notNull().unique())
      .addColumn('expires_at_ms', dialect.bigType, required)
      .execute();
  }

  await db.schema
    .createTable('email_confirmations')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    // Null for a sign-up, otherwise the member who changes their address.
    .addColumn('member_id', dialect.idType, (column) => column.references('members.id'))
    .addColumn('email', 'text', required)
    .addColumn('details', 'text', required)
    .addColumn('password_hash', 'text', required)
    .addColumn('expires_at_ms', dialect.bigType, required)
    .execute();
  await db.schema
    .createIndex('email_confirmations_by_end')
    .on('email_confirmations')
    .columns(['expires_at_ms'])
    .execute();

  await db.schema
    .createTable('configuration')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('revision', dialect.bigType, required)
    .execute();
  await db.insertInto('configuration').values({ id: 1, revision: 1 }).execute();
};
