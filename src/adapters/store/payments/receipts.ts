// Payments by members towards what they owe, in the database: ledger entries, with their bank references and
// cancellations in separate tables. The entries themselves are never changed.
import { type Kysely, sql } from 'kysely';
import type { Ledger } from '../../../application/ports.ts';
import type { MemberId } from '../../../domain/members/member.ts';
import {
  type LedgerAccount,
  type NewLedgerEntry,
  type Receipt,
  referenceKey,
  usedChange,
} from '../../../domain/payments/ledger.ts';
import type { Access } from '../access.ts';
import { lockMember } from '../members/members.ts';
import type { Schema } from '../schema.ts';
import { first } from '../statements.ts';
import { useOf } from './credit-use.ts';

type Receipts = Pick<
  Ledger,
  'receive' | 'listReceipts' | 'listReferences' | 'findReceipt' | 'markTakenBack'
>;

/**
 * Leaves out cancellations, which are receipts in reverse. The condition must match the index's literally.
 */
function receiptsOf(db: Kysely<Schema>, member: MemberId) {
  return db
    .selectFrom('ledger_entries')
    .leftJoin('receipts_taken_back', 'receipts_taken_back.entry_id', 'ledger_entries.id')
    .leftJoin('receipt_references', 'receipt_references.entry_id', 'ledger_entries.id')
    .select(['id', 'at_ms', 'amount_cents', 'reference', 'taken_back_at_ms'])
    .where('ledger_entries.member_id', '=', member)
    .where(sql<boolean>`kind = 'receipt'`)
    .where('debit', '=', 'bank' satisfies LedgerAccount);
}

function findNamed(db: Kysely<Schema>, member: MemberId, reference: string) {
  return receiptsOf(db, member)
    .where('receipt_references.member_id', '=', member)
    .where('reference_key', '=', referenceKey(reference))
    .where('taken_back_at_ms', 'is', null)
    .executeTakeFirst();
}

function findAlike(db: Kysely<Schema>, { memberId, amountCents }: NewLedgerEntry, sinceMs: number) {
  return receiptsOf(db, memberId)
    .where('amount_cents', '=', amountCents)
    .where('at_ms', '>', sinceMs)
    .where('taken_back_at_ms', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function receiptsOver({ dialect, read, list, write }: Access): Receipts {
  return {
    receive: (entry, { nowMs, reference, alikeSinceMs }) =>
      write(async (db) => {
        const { memberId: payer, amountCents } = entry;
        await lockMember(db, dialect, payer);
        const findNoted = async () => {
          if (reference !== undefined) return await findNamed(db, payer, reference);
          return alikeSinceMs === undefined ? undefined : await findAlike(db, entry, alikeSinceMs);
        };
        const noted = await findNoted();
        if (noted !== undefined) return { isNoted: false, receipt: receiptFrom(noted) };
        const { kind, debit, credit } = entry;
        const { id } = await db
          .insertInto('ledger_entries')
          .values({
            at_ms: nowMs,
            kind,
            debit,
            credit,
            amount_cents: amountCents,
            member_id: payer,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        if (reference !== undefined) {
          const key = referenceKey(reference);
          await db
            .insertInto('receipt_references')
            .values({ entry_id: id, member_id: payer, reference, reference_key: key })
            .execute();
        }
        await useOf(db, [usedChange([entry]), payer]);
        const receipt = { id, atMs: nowMs, amountCents, reference, isTakenBack: false };
        return { isNoted: true, receipt };
      }),
    listReceipts: async (ofMember, limit) =>
      (
        await list((db) => receiptsOf(db, ofMember).orderBy('id', 'desc').limit(limit).execute())
      ).map(receiptFrom),
    listReferences: async (ofMember, receipts) => {
      if (receipts.length === 0) return new Map();
      const rows = await list((db) =>
        db
          .selectFrom('receipt_references')
          .select(['entry_id', 'reference'])
          .where('entry_id', 'in', receipts)
          .where('member_id', '=', ofMember)
          .execute(),
      );
      return new Map(rows.map((row) => [row.entry_id, row.reference]));
    },
    findReceipt: (ofMember, id) =>
      first(receiptsOf(read, ofMember).where('id', '=', id), receiptFrom),
    markTakenBack: (receipt, nowMs) =>
      write(async (db) => {
        const { numInsertedOrUpdatedRows: marked } = await db
          .insertInto('receipts_taken_back')
          .values({ entry_id: receipt, taken_back_at_ms: nowMs })
          .onConflict((conflict) => conflict.column('entry_id').doNothing())
          .executeTakeFirstOrThrow();
        return marked === 1n;
      }),
  };
}

function receiptFrom(row: {
  id: number;
  at_ms: number;
  amount_cents: number;
  reference: string | null;
  taken_back_at_ms: number | null;
}): Receipt {
  return {
    id: row.id,
    atMs: row.at_ms,
    amountCents: row.amount_cents,
    reference: row.reference ?? undefined,
    isTakenBack: row.taken_back_at_ms !== null,
  };
}
