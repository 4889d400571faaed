// Confirmed bookings and the money behind them: saved payment methods, every attempt to take or return money, the ledger,
// ranges of consignment numbers, repeated requests, and who runs the jobs.
import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

export const money: Migration = {
  version: 6,
  name: 'money',
  up: async (db, dialect) => {
    for (const column of ['cost_cents', 'confirmed_at_ms'] as const)
      await db.schema.alterTable('bookings').addColumn(column, dialect.bigType).execute();
    for (const column of ['carrier', 'confirmation'] as const)
      await db.schema.alterTable('bookings').addColumn(column, 'text').execute();
    for (const column of ['additional_cents', 'scanned_grams'] as const) {
      await db.schema
        .alterTable('bookings')
        .addColumn(column, dialect.bigType, (definition) => definition.notNull().defaultTo(0))
        .execute();
    }
    // Quotes by the million have no connote, and must not pay for the index. Not unique: ours never repeat because their
    // ranges do not, and what a live carrier gives out is its own affair.
    await db.schema
      .createIndex('bookings_by_connote')
      .on('bookings')
      .column('connote')
      .where(sql.ref('connote'), 'is not', null)
      .execute();

    await db.schema
      .createTable('payment_methods')
      .addColumn('id', dialect.idType, dialect.idColumn)
      .addColumn('member_id', dialect.idType, (column) => column.notNull().references('members.id'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('gateway', 'text', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('customer', 'text')
      .addColumn('masked_label', 'text', (column) => column.notNull())
      .addColumn('is_default', 'integer', (column) => column.notNull())
      .addColumn('created_at_ms', dialect.bigType, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('payment_methods_of_member')
      .on('payment_methods')
      .columns(['member_id', 'id'])
      .execute();

    await db.schema
      .createTable('payments')
      .addColumn('id', dialect.idType, dialect.idColumn)
      .addColumn('key', 'text', (column) => column.notNull().unique())
      .addColumn('kind', 'text', (column) => column.notNull())
      // An unpaid booking may be deleted; that somebody tried to pay for it stays: no reference.
      .addColumn('booking_id', dialect.idType, (column) => column.notNull())
      .addColumn('member_id', dialect.idType, (column) => column.notNull().references('members.id'))
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('method_id', dialect.idType, (column) => column.references('payment_methods.id'))
      .addColumn('of_payment_id', dialect.idType, (column) => column.references('payments.id'))
      .addColumn('amount_cents', dialect.bigType, (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('reference', 'text', (column) => column.notNull())
      .addColumn('detail', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('look_at_ms', dialect.bigType)
      .addColumn('looks', 'integer', (column) => column.notNull())
      .execute();
    for (const column of ['booking_id', 'member_id'] as const) {
      await db.schema
        .createIndex(`payments_by_${column}`)
        .on('payments')
        .columns([column, 'id'])
        .execute();
    }
    await db.schema
      .createIndex('payments_to_look_at')
      .on('payments')
      .column('look_at_ms')
      .where(sql.ref('look_at_ms'), 'is not', null)
      .execute();

    await db.schema
      .createTable('ledger_entries')
      .addColumn('id', dialect.idType, dialect.idColumn)
      .addColumn('at_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('debit', 'text', (column) => column.notNull())
      .addColumn('credit', 'text', (column) => column.notNull())
      .addColumn('amount_cents', dialect.bigType, (column) => column.notNull())
      .addColumn('member_id', dialect.idType, (column) => column.notNull().references('members.id'))
      .addColumn('booking_id', dialect.idType)
      .addColumn('payment_id', dialect.idType, (column) => column.references('payments.id'))
      .addCheckConstraint('ledger_amount', sql`amount_cents > 0`)
      .addCheckConstraint('ledger_sides', sql`debit <> credit`)
      .execute();
    await db.schema
      .createIndex('ledger_of_member')
      .on('ledger_entries')
      .columns(['member_id', 'id'])
      .execute();
    await dialect.forbidChanges(db, 'ledger_entries');

    await db.schema
      .createTable('number_ranges')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('last_number', dialect.bigType, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('idempotency_records')
      .addColumn('member_id', dialect.idType, (column) => column.notNull().references('members.id'))
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('request_digest', 'text', (column) => column.notNull())
      .addColumn('booking_id', dialect.idType)
      .addColumn('status', 'integer')
      .addColumn('body', 'text')
      .addColumn('created_at_ms', dialect.bigType, (column) => column.notNull())
      .addColumn('held_until_ms', dialect.bigType, (column) => column.notNull())
      .addPrimaryKeyConstraint('idempotency_records_key', ['member_id', 'key'])
      .execute();
    await db.schema
      .createIndex('idempotency_records_by_age')
      .on('idempotency_records')
      .column('created_at_ms')
      .execute();
    await db.schema
      .createTable('leases')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('until_ms', dialect.bigType, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('customs_declarations')
      .addColumn('booking_id', dialect.idType, (column) =>
        column.primaryKey().references('bookings.id').onDelete('cascade'),
      )
      .addColumn('document', 'text', (column) => column.notNull())
      .addColumn('declared_at_ms', dialect.bigType, (column) => column.notNull())
      .execute();
  },
};
