// Shipments to follow, what carriers said about them, and the e-mails that go out about it.
import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

export const tracking: Migration = {
  version: 8,
  name: 'tracking',
  up: async (db, dialect) => {
    await db.schema
      .createTable('shipments')
      .addColumn('booking_id', dialect.idType, (column) =>
        column.primaryKey().references('bookings.id'),
      )
      .addColumn('member_id', dialect.idType, (column) => column.notNull().references('members.id'))
      .addColumn('connote', 'text', (column) => column.notNull())
      .addColumn('connote_key', 'text', (column) => column.notNull())
      .addColumn('carrier', 'text', (column) => column.notNull())
      .addColumn('pieces', 'integer', (column) => column.notNull())
      .addColumn('is_demo', 'integer', (column) => column.notNull())
      .addColumn('notifies_by_email', 'integer', (column) => column.notNull())
      .addColumn('begun_at_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('expected_date', 'text')
      .addColumn('stage', 'text', (column) => column.notNull())
      .addColumn('poll_at_ms', dialect.bigType)
      .addColumn('failed_polls', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('shipments_by_connote')
      .on('shipments')
      .columns(['connote_key', 'booking_id'])
      .execute();
    // By carrier first: those that nobody can be asked about stay in it for ever, and must not be looked through.
    await db.schema
      .createIndex('shipments_to_poll')
      .on('shipments')
      .columns(['carrier', 'poll_at_ms'])
      .where(sql.ref('poll_at_ms'), 'is not', null)
      .execute();

    await db.schema
      .createTable('tracking_events')
      .addColumn('booking_id', dialect.idType, (column) =>
        column.notNull().references('bookings.id'),
      )
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('piece', 'integer')
      .addColumn('occurred_at_ms', dialect.bigType)
      .addColumn('received_at_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('given_stage', 'text')
      .addColumn('raw', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('tracking_events_key', ['booking_id', 'digest'])
      .execute();

    await db.schema
      .createTable('mails')
      .addColumn('booking_id', dialect.idType, (column) =>
        column.notNull().references('bookings.id'),
      )
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('wanted_at_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('due_at_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('ended_at_ms', dialect.bigType)
      .addColumn('detail', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('mails_key', ['booking_id', 'kind'])
      .execute();
    await db.schema
      .createIndex('mails_waiting')
      .on('mails')
      .column('due_at_ms')
      .where(sql.ref('status'), '=', sql.lit('waiting'))
      .execute();
  },
};
