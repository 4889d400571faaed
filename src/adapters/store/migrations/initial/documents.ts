// Label numbers, cached documents, and invoices as they were issued.

import { required } from '../columns.ts';
import type { Migration } from '../migration.ts';

export const createDocuments: Migration['up'] = async (db, dialect) => {
  await db.schema
    .createTable('labels')
    .addColumn('booking_id', dialect.idType, (column) =>
      column.primaryKey().references('bookings.id').onDelete('cascade'),
    )
    .addColumn('revision', 'integer', required)
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
    .addColumn('name', 'text', required)
    .addColumn('digest', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('kept_at_ms', dialect.bigType, required)
    .execute();
  await db.schema
    .createIndex('kept_documents_of_booking')
    .unique()
    .on('kept_documents')
    .columns(['booking_id', 'name'])
    .execute();
  // One row with the total size of all cached documents.
  await db.schema
    .createTable('document_shelf')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('bytes', dialect.bigType, required)
    .execute();
  await db.insertInto('document_shelf').values({ id: 1, bytes: 0 }).execute();

  await db.schema
    .createTable('invoices')
    .addColumn('booking_id', dialect.idType, (column) =>
      column.primaryKey().references('bookings.id'),
    )
    .addColumn('issued_at_ms', dialect.bigType, required)
    .addColumn('facts', 'text', required)
    .execute();
};
