// A booking's entries, and what carriers charged a member afterwards, found without walking through all that the member ever
// bought.
import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

export const ledgerLists: Migration = {
  version: 29,
  name: 'ledger lists',
  up: async (db) => {
    await db.schema
      .createIndex('ledger_of_booking')
      .on('ledger_entries')
      .columns(['member_id', 'booking_id'])
      .execute();
    await db.schema
      .createIndex('ledger_entries_adjustments')
      .on('ledger_entries')
      .columns(['member_id', 'id'])
      .where(sql<boolean>`kind = 'adjustment'`)
      .execute();
  },
};
