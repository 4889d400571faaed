// Orders that shops hand in, and the products they tell us about.
import type { Migration } from '../migrate.ts';

export const ordersAndProducts: Migration = {
  version: 9,
  name: 'orders and products',
  up: async (db, dialect) => {
    await db.schema
      .createTable('orders')
      .addColumn('id', dialect.idType, dialect.idColumn)
      .addColumn('member_id', dialect.idType, (column) => column.notNull().references('members.id'))
      // A key may be deleted, its orders stay: no reference.
      .addColumn('key_id', dialect.idType)
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('imported_from', 'text', (column) => column.notNull())
      .addColumn('source_key', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('booking_id', dialect.idType, (column) =>
        column.references('bookings.id').onDelete('set null'),
      )
      .addColumn('selected_carrier', 'text')
      .addColumn('imported_at_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('updated_at_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('search', 'text', (column) => column.notNull())
      .addColumn('document', 'text', (column) => column.notNull())
      .execute();
    // Two that send one order at once make one order.
    await db.schema
      .createIndex('orders_by_number')
      .unique()
      .on('orders')
      .columns(['member_id', 'source_key', 'number'])
      .execute();
    // A booking is attached to one order at most; it also serves every read of a booking.
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
      .addColumn('member_id', dialect.idType, (column) => column.notNull().references('members.id'))
      .addColumn('sku', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('updated_at_ms', dialect.bigType, (column) => column.notNull())
      .addPrimaryKeyConstraint('products_by_sku', ['member_id', 'sku'])
      .execute();
  },
};
