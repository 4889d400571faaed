// Who reported an event: a person may take back what a person entered. Of those from before only what has a given stage is
// known to be a person's.
import type { Migration } from '../migrate.ts';

export const reportedBy: Migration = {
  version: 28,
  name: 'reported by',
  up: async (db) => {
    await db.schema.alterTable('tracking_events').addColumn('reported_by', 'text').execute();
  },
};
