// Sums over a member's bookings. Every query uses one covering index (`bookings_reported`) for one member and a bounded
// period, so it costs only as much as the member's bookings in that period.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReportScope, Reports } from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import type { ClockSpan } from '../../../domain/reports/period.ts';
import { dayMs } from '../../../domain/time/durations.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';

/** A row has six values, so this stays far below both engines' limit per statement. */
const rowsAtOnce = 500;

export function reportsOver({ list, write }: Access): Reports {
  return {
    carrierDays: async (scope) => {
      const rows = await list((db) =>
        booked(db, scope)
          .select(({ fn }) => [
            localDay(scope.period.clock).as('day'),
            'carrier',
            fn.countAll().as('count'),
            fn.sum('cost_cents').as('cost'),
            fn.sum('additional_cents').as('additional'),
          ])
          .groupBy(['day', 'carrier'])
          .execute(),
      );
      return rows.map((row) => ({
        day: Number(row.day),
        carrier: row.carrier ?? '',
        bookings: Number(row.count),
        costCents: Number(row.cost),
        additionalCents: Number(row.additional),
      }));
    },
    lanes: async (scope, limit) => {
      const rows = await list((db) =>
        booked(db, scope)
          .select(({ fn }) => [
            'from_region',
            'to_region',
            fn.countAll().as('count'),
            fn.sum('cost_cents').as('cost'),
            fn.sum('quoted_grams').as('grams'),
          ])
          .groupBy(['from_region', 'to_region'])
          .orderBy('count', 'desc')
          .orderBy('from_region')
          .orderBy('to_region')
          .limit(limit)
          .execute(),
      );
      return rows.map((row) => ({
        fromRegion: row.from_region ?? '',
        toRegion: row.to_region ?? '',
        bookings: Number(row.count),
        costCents: Number(row.cost),
        quotedGrams: Number(row.grams),
      }));
    },
    weighed: async (scope) => {
      const rows = await list((db) =>
        booked(db, scope)
          .where('scanned_grams', '>', 0)
          .select(({ fn }) => [
            'carrier',
            fn.countAll().as('count'),
            fn.sum('quoted_grams').as('quoted'),
            fn.sum('scanned_grams').as('scanned'),
            fn.sum('additional_cents').as('additional'),
          ])
          .groupBy('carrier')
          .orderBy('count', 'desc')
          .orderBy('carrier')
          .execute(),
      );
      return rows.map((row) => ({
        carrier: row.carrier ?? '',
        bookings: Number(row.count),
        quotedGrams: Number(row.quoted),
        scannedGrams: Number(row.scanned),
        additionalCents: Number(row.additional),
      }));
    },
    weighedBookings: async (scope, limit) => {
      const rows = await list((db) =>
        booked(db, scope)
          .where('scanned_grams', '>', 0)
          .select(['id', 'carrier', 'quoted_grams', 'scanned_grams'])
          .orderBy('confirmed_at_ms', 'desc')
          .limit(limit)
          .execute(),
      );
      return rows.map((row) => ({
        bookingId: bookingId(row.id),
        carrier: row.carrier ?? '',
        quotedGrams: row.quoted_grams ?? 0,
        scannedGrams: row.scanned_grams,
      }));
    },
    answers: async (memberId, fromMonth) =>
      await list((db) =>
        db
          .selectFrom('carrier_answers')
          .select(['month', 'carrier', 'quoted', 'absent', 'failed'])
          .where('member_id', '=', memberId)
          .where('month', '>=', fromMonth)
          .orderBy('month')
          .orderBy('carrier')
          .execute(),
      ),
    addAnswers: (counts) =>
      write(async (db) => {
        for (let from = 0; from < counts.length; from += rowsAtOnce) {
          await db
            .insertInto('carrier_answers')
            .values(
              counts.slice(from, from + rowsAtOnce).map((one) => ({
                member_id: one.memberId,
                month: one.month,
                carrier: one.carrier,
                quoted: one.quoted,
                absent: one.absent,
                failed: one.failed,
              })),
            )
            .onConflict((conflict) =>
              conflict.columns(['member_id', 'month', 'carrier']).doUpdateSet({
                quoted: sql`carrier_answers.quoted + excluded.quoted`,
                absent: sql`carrier_answers.absent + excluded.absent`,
                failed: sql`carrier_answers.failed + excluded.failed`,
              }),
            )
            .execute();
        }
      }),
  };
}

function booked(db: Kysely<Schema>, { memberId, period }: ReportScope) {
  return db
    .selectFrom('bookings')
    .where('member_id', '=', memberId)
    .where('is_demo', '=', 0)
    .where('confirmed_at_ms', '>=', period.fromMs)
    .where('confirmed_at_ms', '<=', period.toMs)
    .where('status', '!=', 'cancelled');
}

/** The day number in the reports' zone. Literal numbers, so that both engines use integer division. */
function localDay(clock: readonly ClockSpan[]): RawBuilder<number> {
  const spans = clock.map(
    ({ untilMs, aheadMs }) =>
      sql`when confirmed_at_ms < ${sql.lit(untilMs)} then ${sql.lit(aheadMs)}`,
  );
  return sql<number>`(confirmed_at_ms + case ${sql.join(spans, sql` `)} end) / ${sql.lit(dayMs)}`;
}
