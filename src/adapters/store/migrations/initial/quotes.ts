// Quotes that several bookings share, stored once, because shoppers quote the same basket repeatedly.

import { required } from '../columns.ts';
import type { Migration } from '../migration.ts';

export const createQuotes: Migration['up'] = async (db, dialect) => {
  await db.schema
    .createTable('quote_sets')
    .addColumn('id', dialect.idType, dialect.idColumn)
    .addColumn('created_at_ms', dialect.bigType, required)
    .addColumn('document', 'text', required)
    .execute();
  await dialect.compressColumn(db, 'quote_sets', 'document');
};
