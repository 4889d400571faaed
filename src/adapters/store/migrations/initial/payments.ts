// Credit accounts, saved payment methods, every attempt to take or refund money, and the ledger.
import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../engine/dialect.ts';
import type { Schema } from '../../schema.ts';
import { required, requiredReference, requiredWithDefault } from '../columns.ts';
import type { Migration } from '../migration.ts';

export const createPayments: Migration['up'] = async (db, dialect) => {
  await createMethods(db, dialect);
  await createPaymentTable(db, dialect);
  await createLedger(db, dialect);
  await createReceipts(db, dialect);
  await createGateways(db, dialect);
};

async function createMethods(db: Kysely<Schema>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('credit_accounts')
    .addColumn('member_id', dialect.idType, (column) =>
      column.primaryKey().references('members.id'),
    )
    .addColumn('limit_cents', dialect.bigType, required)
    .addColumn('used_cents', dialect.bigType, required)
    .addColumn('changed_at_ms', dialect.bigType, required)
    .execute();

  await db.schema
    .createTable('payment_methods')
    .addColumn('id', dialect.idType, dialect.idColumn)
    .addColumn('member_id', dialect.idType, requiredReference('members.id'))
    .addColumn('kind', 'text', required)
    .addColumn('gateway', 'text', required)
    .addColumn('token', 'text', required)
    .addColumn('customer', 'text')
    .addColumn('masked_label', 'text', required)
    // Recognises a saved card that arrives with another token.
    .addColumn('fingerprint', 'text', required)
    .addColumn('is_default', 'integer', required)
    // A removed method is only marked, because payments refer to it.
    .addColumn('is_removed', 'integer', requiredWithDefault(0))
    .addColumn('created_at_ms', dialect.bigType, required)
    .execute();
  await db.schema
    .createIndex('payment_methods_of_member')
    .on('payment_methods')
    .columns(['member_id', 'id'])
    .execute();
}

async function createPaymentTable(db: Kysely<Schema>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('payments')
    .addColumn('id', dialect.idType, dialect.idColumn)
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', required)
    // Payments outlive a deleted booking, so this is no reference.
    .addColumn('booking_id', dialect.idType, required)
    .addColumn('member_id', dialect.idType, requiredReference('members.id'))
    .addColumn('method', 'text', required)
    .addColumn('method_id', dialect.idType, (column) => column.references('payment_methods.id'))
    .addColumn('of_payment_id', dialect.idType, (column) => column.references('payments.id'))
    .addColumn('amount_cents', dialect.bigType, required)
    .addColumn('status', 'text', required)
    .addColumn('reference', 'text', required)
    .addColumn('detail', 'text', required)
    .addColumn('created_at_ms', dialect.bigType, required)
    .addColumn('retry_at_ms', dialect.bigType)
    .addColumn('attempts', 'integer', required)
    // The end of the lease of the process that works on the payment.
    .addColumn('taken_until_ms', dialect.bigType)
    .execute();
  for (const column of ['booking_id', 'member_id'] as const) {
    await db.schema
      .createIndex(`payments_by_${column}`)
      .on('payments')
      .columns([column, 'id'])
      .execute();
  }
  await db.schema
    .createIndex('payments_to_retry')
    .on('payments')
    .column('retry_at_ms')
    .where(sql.ref('retry_at_ms'), 'is not', null)
    .execute();
  // Refunds that the gateway rejected, for a person to pay.
  await db.schema
    .createIndex('payments_refused')
    .on('payments')
    .columns(['id'])
    .where(sql<boolean>`kind = 'refund' and status = 'refused'`)
    .execute();
}

async function createLedger(db: Kysely<Schema>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('ledger_entries')
    .addColumn('id', dialect.idType, dialect.idColumn)
    .addColumn('at_ms', dialect.bigType, required)
    .addColumn('kind', 'text', required)
    .addColumn('debit', 'text', required)
    .addColumn('credit', 'text', required)
    .addColumn('amount_cents', dialect.bigType, required)
    .addColumn('member_id', dialect.idType, requiredReference('members.id'))
    .addColumn('booking_id', dialect.idType)
    .addColumn('payment_id', dialect.idType, (column) => column.references('payments.id'))
    .addCheckConstraint('ledger_amount', sql`amount_cents > 0`)
    .addCheckConstraint('ledger_sides', sql`debit <> credit`)
    .execute();
  await dialect.forbidChanges(db, 'ledger_entries');
  await db.schema
    .createIndex('ledger_of_member')
    .on('ledger_entries')
    .columns(['member_id', 'id'])
    .execute();
  await db.schema
    .createIndex('ledger_of_booking')
    .on('ledger_entries')
    .columns(['member_id', 'booking_id'])
    .execute();
  // Receipts and adjustments are few among a member's sales.
  await db.schema
    .createIndex('ledger_entries_receipts')
    .on('ledger_entries')
    .columns(['member_id', 'id'])
    .where(sql<boolean>`kind = 'receipt'`)
    .execute();
  await db.schema
    .createIndex('ledger_entries_adjustments')
    .on('ledger_entries')
    .columns(['member_id', 'id'])
    .where(sql<boolean>`kind = 'adjustment'`)
    .execute();
}

/** Separate from the ledger, because its entries are never changed. */
async function createReceipts(db: Kysely<Schema>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('receipts_taken_back')
    .addColumn('entry_id', dialect.idType, (column) =>
      column.primaryKey().references('ledger_entries.id'),
    )
    .addColumn('taken_back_at_ms', dialect.bigType, required)
    .execute();
  // The bank's reference of each receipt, so that a payment is not entered twice.
  await db.schema
    .createTable('receipt_references')
    .addColumn('entry_id', dialect.idType, (column) =>
      column.primaryKey().references('ledger_entries.id'),
    )
    .addColumn('member_id', dialect.idType, requiredReference('members.id'))
    .addColumn('reference', 'text', required)
    .addColumn('reference_key', 'text', required)
    .execute();
  // Not unique: a cancelled receipt keeps its reference.
  await db.schema
    .createIndex('receipt_references_of_member')
    .on('receipt_references')
    .columns(['member_id', 'reference_key'])
    .execute();
}

async function createGateways(db: Kysely<Schema>, dialect: Dialect): Promise<void> {
  // A row is written before the gateway is called to move money, and stays, so that repeating a call is harmless.
  await db.schema
    .createTable('gateway_attempts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('nonce', 'text', required)
    .addColumn('reference', 'text')
    .addColumn('is_closed', 'integer', required)
    .addColumn('opened_at_ms', dialect.bigType, required)
    .execute();

  // The test gateway's own books. Like a real gateway's, they are not linked to other tables.
  await db.schema
    .createTable('test_gateway_charges')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('token', 'text', required)
    .addColumn('amount_cents', dialect.bigType, required)
    .addColumn('refunded_cents', dialect.bigType, required)
    .addColumn('is_accepted', 'integer', required)
    .addColumn('reference', 'text', (column) => column.notNull().unique())
    .addColumn('booking_id', dialect.idType, required)
    .addColumn('member_id', dialect.idType, required)
    .addColumn('entered_at_ms', dialect.bigType, required)
    .execute();
  await db.schema
    .createTable('test_gateway_refunds')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('charge_reference', 'text', required)
    .addColumn('amount_cents', dialect.bigType, required)
    .addColumn('reference', 'text', required)
    .addColumn('entered_at_ms', dialect.bigType, required)
    .execute();
}
