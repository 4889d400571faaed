// What needs a person, whoever's it is, found without walking through every booking.
import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

export const attention: Migration = {
  version: 13,
  name: 'attention',
  up: async (db) => {
    await db.schema
      .createIndex('bookings_troubled')
      .on('bookings')
      .columns(['created_at_ms', 'id'])
      .where(
        sql<boolean>`status in ('pending_payment', 'pending_review', 'request_sent', 'request_failed')`,
      )
      .execute();
  },
};
