// Numbers given out for labels, documents that were drawn before, and invoices as they were issued.
import type { Migration } from '../migrate.ts';

export const documents: Migration = {
  version: 10,
  name: 'documents',
  up: async (db, dialect) => {
    await db.schema
      .createTable('labels')
      .addColumn('booking_id', dialect.idType, (column) =>
        column.primaryKey().references('bookings.id').onDelete('cascade'),
      )
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('sscc_prefix', 'text')
      .addColumn('first_sscc', dialect.bigType)
      .addColumn('authority_serial', dialect.bigType)
      .execute();
    await db.schema
      .createTable('kept_documents')
      .addColumn('id', dialect.idType, dialect.idColumn)
      .addColumn('booking_id', dialect.idType, (column) =>
        column.notNull().references('bookings.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('size', 'integer', (column) => column.notNull())
      .addColumn('kept_at_ms', dialect.bigType, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('kept_documents_of_booking')
      .unique()
      .on('kept_documents')
      .columns(['booking_id', 'name'])
      .execute();
    // One row: how much all kept documents take.
    await db.schema
      .createTable('document_shelf')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('bytes', dialect.bigType, (column) => column.notNull())
      .execute();
    await db.insertInto('document_shelf').values({ id: 1, bytes: 0 }).execute();
    await db.schema
      .createTable('invoices')
      .addColumn('booking_id', dialect.idType, (column) =>
        column.primaryKey().references('bookings.id'),
      )
      .addColumn('issued_at_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('facts', 'text', (column) => column.notNull())
      .execute();
  },
};
