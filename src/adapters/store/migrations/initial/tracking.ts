// Shipments under way, and their tracking events.
import { sql } from 'kysely';
import { required, requiredReference, requiredWithDefault } from '../columns.ts';
import type { Migration } from '../migration.ts';

export const createTracking: Migration['up'] = async (db, dialect) => {
  await db.schema
    .createTable('shipments')
    .addColumn('booking_id', dialect.idType, (column) =>
      column.primaryKey().references('bookings.id'),
    )
    .addColumn('member_id', dialect.idType, requiredReference('members.id'))
    .addColumn('connote', 'text', required)
    .addColumn('connote_key', 'text', required)
    .addColumn('carrier', 'text', required)
    .addColumn('is_own_account', 'integer', requiredWithDefault(0))
    .addColumn('pieces', 'integer', required)
    .addColumn('is_demo', 'integer', required)
    .addColumn('notifies_by_email', 'integer', required)
    .addColumn('begun_at_ms', dialect.bigType, required)
    .addColumn('expected_date', 'text')
    .addColumn('stage', 'text', required)
    .addColumn('poll_at_ms', dialect.bigType)
    .addColumn('failed_polls', 'integer', required)
    .execute();
  await db.schema
    .createIndex('shipments_by_connote')
    .on('shipments')
    .columns(['connote_key', 'booking_id'])
    .execute();
  // By carrier first: shipments of carriers that cannot be polled stay in the index, and are skipped this way.
  await db.schema
    .createIndex('shipments_to_poll')
    .on('shipments')
    .columns(['carrier', 'poll_at_ms'])
    .where(sql.ref('poll_at_ms'), 'is not', null)
    .execute();
  // Shipments with a member's own account are few, and found without the rest of the other index.
  await db.schema
    .createIndex('shipments_to_poll_own')
    .on('shipments')
    .columns(['carrier', 'poll_at_ms'])
    .where(sql.ref('is_own_account'), '=', sql.lit(1))
    .where(sql.ref('poll_at_ms'), 'is not', null)
    .execute();

  await db.schema
    .createTable('tracking_events')
    .addColumn('booking_id', dialect.idType, requiredReference('bookings.id'))
    .addColumn('digest', 'text', required)
    .addColumn('piece', 'integer')
    .addColumn('occurred_at_ms', dialect.bigType)
    .addColumn('received_at_ms', dialect.bigType, required)
    .addColumn('given_stage', 'text')
    .addColumn('reported_by', 'text', required)
    .addColumn('raw', 'text', required)
    .addPrimaryKeyConstraint('tracking_events_key', ['booking_id', 'digest'])
    .execute();
};
