// What the bank calls a payment that was received, so that it is noted once. Beside the entries, which are never changed.
import type { Migration } from '../migrate.ts';

export const receiptReferences: Migration = {
  version: 25,
  name: 'receipt references',
  up: async (db, dialect) => {
    await db.schema
      .createTable('receipt_references')
      .addColumn('entry_id', dialect.idType, (column) =>
        column.primaryKey().references('ledger_entries.id'),
      )
      .addColumn('member_id', dialect.idType, (column) => column.notNull().references('members.id'))
      .addColumn('reference', 'text', (column) => column.notNull())
      .addColumn('reference_key', 'text', (column) => column.notNull())
      .execute();
    // Not unique: one that was taken back has it too.
    await db.schema
      .createIndex('receipt_references_of_member')
      .on('receipt_references')
      .columns(['member_id', 'reference_key'])
      .execute();
  },
};
