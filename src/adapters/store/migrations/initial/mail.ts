// E-mails to senders and receivers, one for each booking and kind.
import { sql } from 'kysely';
import { required, requiredReference } from '../columns.ts';
import type { Migration } from '../migration.ts';

export const createMail: Migration['up'] = async (db, dialect) => {
  await db.schema
    .createTable('mails')
    .addColumn('booking_id', dialect.idType, requiredReference('bookings.id'))
    .addColumn('kind', 'text', required)
    .addColumn('member_id', dialect.idType, required)
    .addColumn('is_demo', 'integer', required)
    .addColumn('status', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('wanted_at_ms', dialect.bigType, required)
    .addColumn('due_at_ms', dialect.bigType, required)
    .addColumn('ended_at_ms', dialect.bigType)
    .addColumn('detail', 'text', required)
    .addPrimaryKeyConstraint('mails_key', ['booking_id', 'kind'])
    .execute();
  await db.schema
    .createIndex('mails_waiting')
    .on('mails')
    .column('due_at_ms')
    .where(sql.ref('status'), '=', sql.lit('waiting'))
    .execute();
  // Members take turns, and demos wait apart from the rest.
  await db.schema
    .createIndex('mails_in_turn')
    .on('mails')
    .columns(['is_demo', 'member_id', 'due_at_ms'])
    .where(sql.ref('status'), '=', sql.lit('waiting'))
    .execute();
};
