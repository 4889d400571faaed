// A booking counts its changes, so that of two who change it at once only one can write.
import type { Migration } from '../migrate.ts';

export const bookingVersions: Migration = {
  version: 4,
  name: 'booking versions',
  up: async (db) => {
    await db.schema
      .alterTable('bookings')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
  },
};
