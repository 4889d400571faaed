// What a person has to finish, found without walking through history: refunds that no gateway gives, and consignments
// that nobody pays for.
import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

export const dueToPeople: Migration = {
  version: 16,
  name: 'due to people',
  up: async (db) => {
    await db.schema
      .createIndex('payments_refused')
      .on('payments')
      .columns(['id'])
      .where(sql<boolean>`kind = 'refund' and status = 'refused'`)
      .execute();
    await db.schema
      .createIndex('sent_consignments_orphaned')
      .on('sent_consignments')
      .columns(['sent_at_ms', 'reference'])
      .where(sql<boolean>`state = 'orphaned'`)
      .execute();
  },
};
