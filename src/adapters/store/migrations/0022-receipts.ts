// Which receipts were noted by mistake and are taken back, and a way to a member's receipts past all that was sold since. The
// entries themselves are never changed, so it is said beside them.
import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

export const receipts: Migration = {
  version: 22,
  name: 'receipts',
  up: async (db, dialect) => {
    await db.schema
      .createTable('receipts_taken_back')
      .addColumn('entry_id', dialect.idType, (column) =>
        column.primaryKey().references('ledger_entries.id'),
      )
      .addColumn('taken_back_at_ms', dialect.bigType, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('ledger_entries_receipts')
      .on('ledger_entries')
      .columns(['member_id', 'id'])
      .where(sql<boolean>`kind = 'receipt'`)
      .execute();
  },
};
