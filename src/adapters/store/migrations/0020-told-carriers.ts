// That a person has told a carrier which is not connected about a booking: who, and when. A table of its own, so that
// confirming writes nothing more than before.
import type { Migration } from '../migrate.ts';

export const toldCarriers: Migration = {
  version: 20,
  name: 'told carriers',
  up: async (db, dialect) => {
    await db.schema
      .createTable('told_carriers')
      .addColumn('booking_id', dialect.idType, (column) =>
        column.primaryKey().references('bookings.id').onDelete('cascade'),
      )
      .addColumn('told_at_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('told_by', dialect.idType, (column) => column.notNull().references('members.id'))
      .execute();
  },
};
