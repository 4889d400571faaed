// Members' monthly invoices in the database. A trigger allows only inserts of invoices and their entries. Numbers come
// from one row that is locked until the commit, so they have no gaps.
import { sql } from 'kysely';
import type {
  InvoiceMailState,
  IssuedMonth,
  MonthlyInvoices,
  WaitingInvoiceMail,
} from '../../../application/ports.ts';
import { type MemberId, memberId } from '../../../domain/members/member.ts';
import { findMonth, type MonthlyInvoiceFacts } from '../../../domain/payments/monthly-invoice.ts';
import type { Access } from '../access.ts';
import { run } from '../statements.ts';
import { changeOf } from './credit-use.ts';
import { changesOwed, entryFrom } from './ledger.ts';

const longestDetail = 500;
/** How an e-mail ends without being sent. */
const unsentStates = ['failed', 'expired', 'withheld'] as const satisfies InvoiceMailState[];
/** Databases limit the parameters of a statement. */
const entriesAtOnce = 500;

/**
 * What has been paid or taken back since the invoiced month. A reversed payment pays nothing, and a refund of a booking
 * counts only as far as it exceeds what the booking was charged in the same time.
 */
const creditedSince = sql<number>`(
  select coalesce(sum(case when booking is null or credited > 0 then credited else 0 end), 0) from (
    select booking_id as booking, -sum(${changeOf('owed')}) as credited
    from ledger_entries
    where member_id = monthly_invoices.member_id and at_ms >= monthly_invoices.until_ms
      and ${changesOwed}
    group by booking_id
  ) as of_booking
)`;

export function monthlyInvoicesOver({ read, list, write }: Access): MonthlyInvoices {
  /** Without a month, the latest. */
  const findIssued = async (
    owner: MemberId,
    ofMonth?: string,
  ): Promise<IssuedMonth | undefined> => {
    const row = await read
      .selectFrom('monthly_invoices')
      .select(['number', 'month', 'since_ms', 'closing_cents'])
      .where('member_id', '=', owner)
      .$if(ofMonth !== undefined, (query) => query.where('month', '=', ofMonth ?? ''))
      .orderBy('month', 'desc')
      .limit(1)
      .executeTakeFirst();
    const month = row && findMonth(row.month);
    if (row === undefined || month === undefined) return undefined;
    const { number, since_ms: sinceMs, closing_cents: closingCents } = row;
    return { ...month, number, memberId: owner, sinceMs, closingCents };
  };
  return {
    listDebtors: async () => {
      const accounts = await read.selectFrom('credit_accounts').select('member_id').execute();
      // Later charges are owed without an account too. The search skips along the index from member to member.
      const { rows: adjusted } = await sql<{ member_id: number }>`
        with recursive line (member_id) as (
          select min(member_id) from ledger_entries where kind = 'adjustment' and member_id > 0
          union all
          select (
            select min(member_id) from ledger_entries
            where kind = 'adjustment' and ledger_entries.member_id > line.member_id
          ) from line where line.member_id is not null
        )
        select member_id from line where member_id is not null
      `.execute(read);
      const found = new Set([...accounts, ...adjusted].map((row) => row.member_id));
      return [...found].sort((left, right) => left - right).map(memberId);
    },
    findLatest: (owner) => findIssued(owner),
    findOfMonth: (owner, month) => findIssued(owner, month),
    listOpenEntries: async (owner, { sinceMs, untilMs }) =>
      (
        await read
          .selectFrom('ledger_entries')
          .selectAll()
          .where('member_id', '=', owner)
          .where(changesOwed)
          .where('at_ms', '>=', sinceMs)
          .where('at_ms', '<', untilMs)
          .where((row) =>
            row.not(
              row.exists(
                row
                  .selectFrom('monthly_invoice_entries')
                  .select('entry_id')
                  .whereRef('entry_id', '=', 'ledger_entries.id'),
              ),
            ),
          )
          .orderBy('id')
          .execute()
      ).map(entryFrom),
    owedBefore: async (owner, atMs) => {
      const { owed } = await read
        .selectFrom('ledger_entries')
        .select(sql<number>`coalesce(sum(${changeOf('owed')}), 0)`.as('owed'))
        .where('member_id', '=', owner)
        .where('at_ms', '<', atMs)
        .executeTakeFirstOrThrow();
      return Number(owed);
    },
    add: ({ memberId: owner, month, sinceMs, untilMs, issuedAtMs, closingCents, ...rest }) =>
      write(async (db) => {
        const { last_number: number } = await db
          .updateTable('monthly_invoice_numbers')
          .set((row) => ({ last_number: row('last_number', '+', 1) }))
          .returning('last_number')
          .executeTakeFirstOrThrow();
        await db
          .insertInto('monthly_invoices')
          .values({
            number,
            member_id: owner,
            month,
            since_ms: sinceMs,
            until_ms: untilMs,
            issued_at_ms: issuedAtMs,
            due_day: rest.facts.dueDay,
            closing_cents: closingCents,
            facts: JSON.stringify({ ...rest.facts, number }),
          })
          .execute();
        for (let first = 0; first < rest.entryIds.length; first += entriesAtOnce)
          await db
            .insertInto('monthly_invoice_entries')
            .values(
              rest.entryIds
                .slice(first, first + entriesAtOnce)
                .map((entry_id) => ({ entry_id, invoice_number: number })),
            )
            .execute();
        await db.deleteFrom('monthly_invoices_unissued').where('member_id', '=', owner).execute();
        return number;
      }),
    find: async (number) => {
      const row = await read
        .selectFrom('monthly_invoices')
        .select(['member_id', 'facts'])
        .where('number', '=', number)
        .executeTakeFirst();
      return (
        row && {
          memberId: memberId(row.member_id),
          facts: JSON.parse(row.facts) as MonthlyInvoiceFacts,
        }
      );
    },
    list: async ({ memberId: owner, month, limit, skip }) => {
      const rows = await list((db) =>
        db
          .selectFrom('monthly_invoices')
          .leftJoin('monthly_invoice_mails', 'invoice_number', 'number')
          .select([
            'number',
            'member_id',
            'month',
            'issued_at_ms',
            'due_day',
            'closing_cents',
            'status',
            'detail',
            creditedSince.as('credited'),
          ])
          .$if(owner !== undefined, (query) =>
            query.where('monthly_invoices.member_id', '=', owner ?? 0),
          )
          .$if(month !== undefined, (query) => query.where('month', '=', month ?? ''))
          // A bound, so that both engines walk along the key to the limit.
          .where('number', '>', 0)
          .orderBy('number', 'desc')
          .limit(limit)
          .offset(skip)
          .execute(),
      );
      return rows.map((row) => ({
        number: row.number,
        memberId: memberId(row.member_id),
        month: row.month,
        issuedAtMs: row.issued_at_ms,
        dueDay: row.due_day,
        closingCents: row.closing_cents,
        creditedCents: Number(row.credited ?? 0),
        // Only this file writes the column.
        mail:
          row.status === null
            ? undefined
            : { status: row.status as InvoiceMailState, detail: row.detail ?? '' },
      }));
    },
    wantMail: (number, nowMs) =>
      run(write, (db) =>
        db
          .insertInto('monthly_invoice_mails')
          .values({
            invoice_number: number,
            round: 1,
            status: 'waiting',
            attempts: 0,
            wanted_at_ms: nowMs,
            due_at_ms: nowMs,
            detail: '',
          })
          .onConflict((conflict) =>
            conflict
              .column('invoice_number')
              .doUpdateSet((row) => ({
                round: sql<number>`monthly_invoice_mails.round + 1`,
                status: row.val('waiting'),
                attempts: row.val(0),
                wanted_at_ms: row.val(nowMs),
                due_at_ms: row.val(nowMs),
                detail: row.val(''),
              }))
              // One that still waits is sent once.
              .where('monthly_invoice_mails.status', '<>', 'waiting'),
          ),
      ),
    takeUpMails: ({ nowMs, untilMs, limit }) =>
      write(async (db) => {
        const due = await db
          .selectFrom('monthly_invoice_mails')
          .select('invoice_number')
          .where('status', '=', sql.lit('waiting'))
          .where('due_at_ms', '<=', nowMs)
          .orderBy('due_at_ms')
          .limit(limit)
          .execute();
        const taken: WaitingInvoiceMail[] = [];
        for (const { invoice_number: number } of due) {
          // Checked again under the row lock, because another process may have claimed it.
          const row = await db
            .updateTable('monthly_invoice_mails')
            .set((one) => ({ due_at_ms: untilMs, attempts: one('attempts', '+', 1) }))
            .where('invoice_number', '=', number)
            .where('status', '=', 'waiting')
            .where('due_at_ms', '<=', nowMs)
            .returning(['round', 'attempts', 'wanted_at_ms'])
            .executeTakeFirst();
          if (row === undefined) continue;
          const { round, attempts, wanted_at_ms: wantedAtMs } = row;
          taken.push({ number, round, attempts, wantedAtMs });
        }
        return taken;
      }),
    retryMail: ({ number, round }, dueAtMs, detail) =>
      run(write, (db) =>
        db
          .updateTable('monthly_invoice_mails')
          .set({ due_at_ms: dueAtMs, detail: detail.slice(0, longestDetail) })
          .where('invoice_number', '=', number)
          .where('round', '=', round)
          .where('status', '=', 'waiting'),
      ),
    endMail: ({ number, round }, end, detail) =>
      run(write, (db) =>
        db
          .updateTable('monthly_invoice_mails')
          .set({ status: end, detail: detail.slice(0, longestDetail) })
          .where('invoice_number', '=', number)
          .where('round', '=', round),
      ),
    setUnissued: (unissued, nowMs) =>
      write(async (db) => {
        const owners = unissued.map((one) => one.memberId);
        await db
          .deleteFrom('monthly_invoices_unissued')
          .$if(owners.length > 0, (some) => some.where('member_id', 'not in', owners))
          .execute();
        for (const { memberId: owner, month } of unissued)
          await db
            .insertInto('monthly_invoices_unissued')
            .values({ member_id: owner, month, since_ms: nowMs })
            .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ month }))
            .execute();
      }),
    listProblems: async (limit) => {
      const unissued = await read
        .selectFrom('monthly_invoices_unissued')
        .selectAll()
        .orderBy('member_id')
        .limit(limit)
        .execute();
      const unsent = await read
        .selectFrom('monthly_invoice_mails')
        .innerJoin('monthly_invoices', 'number', 'invoice_number')
        .select(['number', 'member_id', 'month', 'wanted_at_ms', 'status', 'detail'])
        // Literals, so that the partial index matches.
        .where(
          'status',
          'in',
          unsentStates.map((status) => sql.lit(status)),
        )
        .orderBy('wanted_at_ms')
        .limit(limit)
        .execute();
      return [
        ...unissued.map(({ member_id, month, since_ms: sinceMs }) => ({
          ...{ memberId: memberId(member_id), month, sinceMs, issued: undefined },
        })),
        ...unsent.map(({ number, member_id, month, wanted_at_ms: sinceMs, status, detail }) => ({
          ...{ memberId: memberId(member_id), month, sinceMs },
          // Only this file writes the column.
          issued: { number, mail: { status: status as InvoiceMailState, detail } },
        })),
      ];
    },
  };
}
