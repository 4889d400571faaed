// Orders that shops send, and their products.

import { required, requiredReference } from '../columns.ts';
import type { Migration } from '../migration.ts';

export const createOrders: Migration['up'] = async (db, dialect) => {
  await db.schema
    .createTable('orders')
    .addColumn('id', dialect.idType, dialect.idColumn)
    .addColumn('member_id', dialect.idType, requiredReference('members.id'))
    // Orders outlive a deleted key, so this is no reference.
    .addColumn('key_id', dialect.idType)
    .addColumn('number', 'text', required)
    .addColumn('imported_from', 'text', required)
    .addColumn('source_key', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('booking_id', dialect.idType, (column) =>
      column.references('bookings.id').onDelete('set null'),
    )
    .addColumn('selected_carrier', 'text')
    .addColumn('imported_at_ms', dialect.bigType, required)
    .addColumn('updated_at_ms', dialect.bigType, required)
    .addColumn('search', 'text', required)
    .addColumn('document', 'text', required)
    .execute();
  // Two simultaneous requests with the same order create one order.
  await db.schema
    .createIndex('orders_by_number')
    .unique()
    .on('orders')
    .columns(['member_id', 'source_key', 'number'])
    .execute();
  // A booking belongs to at most one order. Every read of a booking also uses this index.
  await db.schema
    .createIndex('orders_by_booking')
    .unique()
    .on('orders')
    .column('booking_id')
    .execute();
  await db.schema
    .createIndex('orders_of_member')
    .on('orders')
    .columns(['member_id', 'imported_at_ms', 'id'])
    .execute();

  await db.schema
    .createTable('products')
    .addColumn('member_id', dialect.idType, requiredReference('members.id'))
    .addColumn('sku', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('updated_at_ms', dialect.bigType, required)
    .addPrimaryKeyConstraint('products_by_sku', ['member_id', 'sku'])
    .execute();
};
