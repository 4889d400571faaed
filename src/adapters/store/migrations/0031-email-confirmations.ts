// E-mail addresses that wait for their owner to confirm them, and reset links sent by mail, apart from those that an operator
// has handed over: asking for one kind must not void the other. Members who are there already count as confirmed.
import type { Migration } from '../migrate.ts';

export const emailConfirmations: Migration = {
  version: 31,
  name: 'e-mail confirmations',
  up: async (db, dialect) => {
    await db.schema
      .createTable('email_confirmations')
      .addColumn('digest', 'text', (column) => column.primaryKey())
      // Of a member who changes their address; null for somebody who signs up.
      .addColumn('member_id', dialect.idType, (column) => column.references('members.id'))
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('expires_at_ms', dialect.bigType, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('email_confirmations_by_end')
      .on('email_confirmations')
      .columns(['expires_at_ms'])
      .execute();
    await db.schema
      .createTable('mailed_password_resets')
      .addColumn('member_id', dialect.idType, (column) =>
        column.primaryKey().references('members.id'),
      )
      .addColumn('digest', 'text', (column) => column.notNull().unique())
      .addColumn('expires_at_ms', dialect.bigType, (column) => column.notNull())
      .execute();
  },
};
