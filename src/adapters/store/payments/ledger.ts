// The ledger in the database. A trigger allows only inserts. The used part of a member's limit is stored in
// `credit_accounts` and changes in the same transaction. Updating that row is the lock that concurrent confirmations
// wait for: a row lock on PostgreSQL, the single writer on SQLite.
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Ledger, OwedPage } from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import { type MemberId, memberId } from '../../../domain/members/member.ts';
import {
  CreditLimitReached,
  type EntryKind,
  type LedgerAccount,
  type LedgerEntry,
  usedChange,
} from '../../../domain/payments/ledger.ts';
import { paymentId } from '../../../domain/payments/payment.ts';
import { together } from '../../../domain/together.ts';
import type { Access } from '../access.ts';
import { prepared } from '../engine/prepared.ts';
import type { Schema } from '../schema.ts';
import { changeOf, usedByEntries, useOf, useWithinLimit } from './credit-use.ts';
import { receiptsOver } from './receipts.ts';

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

export const changesOwed = sql<boolean>`(debit = 'owed' or credit = 'owed')`;

/**
 * One statement, so that the sums and the entries match. An empty page returns one row without an entry, to carry the
 * sums.
 */
function owedPage(
  db: Kysely<Schema>,
  owner: MemberId,
  { sinceMs, untilMs, limit, skip }: OwedPage,
) {
  return db
    .with('shown', (cte) =>
      cte
        .selectFrom('ledger_entries')
        .select('id')
        .where('member_id', '=', owner)
        .where(changesOwed)
        .where('at_ms', '>=', sinceMs)
        .where('at_ms', '<', untilMs)
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(skip),
    )
    .with('ends', (cte) =>
      cte
        .selectFrom('shown')
        .select(({ fn }) => [fn.min('id').as('first'), fn.max('id').as('last')]),
    )
    .with('sums', (cte) =>
      cte
        .selectFrom('ledger_entries')
        .select((row) => [
          sql<number>`coalesce(sum(${changeOf('owed')}), 0)`.as('owed_cents'),
          sql<number>`coalesce(sum(${changeOf('held')}), 0)`.as('held_cents'),
          sql<number>`coalesce(sum(case when id < ${row.selectFrom('ends').select('first')}
            then ${changeOf('owed')} else 0 end), 0)`.as('opening_cents'),
        ])
        .where('member_id', '=', owner),
    )
    .selectFrom('sums')
    .innerJoin('ends', (join) => join.onTrue())
    .leftJoin('ledger_entries', (join) =>
      join
        .on('ledger_entries.member_id', '=', owner)
        .onRef('ledger_entries.id', '>=', 'ends.first')
        .onRef('ledger_entries.id', '<=', 'ends.last')
        .on(changesOwed),
    )
    .selectAll('ledger_entries')
    .select(['owed_cents', 'held_cents', 'opening_cents'])
    .orderBy('ledger_entries.id');
}

export function ledgerOver(access: Access): Ledger {
  const { read, list, write } = access;
  return {
    ...receiptsOver(access),
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
        // Update the account last: its lock blocks every other booking on it until the transaction ends.
        const change = usedChange(entries);
        if (change === 0) await together(inserted);
        else if (isLimited && change > 0) {
          const moved = useWithinLimit(db, [change, owner, change]);
          await together([...inserted, moved]);
          const { changed } = await moved;
          if (changed === 0) throw new CreditLimitReached(`member ${owner} has no credit left`);
        } else {
          // A member without an account has no row to update: a new account starts with the sum of its entries.
          await together([...inserted, useOf(db, [change, owner])]);
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
    listOwed: async (ofMember, page) => {
      const rows = await list((db) => owedPage(db, ofMember, page).execute());
      const [sums] = rows;
      if (sums === undefined) throw new Error('sums without a line');
      return {
        entries: rows.filter(isEntry).map(entryFrom),
        openingCents: Number(sums.opening_cents),
        owedCents: Number(sums.owed_cents),
        heldCents: Number(sums.held_cents),
      };
    },
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
          // Must match the index's condition literally.
          .where(sql<boolean>`kind = 'adjustment'`)
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
    check: async (afterMember, limit) => {
      // One statement, so that both figures match.
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

type EntryRow = Selectable<Schema['ledger_entries']>;

/** A row of a page, which has no entry if the page is empty. */
type EntryOrNone = { [Column in keyof EntryRow]: EntryRow[Column] | null };

function isEntry<Line extends EntryOrNone>(line: Line): line is Line & EntryRow {
  return line.id !== null;
}

export function entryFrom(row: EntryRow): LedgerEntry {
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
