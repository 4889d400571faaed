// The queue of labels for label printers. A process that takes a job holds the printer, so that labels leave in order
// and a printer has one sender at a time. `attempts` tells apart who took a job last.
import { type Kysely, type Selectable, sql } from 'kysely';
import type { PrintJobs } from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import { memberId } from '../../../domain/members/member.ts';
import { type PrintTrouble, printerId } from '../../../domain/printers/label-printer.ts';
import { type PrintJob, type PrintStatus, printJobId } from '../../../domain/printers/print-job.ts';
import { longestSkewMs } from '../../../domain/time/clock-skew.ts';
import { minuteMs } from '../../../domain/time/durations.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { all, changed, first, hasChanged, run } from '../statements.ts';
import { reachFrom, troubleFrom } from './label-printers.ts';

const longestDetail = 500;
/** Literal, to match the partial index. */
const waiting = sql.lit('waiting' as const);
/** Nothing is put off for longer: a later time was written by a wrong clock, and counts as now. */
const farthestMs = 10 * minuteMs + longestSkewMs;

export function printJobsOver({ dialect, read, list, write }: Access): PrintJobs {
  const isDue = (column: 'due_at_ms' | 'held_until_ms', nowMs: number) =>
    sql<boolean>`(${sql.ref(column)} <= ${nowMs} or ${sql.ref(column)} > ${nowMs + farthestMs})`;
  return {
    add: ({ printerId: printer, memberId: member, bookingIds, nowMs }) =>
      write(async (db) => {
        const found = await db
          .selectFrom('label_printers')
          .select('id')
          .where('id', '=', printer)
          // It may be deleted at this moment.
          .$if(dialect.locksRows, (locking) => locking.forKeyShare())
          .executeTakeFirst();
        if (found === undefined) return [];
        const rows = await db
          .insertInto('print_jobs')
          .values(
            bookingIds.map((booking) => ({
              printer_id: printer,
              member_id: member,
              booking_id: booking ?? null,
              status: 'waiting',
              attempts: 0,
              queued_at_ms: nowMs,
              due_at_ms: nowMs,
              reason: '',
              detail: '',
            })),
          )
          .returning('id')
          .execute();
        return rows.map(({ id }) => printJobId(id));
      }),
    addAutomatic: ({ bookingId: booking, memberId: member, keyId, nowMs }) =>
      run(write, (db) =>
        db
          .insertInto('print_jobs')
          .columns([
            'printer_id',
            'member_id',
            'booking_id',
            'status',
            'attempts',
            'queued_at_ms',
            'due_at_ms',
            'reason',
            'detail',
          ])
          .expression(
            db
              .selectFrom('label_printers')
              .select(({ val, cast }) => [
                'label_printers.id as printer_id',
                'label_printers.member_id as member_id',
                cast<number>(val<number>(booking), 'bigint').as('booking_id'),
                waiting.as('status'),
                sql.lit(0).as('attempts'),
                cast<number>(val(nowMs), 'bigint').as('queued_at_ms'),
                cast<number>(val(nowMs), 'bigint').as('due_at_ms'),
                sql.lit('').as('reason'),
                sql.lit('').as('detail'),
              ])
              .where('label_printers.member_id', '=', member)
              .where(({ or, eb, exists, selectFrom }) =>
                or([
                  eb('label_printers.automatic', '=', 'every'),
                  exists(
                    selectFrom('printer_keys')
                      .select('printer_keys.key_id')
                      .whereRef('printer_keys.printer_id', '=', 'label_printers.id')
                      .where('printer_keys.key_id', '=', keyId ?? 0),
                  ),
                ]),
              )
              .orderBy('label_printers.id')
              // A printer that is deleted at this moment must not fail the confirmation.
              .$if(dialect.locksRows, (locking) => locking.forKeyShare()),
          ),
      ),
    find: (id, member) =>
      first(
        read
          .selectFrom('print_jobs')
          .selectAll()
          .where('id', '=', id)
          .where('member_id', '=', member),
        jobFrom,
      ),
    list: ({ memberId: member, status, limit, skip }) =>
      list((db) => {
        let query = db.selectFrom('print_jobs').selectAll().where('member_id', '=', member);
        if (status !== undefined) query = query.where('status', '=', status);
        return all(query.orderBy('id', 'desc').limit(limit).offset(skip), jobFrom);
      }),
    listDue: (nowMs, most) =>
      all(
        read
          .selectFrom((db) =>
            db
              .selectFrom('label_printers')
              .select(['label_printers.id', 'member_id', 'held_until_ms'])
              .select(
                sql<number>`row_number() over (partition by member_id order by held_until_ms, id)`.as(
                  'turn',
                ),
              )
              .where('host', 'is not', null)
              .where(isDue('held_until_ms', nowMs))
              .where(({ exists, selectFrom }) =>
                exists(
                  selectFrom('print_jobs')
                    .select('print_jobs.id')
                    .whereRef('print_jobs.printer_id', '=', 'label_printers.id')
                    .where('print_jobs.status', '=', waiting)
                    .where(isDue('due_at_ms', nowMs)),
                ),
              )
              .as('due'),
          )
          .select(['id', 'member_id'])
          .where('turn', '<=', most.ofMember)
          // The printer that waited longest goes first.
          .orderBy('held_until_ms')
          .orderBy('id')
          .limit(most.printers),
        (row) => ({ id: printerId(row.id), memberId: memberId(row.member_id) }),
      ),
    take: async (printer, { nowMs, untilMs }) => {
      // A look without a write, because agents ask every second.
      const due = (db: Kysely<Schema>) =>
        db
          .selectFrom('print_jobs')
          .selectAll()
          .where('printer_id', '=', printer)
          .where('status', '=', waiting)
          .where(isDue('due_at_ms', nowMs))
          .orderBy('id')
          .limit(1)
          .executeTakeFirst();
      if ((await due(read)) === undefined) return undefined;
      return await write(async (db) => {
        const held = await db
          .updateTable('label_printers')
          .set({ held_until_ms: untilMs })
          .where('id', '=', printer)
          .where(isDue('held_until_ms', nowMs))
          .returning(['name', 'host', 'port', 'failures'])
          .executeTakeFirst();
        if (held === undefined) return undefined;
        const row = await due(db);
        if (row === undefined) {
          await holdUntil(db, printer, 0);
          return undefined;
        }
        const attempts = row.attempts + 1;
        await db.updateTable('print_jobs').set({ attempts }).where('id', '=', row.id).execute();
        return {
          ...jobFrom({ ...row, attempts }),
          reach: reachFrom(held),
          printerName: held.name,
        };
      });
    },
    renew: (job, untilMs) =>
      hasChanged(write, (db) =>
        db
          .updateTable('label_printers')
          .set({ held_until_ms: untilMs })
          .where('id', '=', job.printerId)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('print_jobs')
                .select('id')
                .where('id', '=', job.id)
                .where('attempts', '=', job.attempts)
                .where('status', '=', waiting),
            ),
          ),
      ),
    markSent: ({ id, printerId: printer, attempts }, nowMs) =>
      write(async (db) => {
        const row = await db
          .updateTable('print_jobs')
          .set({ status: 'sent', ended_at_ms: nowMs, reason: '', detail: '' })
          .where('id', '=', id)
          .where('printer_id', '=', printer)
          .where('status', '<>', 'sent')
          .returning('attempts')
          .executeTakeFirst();
        // Another process that took the job since still has the printer.
        if (row?.attempts !== attempts) return;
        await db
          .updateTable('label_printers')
          .set({ held_until_ms: 0, failures: 0, reason: '', detail: '' })
          .where('id', '=', printer)
          .execute();
      }),
    endAttempt: ({ id, attempts, printerId: printer }, { trouble, nowMs, dueAtMs, pauseAfterMs }) =>
      write(async (db) => {
        const job = await db
          .selectFrom('print_jobs')
          .select('status')
          .where('id', '=', id)
          .where('attempts', '=', attempts)
          .$if(dialect.locksRows, (locking) => locking.forNoKeyUpdate())
          .executeTakeFirst();
        const isWaiting = job?.status === 'waiting';
        // A report that is repeated: the printer may be busy with the next label.
        if (!isWaiting && job?.status !== 'cancelled') return;
        let heldUntilMs = 0;
        if (isWaiting) {
          const end =
            dueAtMs === undefined
              ? { status: 'failed' as const, ended_at_ms: nowMs }
              : { due_at_ms: dueAtMs };
          await db
            .updateTable('print_jobs')
            .set({ ...end, ...columnsOf(trouble) })
            .where('id', '=', id)
            .execute();
        }
        if (isWaiting && pauseAfterMs !== undefined) {
          const { failures } = await db
            .updateTable('label_printers')
            .set((row) => ({ failures: row('failures', '+', 1), ...columnsOf(trouble) }))
            .where('id', '=', printer)
            .returning('failures')
            .executeTakeFirstOrThrow();
          heldUntilMs = nowMs + pauseAfterMs(failures);
        }
        await holdUntil(db, printer, heldUntilMs);
      }),
    cancel: (id, member, nowMs) =>
      hasChanged(write, (db) =>
        db
          .updateTable('print_jobs')
          .set({ status: 'cancelled', ended_at_ms: nowMs })
          .where('id', '=', id)
          .where('member_id', '=', member)
          .where('status', '=', waiting),
      ),
    purge: async (beforeMs, limit) =>
      (await changed(write, (db) =>
        db
          .deleteFrom('print_jobs')
          .where('id', 'in', ({ selectFrom }) =>
            selectFrom('print_jobs as ended')
              .select('ended.id')
              .where('ended.ended_at_ms', '<', beforeMs)
              .orderBy('ended.ended_at_ms')
              .limit(limit),
          ),
      )) === limit,
  };
}

async function holdUntil(db: Kysely<Schema>, printer: number, untilMs: number): Promise<void> {
  await db
    .updateTable('label_printers')
    .set({ held_until_ms: untilMs })
    .where('id', '=', printer)
    .execute();
}

const columnsOf = ({ reason, detail }: PrintTrouble): PrintTrouble => ({
  reason,
  detail: detail.slice(0, longestDetail),
});

function jobFrom(row: Selectable<Schema['print_jobs']>): PrintJob {
  return {
    id: printJobId(row.id),
    printerId: printerId(row.printer_id),
    memberId: memberId(row.member_id),
    bookingId: row.booking_id === null ? undefined : bookingId(row.booking_id),
    // Only this file writes the column.
    status: row.status as PrintStatus,
    attempts: row.attempts,
    queuedAtMs: row.queued_at_ms,
    endedAtMs: row.ended_at_ms ?? undefined,
    trouble: troubleFrom(row),
  };
}
