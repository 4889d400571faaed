// Members' own accounts with carriers: who may have them, the accounts, sealed, and with whose account each consignment
// was sent, is followed, and each call was made. Everything that was there before is the house's.
import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

export const ownCarrierAccounts: Migration = {
  version: 18,
  name: 'own carrier accounts',
  up: async (db, dialect) => {
    await db.schema
      .createTable('member_carrier_connections')
      .addColumn('member_id', dialect.idType, (column) => column.notNull().references('members.id'))
      .addColumn('carrier', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('connected_at_ms', dialect.bigType, (column) => column.notNull())
      .addPrimaryKeyConstraint('member_carrier_connections_key', ['member_id', 'carrier'])
      .execute();
    for (const column of ['may_connect_carriers', 'own_carriers'])
      await db.schema
        .alterTable('members')
        .addColumn(column, 'integer', (one) => one.notNull().defaultTo(0))
        .execute();
    await db.schema
      .alterTable('sent_consignments')
      .addColumn('account_member_id', dialect.bigType)
      .execute();
    await db.schema
      .alterTable('carrier_calls')
      .addColumn('account_member_id', dialect.bigType)
      .execute();
    await db.schema
      .alterTable('shipments')
      .addColumn('is_own_account', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    // Few, whatever is in the other index: what nobody can be asked about stays there for ever.
    await db.schema
      .createIndex('shipments_to_poll_own')
      .on('shipments')
      .columns(['carrier', 'poll_at_ms'])
      .where(sql.ref('is_own_account'), '=', sql.lit(1))
      .where(sql.ref('poll_at_ms'), 'is not', null)
      .execute();
  },
};
