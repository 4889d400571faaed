// Bookings, and the records that belong to one booking.
import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../engine/dialect.ts';
import type { Schema } from '../../schema.ts';
import { required, requiredReference, requiredWithDefault } from '../columns.ts';
import type { Migration } from '../migration.ts';

export const createBookings: Migration['up'] = async (db, dialect) => {
  await createTable(db, dialect);
  await createListIndexes(db);
  await createReportIndex(db);
  await createBookingRecords(db, dialect);
};

async function createTable(db: Kysely<Schema>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('bookings')
    .addColumn('id', dialect.idType, dialect.idColumn)
    // Null for an anonymous quote.
    .addColumn('member_id', dialect.idType, (column) => column.references('members.id'))
    // Bookings outlive a deleted key, so this is no reference.
    .addColumn('key_id', dialect.idType)
    .addColumn('version', 'integer', requiredWithDefault(1))
    .addColumn('status', 'text', required)
    .addColumn('connote', 'text')
    .addColumn('created_at_ms', dialect.bigType, required)
    .addColumn('quote_set_id', dialect.idType, (column) => column.references('quote_sets.id'))
    .addColumn('carrier', 'text')
    .addColumn('cost_cents', dialect.bigType)
    .addColumn('confirmation', 'text')
    .addColumn('confirmed_at_ms', dialect.bigType)
    .addColumn('additional_cents', dialect.bigType, requiredWithDefault(0))
    .addColumn('scanned_grams', dialect.bigType, requiredWithDefault(0))
    .addColumn('from_region', 'text')
    .addColumn('to_region', 'text')
    .addColumn('quoted_grams', dialect.bigType)
    .addColumn('is_demo', dialect.bigType)
    // Last, because SQLite reads through a long text to reach the columns after it.
    .addColumn('document', 'text', required)
    .execute();
  await dialect.compressColumn(db, 'bookings', 'document');
}

async function createListIndexes(db: Kysely<Schema>): Promise<void> {
  // A member's bookings by time. New rows go to its end, so its pages are never split.
  await db.schema
    .createIndex('bookings_of_member')
    .on('bookings')
    .columns(['member_id', 'created_at_ms', 'id'])
    .execute();
  // Partial indexes spare the millions of bookings that are only quotes.
  const isBooked = sql<boolean>`status <> 'new'`;
  await db.schema
    .createIndex('bookings_made')
    .on('bookings')
    .columns(['member_id', 'created_at_ms', 'id'])
    .where(isBooked)
    .execute();
  await db.schema
    .createIndex('bookings_booked')
    .on('bookings')
    .columns(['created_at_ms', 'id'])
    .where(isBooked)
    .execute();
  await db.schema
    .createIndex('bookings_troubled')
    .on('bookings')
    .columns(['created_at_ms', 'id'])
    .where(
      sql<boolean>`status in ('pending_payment', 'pending_review', 'request_sent', 'request_failed')`,
    )
    .execute();
  // Not unique: our own connotes never repeat, but a live carrier's may.
  await db.schema
    .createIndex('bookings_by_connote')
    .on('bookings')
    .column('connote')
    .where(sql.ref('connote'), 'is not', null)
    .execute();
  // Finds out whether a quote set is still in use.
  await db.schema
    .createIndex('bookings_of_quote_set')
    .on('bookings')
    .column('quote_set_id')
    .where('quote_set_id', 'is not', null)
    .execute();
}

/** Holds every column that a report reads, so that a member's year is added up from the index alone. */
async function createReportIndex(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createIndex('bookings_reported')
    .on('bookings')
    .columns([
      'member_id',
      'is_demo',
      'confirmed_at_ms',
      'carrier',
      'from_region',
      'to_region',
      'status',
      'cost_cents',
      'additional_cents',
      'quoted_grams',
      'scanned_grams',
      'id',
    ])
    .where(sql.ref('confirmed_at_ms'), 'is not', null)
    .execute();
}

async function createBookingRecords(db: Kysely<Schema>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('customs_declarations')
    .addColumn('booking_id', dialect.idType, (column) =>
      column.primaryKey().references('bookings.id').onDelete('cascade'),
    )
    .addColumn('document', 'text', required)
    .addColumn('declared_at_ms', dialect.bigType, required)
    .execute();

  // Bookings whose carrier, which is not connected, was notified by a person. A separate table, so that confirming a
  // booking writes no more.
  await db.schema
    .createTable('told_carriers')
    .addColumn('booking_id', dialect.idType, (column) =>
      column.primaryKey().references('bookings.id').onDelete('cascade'),
    )
    .addColumn('told_at_ms', dialect.bigType, required)
    .addColumn('told_by', dialect.idType, requiredReference('members.id'))
    .execute();

  // Ranges of connotes and other numbers.
  await db.schema
    .createTable('number_ranges')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('last_number', dialect.bigType, required)
    .execute();
  // Connotes that a person has replaced. Labels and carriers still use them, so they are never allocated again.
  await db.schema
    .createTable('retired_connotes')
    .addColumn('connote', 'text', (column) => column.primaryKey())
    .execute();

  await db.schema
    .createTable('idempotency_records')
    .addColumn('member_id', dialect.idType, requiredReference('members.id'))
    .addColumn('key', 'text', required)
    .addColumn('request_digest', 'text', required)
    .addColumn('booking_id', dialect.idType)
    .addColumn('status', 'integer')
    .addColumn('body', 'text')
    .addColumn('created_at_ms', dialect.bigType, required)
    .addColumn('held_until_ms', dialect.bigType, required)
    .addPrimaryKeyConstraint('idempotency_records_key', ['member_id', 'key'])
    .execute();
  await db.schema
    .createIndex('idempotency_records_by_age')
    .on('idempotency_records')
    .column('created_at_ms')
    .execute();
}
