// Carrier accounts with sealed credentials, the operator's and members'; what was certified with them; consignments sent to carriers, recorded before they are
// sent; carriers' labels; and the recent calls to carriers.
import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../engine/dialect.ts';
import type { Schema } from '../../schema.ts';
import { required, requiredWithDefault } from '../columns.ts';
import type { Migration } from '../migration.ts';

export const createCarriers: Migration['up'] = async (db, dialect) => {
  await db.schema
    .createTable('carriers_off')
    .addColumn('string_id', 'text', (column) => column.primaryKey())
    .execute();
  await db.schema
    .createTable('carrier_accounts')
    // 0 for a house account, so that it can be part of the key.
    .addColumn('account_member_id', dialect.bigType, required)
    .addColumn('carrier', 'text', required)
    .addColumn('sealed', 'text', required)
    .addColumn('policy', 'text', required)
    .addColumn('connected_at_ms', dialect.bigType, required)
    .addPrimaryKeyConstraint('carrier_accounts_key', ['account_member_id', 'carrier'])
    .execute();
  // The last result of each operation that was certified with the house account.
  await db.schema
    .createTable('carrier_certifications')
    .addColumn('carrier', 'text', required)
    .addColumn('operation', 'text', required)
    .addColumn('outcome', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('at_ms', dialect.bigType, required)
    .addPrimaryKeyConstraint('carrier_certifications_key', ['carrier', 'operation'])
    .execute();
  await createConsignments(db, dialect);
  await createCalls(db, dialect);
};

async function createConsignments(db: Kysely<Schema>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('sent_consignments')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('carrier', 'text', required)
    .addColumn('string_id', 'text', required)
    .addColumn('booking_id', dialect.idType, required)
    // Null for a house account.
    .addColumn('account_member_id', dialect.bigType)
    .addColumn('state', 'text', required)
    .addColumn('connote', 'text', required)
    .addColumn('carrier_id', 'text', required)
    .addColumn('pieces', 'text', required)
    .addColumn('detail', 'text', required)
    .addColumn('sent_at_ms', dialect.bigType, required)
    .addColumn('manifest_id', 'text', required)
    .addColumn('manifest_note', 'text', requiredWithDefault(''))
    .addColumn('quoted_cents', dialect.bigType)
    .addColumn('booked_cents', dialect.bigType)
    // `differs` until a person has acknowledged that the carrier charged another price than it quoted.
    .addColumn('price_note', 'text', requiredWithDefault(''))
    .execute();
  await db.schema
    .createIndex('sent_consignments_by_connote')
    .on('sent_consignments')
    .columns(['carrier', 'connote'])
    .execute();
  // The consignments for a day's manifest.
  await db.schema
    .createIndex('sent_consignments_to_manifest')
    .on('sent_consignments')
    .columns(['carrier', 'state', 'manifest_id', 'sent_at_ms'])
    .execute();

  // Consignments that need an operator's attention, found without reading the rest.
  const issues = {
    sent_consignments_orphaned: sql<boolean>`state = 'orphaned'`,
    sent_consignments_other_price: sql<boolean>`price_note = 'differs'`,
    sent_consignments_left_out: sql<boolean>`manifest_note = 'unknown' and state = 'booked' and manifest_id = ''`,
  };
  for (const [name, condition] of Object.entries(issues)) {
    await db.schema
      .createIndex(name)
      .on('sent_consignments')
      .columns(['sent_at_ms', 'reference'])
      .where(condition)
      .execute();
  }

  await db.schema
    .createTable('carrier_labels')
    .addColumn('reference', 'text', required)
    .addColumn('format', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('kept_at_ms', dialect.bigType, required)
    .addPrimaryKeyConstraint('carrier_labels_key', ['reference', 'format'])
    .execute();
}

async function createCalls(db: Kysely<Schema>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('carrier_calls')
    .addColumn('id', dialect.idType, dialect.idColumn)
    .addColumn('at_ms', dialect.bigType, required)
    .addColumn('carrier', 'text', required)
    // Null for a house account.
    .addColumn('account_member_id', dialect.bigType)
    .addColumn('operation', 'text', required)
    .addColumn('reference', 'text', required)
    .addColumn('request_id', 'text', requiredWithDefault(''))
    .addColumn('method', 'text', required)
    .addColumn('url', 'text', required)
    .addColumn('status', 'integer', required)
    .addColumn('took_ms', 'integer', required)
    .addColumn('trouble', 'text', required)
    .addColumn('sent', 'text', required)
    .addColumn('received', 'text', required)
    .execute();
  await db.schema
    .createIndex('carrier_calls_of_carrier')
    .on('carrier_calls')
    .columns(['carrier', 'id'])
    .execute();
  await db.schema
    .createIndex('carrier_calls_by_age')
    .on('carrier_calls')
    .columns(['at_ms'])
    .execute();
  // Finds the calls about a booking.
  await db.schema
    .createIndex('carrier_calls_of_booking')
    .on('carrier_calls')
    .columns(['reference', 'id'])
    .execute();
}
