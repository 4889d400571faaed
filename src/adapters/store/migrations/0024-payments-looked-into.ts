// Until when somebody has taken a payment up to look into it: without it nobody could tell that from when it is to be looked
// at next.
import type { Migration } from '../migrate.ts';

export const paymentsLookedInto: Migration = {
  version: 24,
  name: 'payments looked into',
  up: async (db, dialect) => {
    await db.schema.alterTable('payments').addColumn('taken_until_ms', dialect.bigType).execute();
  },
};
