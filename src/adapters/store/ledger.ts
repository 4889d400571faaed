// The ledger in the database. Entries are only ever inserted (a trigger sees to it); how much of a member's limit is used
// stands beside them in `credit_accounts` and moves in the same transaction. The update of that row is the lock that
// concurrent confirms queue at: on PostgreSQL a row lock, on SQLite the one writer.
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Ledger } from '../../application/ports.ts';
import { type MemberId, memberId } from '../../domain/accounts/member.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import {
  CreditLimitReached,
  type EntryKind,
  type LedgerAccount,
  type LedgerEntry,
  type Receipt,
  referenceKey,
  usedChange,
} from '../../domain/payments/ledger.ts';
import { paymentId } from '../../domain/payments/payment.ts';
import { together } from '../../domain/together.ts';
import type { Access } from './access.ts';
import { prepared } from './engine/prepared.ts';
import { lockMember } from './members.ts';
import type { Schema } from './schema.ts';

const useWithinLimit = prepared((db) =>
  db
    .updateTable('credit_accounts')
    .set((row) => ({ used_cents: row('used_cents', '+', 1) }))
    .where('member_id', '=', 2)
    .where((row) => row(row('used_cents', '+', 1), '<=', row.ref('limit_cents'))),
);

const use = prepared((db) =>
  db
    .updateTable('credit_accounts')
    .set((row) => ({ used_cents: row('used_cents', '+', 1) }))
    .where('member_id', '=', 2),
);

const insert = prepared((db) =>
  db.insertInto('ledger_entries').values({
    at_ms: 0,
    kind: '',
    debit: '',
    credit: '',
    amount_cents: 1,
    member_id: 0,
    booking_id: 0,
    payment_id: 0,
  }),
);

/** Owed and held, debits less credits: what the entries say is used of a member's limit. */
export const usedByEntries = sql<number>`coalesce(sum(
  case when debit in ('owed', 'held') then amount_cents else 0 end
  - case when credit in ('owed', 'held') then amount_cents else 0 end), 0)`;

/** Without what takes them back, which are receipts the other way round. The condition is the index's own, word for word. */
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

function findStanding(db: Kysely<Schema>, member: MemberId, reference: string) {
  return receiptsOf(db, member)
    .where('receipt_references.member_id', '=', member)
    .where('reference_key', '=', referenceKey(reference))
    .where('taken_back_at_ms', 'is', null)
    .executeTakeFirst();
}

export function ledgerOver({ dialect, read, list, write }: Access): Ledger {
  return {
    post: (entries, { nowMs, isLimited }) =>
      write(async (db) => {
        const owner = entries[0]?.memberId;
        if (owner === undefined) return;
        if (entries.some((entry) => entry.memberId !== owner))
          throw new Error('entries of two members in one posting');
        const inserted = entries.map((entry) =>
          insert(db, [
            nowMs,
            entry.kind,
            entry.debit,
            entry.credit,
            entry.amountCents,
            owner,
            entry.bookingId ?? null,
            entry.paymentId ?? null,
          ]),
        );
        // The account comes last: whoever has it holds everybody up who books on it, until the transaction ends.
        const change = usedChange(entries);
        if (change === 0) await together(inserted);
        else if (isLimited && change > 0) {
          const moved = useWithinLimit(db, [change, owner, change]);
          await together([...inserted, moved]);
          const { changed } = await moved;
          if (changed === 0) throw new CreditLimitReached(`member ${owner} has no credit left`);
        } else {
          // Without an account there is nothing to move: it starts with what the entries say.
          await together([...inserted, use(db, [change, owner])]);
        }
      }),
    list: async (ofMember, afterId, limit) =>
      (
        await list((db) =>
          db
            .selectFrom('ledger_entries')
            .selectAll()
            .where('member_id', '=', ofMember)
            .where('id', '>', afterId)
            .orderBy('id')
            .limit(limit)
            .execute(),
        )
      ).map(entryFrom),
    listOfBooking: async ({ bookingId: ofBooking, memberId: ofMember }) =>
      (
        await read
          .selectFrom('ledger_entries')
          .selectAll()
          .where('member_id', '=', ofMember)
          .where('booking_id', '=', ofBooking)
          .orderBy('id')
          .execute()
      ).map(entryFrom),
    listAdjustments: async (ofMember, newest) => {
      const found = await list((db) => {
        const theirs = db
          .selectFrom('ledger_entries')
          .selectAll()
          .where('member_id', '=', ofMember)
          .where('kind', '=', 'adjustment' satisfies EntryKind)
          .orderBy('id', 'desc');
        return (newest === undefined ? theirs : theirs.limit(newest)).execute();
      });
      return found.map(entryFrom);
    },
    usedBy: async (memberIds) => {
      if (memberIds.length === 0) return new Map();
      const rows = await read
        .selectFrom('ledger_entries')
        .select(['member_id', usedByEntries.as('used')])
        .where('member_id', 'in', memberIds)
        .groupBy('member_id')
        .execute();
      return new Map(rows.map((row) => [memberId(row.member_id), Number(row.used)]));
    },
    receive: (entry, { nowMs, reference }) =>
      write(async (db) => {
        const { memberId: payer, amountCents } = entry;
        await lockMember(db, dialect, payer);
        const noted =
          reference === undefined ? undefined : await findStanding(db, payer, reference);
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
        await use(db, [usedChange([entry]), payer]);
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
    findReceipt: async (ofMember, id) => {
      const row = await receiptsOf(read, ofMember).where('id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : receiptFrom(row);
    },
    markTakenBack: (receipt, nowMs) =>
      write(async (db) => {
        const { numInsertedOrUpdatedRows: marked } = await db
          .insertInto('receipts_taken_back')
          .values({ entry_id: receipt, taken_back_at_ms: nowMs })
          .onConflict((conflict) => conflict.column('entry_id').doNothing())
          .executeTakeFirstOrThrow();
        return marked === 1n;
      }),
    check: async (afterMember, limit) => {
      // One statement, so that both figures are of one moment.
      const rows = await read
        .selectFrom('credit_accounts')
        .select((select) => [
          'member_id',
          'used_cents',
          select
            .selectFrom('ledger_entries')
            .whereRef('ledger_entries.member_id', '=', 'credit_accounts.member_id')
            .select(usedByEntries.as('entries_cents'))
            .as('entries_cents'),
        ])
        .where('member_id', '>', memberId(afterMember))
        .orderBy('member_id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        memberId: memberId(row.member_id),
        usedCents: row.used_cents,
        entriesCents: Number(row.entries_cents ?? 0),
      }));
    },
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

function entryFrom(row: Selectable<Schema['ledger_entries']>): LedgerEntry {
  return {
    id: row.id,
    atMs: row.at_ms,
    kind: row.kind as EntryKind,
    debit: row.debit as LedgerAccount,
    credit: row.credit as LedgerAccount,
    amountCents: row.amount_cents,
    memberId: memberId(row.member_id),
    bookingId: row.booking_id === null ? undefined : bookingId(row.booking_id),
    paymentId: row.payment_id === null ? undefined : paymentId(row.payment_id),
  };
}
