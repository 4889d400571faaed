// The books of the built-in test gateway: what it has charged and given back. No reference leads from or to
// other tables, because a real gateway's books are not in this database either.
import type { Migration } from '../migrate.ts';

export const testGateway: Migration = {
  version: 5,
  name: 'test gateway',
  up: async (db, dialect) => {
    await db.schema
      .createTable('test_gateway_charges')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('amount_cents', dialect.bigType, (column) => column.notNull())
      .addColumn('refunded_cents', dialect.bigType, (column) => column.notNull())
      .addColumn('is_accepted', 'integer', (column) => column.notNull())
      .addColumn('reference', 'text', (column) => column.notNull().unique())
      .addColumn('booking_id', dialect.idType, (column) => column.notNull())
      .addColumn('member_id', dialect.idType, (column) => column.notNull())
      .addColumn('entered_at_ms', dialect.bigType, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('test_gateway_refunds')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('charge_reference', 'text', (column) => column.notNull())
      .addColumn('amount_cents', dialect.bigType, (column) => column.notNull())
      .addColumn('reference', 'text', (column) => column.notNull())
      .addColumn('entered_at_ms', dialect.bigType, (column) => column.notNull())
      .execute();
  },
};
