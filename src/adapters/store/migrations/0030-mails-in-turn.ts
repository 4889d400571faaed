// Waiting e-mails in a line for each member, with those of demos apart. E-mails that have ended stand in no line, and those
// from before keep the member 0.
import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

export const mailsInTurn: Migration = {
  version: 30,
  name: 'mails in turn',
  up: async (db, dialect) => {
    await db.schema
      .alterTable('mails')
      .addColumn('member_id', dialect.idType, (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('mails')
      .addColumn('is_demo', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`
      update mails set
        member_id = coalesce(
          (select member_id from shipments where shipments.booking_id = mails.booking_id), 0),
        is_demo = coalesce(
          (select is_demo from shipments where shipments.booking_id = mails.booking_id), 0)
      where status = 'waiting'
    `.execute(db);
    await db.schema
      .createIndex('mails_in_turn')
      .on('mails')
      .columns(['is_demo', 'member_id', 'due_at_ms'])
      .where(sql.ref('status'), '=', sql.lit('waiting'))
      .execute();
  },
};
