// Bookings with their quotes, and the carriers an operator has switched off.
import type { Migration } from '../migrate.ts';

export const bookings: Migration = {
  version: 2,
  name: 'bookings',
  up: async (db, dialect) => {
    await db.schema
      .createTable('bookings')
      .addColumn('id', dialect.idType, dialect.idColumn)
      // Nobody's for an anonymous quote. A key may be deleted, its bookings stay: no reference.
      .addColumn('member_id', dialect.idType, (column) => column.references('members.id'))
      .addColumn('key_id', dialect.idType)
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('connote', 'text')
      .addColumn('created_at_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('document', 'text', (column) => column.notNull())
      .execute();
    await dialect.compressColumn(db, 'bookings', 'document');
    // Serves the lists: a member's bookings by time, either way round. Appended to, never split.
    await db.schema
      .createIndex('bookings_of_member')
      .on('bookings')
      .columns(['member_id', 'created_at_ms', 'id'])
      .execute();
    await db.schema
      .createTable('carriers_off')
      .addColumn('string_id', 'text', (column) => column.primaryKey())
      .execute();
  },
};
