// What carriers said they charge when they took a consignment, beside what they had quoted. `price_note` is `differs` until a
// person has seen it.
import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

export const bookedPrices: Migration = {
  version: 17,
  name: 'booked prices',
  up: async (db, dialect) => {
    await db.schema
      .alterTable('sent_consignments')
      .addColumn('quoted_cents', dialect.bigType)
      .execute();
    await db.schema
      .alterTable('sent_consignments')
      .addColumn('booked_cents', dialect.bigType)
      .execute();
    await db.schema
      .alterTable('sent_consignments')
      .addColumn('price_note', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .createIndex('sent_consignments_other_price')
      .on('sent_consignments')
      .columns(['sent_at_ms', 'reference'])
      .where(sql<boolean>`price_note = 'differs'`)
      .execute();
  },
};
