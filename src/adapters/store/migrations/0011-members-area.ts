// What the members area needs: sessions, links that reset a password, the last calls of API keys, payment methods that
// people remove, and who runs the service.
import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

export const membersArea: Migration = {
  version: 11,
  name: 'members area',
  up: async (db, dialect) => {
    await db.schema
      .createTable('sessions')
      .addColumn('id', dialect.idType, dialect.idColumn)
      .addColumn('member_id', dialect.idType, (column) => column.notNull().references('members.id'))
      .addColumn('digest', 'text', (column) => column.notNull().unique())
      .addColumn('user_agent', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('last_used_at_ms', dialect.bigType, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('sessions_of_member')
      .on('sessions')
      .columns(['member_id', 'last_used_at_ms'])
      .execute();
    // Finds those that are over.
    await db.schema
      .createIndex('sessions_by_use')
      .on('sessions')
      .columns(['last_used_at_ms'])
      .execute();
    await db.schema
      .createTable('password_resets')
      .addColumn('member_id', dialect.idType, (column) =>
        column.primaryKey().references('members.id'),
      )
      .addColumn('digest', 'text', (column) => column.notNull().unique())
      .addColumn('expires_at_ms', dialect.bigType, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('key_calls')
      .addColumn('id', dialect.idType, dialect.idColumn)
      .addColumn('key_id', dialect.idType, (column) =>
        column.notNull().references('api_keys.id').onDelete('cascade'),
      )
      .addColumn('at_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('took_ms', 'integer', (column) => column.notNull())
      .addColumn('refusal', 'text')
      .addColumn('request_id', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('key_calls_of_key')
      .on('key_calls')
      .columns(['key_id', 'id'])
      .execute();
    // Lists and reports of what was booked do not walk through quotes by the million.
    await db.schema
      .createIndex('bookings_made')
      .on('bookings')
      .columns(['member_id', 'created_at_ms', 'id'])
      .where(sql<boolean>`status <> 'new'`)
      .execute();
    // What was paid with a method stays in the books, so a removed one is only marked.
    await db.schema
      .alterTable('payment_methods')
      .addColumn('is_removed', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('members')
      .addColumn('is_operator', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
