// Carriers' answers that several bookings share, stored once: shoppers look at the same basket again and again.
import type { Migration } from '../migrate.ts';

export const quoteSets: Migration = {
  version: 3,
  name: 'quote sets',
  up: async (db, dialect) => {
    await db.schema
      .createTable('quote_sets')
      .addColumn('id', dialect.idType, dialect.idColumn)
      .addColumn('created_at_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('document', 'text', (column) => column.notNull())
      .execute();
    await dialect.compressColumn(db, 'quote_sets', 'document');
    await db.schema
      .alterTable('bookings')
      .addColumn('quote_set_id', dialect.idType, (column) => column.references('quote_sets.id'))
      .execute();
    // To find out whether a set is still in use. Only few bookings of a large table have one that is old.
    await db.schema
      .createIndex('bookings_of_quote_set')
      .on('bookings')
      .column('quote_set_id')
      .where('quote_set_id', 'is not', null)
      .execute();
  },
};
