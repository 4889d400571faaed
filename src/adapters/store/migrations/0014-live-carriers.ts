// What live carriers need: the operator's accounts with them, sealed; what was sent to them, written down before it is
// sent; their labels; and a record of the calls, for some days.
import type { Migration } from '../migrate.ts';

export const liveCarriers: Migration = {
  version: 14,
  name: 'live carriers',
  up: async (db, dialect) => {
    await db.schema
      .createTable('carrier_connections')
      .addColumn('carrier', 'text', (column) => column.primaryKey())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('policy', 'text', (column) => column.notNull())
      .addColumn('connected_at_ms', dialect.bigType, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('sent_consignments')
      .addColumn('reference', 'text', (column) => column.primaryKey())
      .addColumn('carrier', 'text', (column) => column.notNull())
      .addColumn('string_id', 'text', (column) => column.notNull())
      .addColumn('booking_id', dialect.idType, (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('connote', 'text', (column) => column.notNull())
      .addColumn('carrier_id', 'text', (column) => column.notNull())
      .addColumn('pieces', 'text', (column) => column.notNull())
      .addColumn('detail', 'text', (column) => column.notNull())
      .addColumn('manifest_id', 'text', (column) => column.notNull())
      .addColumn('sent_at_ms', dialect.bigType, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('sent_consignments_by_connote')
      .on('sent_consignments')
      .columns(['carrier', 'connote'])
      .execute();
    // What a day's manifest gathers.
    await db.schema
      .createIndex('sent_consignments_to_manifest')
      .on('sent_consignments')
      .columns(['carrier', 'state', 'manifest_id', 'sent_at_ms'])
      .execute();
    await db.schema
      .createTable('carrier_labels')
      .addColumn('reference', 'text', (column) => column.notNull())
      .addColumn('format', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('kept_at_ms', dialect.bigType, (column) => column.notNull())
      .addPrimaryKeyConstraint('carrier_labels_key', ['reference', 'format'])
      .execute();
    await db.schema
      .createTable('carrier_calls')
      .addColumn('id', dialect.idType, dialect.idColumn)
      .addColumn('at_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('carrier', 'text', (column) => column.notNull())
      .addColumn('operation', 'text', (column) => column.notNull())
      .addColumn('reference', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('took_ms', 'integer', (column) => column.notNull())
      .addColumn('trouble', 'text', (column) => column.notNull())
      .addColumn('sent', 'text', (column) => column.notNull())
      .addColumn('received', 'text', (column) => column.notNull())
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
  },
};
