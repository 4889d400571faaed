// Consignment notes that a person replaced: no booking has them any more, but labels and carriers do.
import type { Migration } from '../migrate.ts';

export const retiredConnotes: Migration = {
  version: 23,
  name: 'retired connotes',
  up: async (db) => {
    await db.schema
      .createTable('retired_connotes')
      .addColumn('connote', 'text', (column) => column.primaryKey())
      .execute();
  },
};
