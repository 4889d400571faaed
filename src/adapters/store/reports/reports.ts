// Sums over a member's bookings. Every query uses one covering index (`bookings_reported`) for one member and a bounded
// period, so it costs only as much as the member's bookings in that period.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReportScope, Reports, SalesBy, SalesScope } from '../../../application/ports.ts';
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
    sales: async (scope, by) => {
      const rows = await list((db) =>
        sold(db, scope)
          .select(({ fn, eb }) => {
            const isKnown = eb('carrier_cents', 'is not', null);
            return [
              keyOf(by, scope.period.clock).as('key'),
              fn.countAll().as('count'),
              fn.sum('cost_cents').as('sold'),
              fn.sum('additional_cents').as('additional'),
              fn.count('carrier_cents').as('known'),
              fn
                .sum(eb.case().when(isKnown).then(eb.ref('cost_cents')).else(0).end())
                .as('soldKnown'),
              fn
                .sum(eb.case().when(isKnown).then(eb.ref('additional_cents')).else(0).end())
                .as('additionalKnown'),
              fn.sum('carrier_cents').as('carrier'),
            ];
          })
          .groupBy('key')
          .execute(),
      );
      return rows.map((row) => ({
        key: String(row.key),
        bookings: Number(row.count),
        soldCents: Number(row.sold),
        additionalCents: Number(row.additional),
        bookingsOfKnownCost: Number(row.known),
        soldAtKnownCostCents: Number(row.soldKnown),
        additionalAtKnownCostCents: Number(row.additionalKnown),
        carrierCents: Number(row.carrier ?? 0),
      }));
    },
    punctuality: async ({ memberId, period }, by) => {
      const rows = await list((db) =>
        db
          .selectFrom('shipments')
          .crossJoin('bookings')
          .whereRef('bookings.id', '=', 'shipments.booking_id')
          // A literal, so that the partial index matches.
          .where(sql<boolean>`shipments.is_on_time is not null`)
          .where('shipments.begun_at_ms', '>=', period.fromMs)
          .where('shipments.begun_at_ms', '<=', period.toMs)
          .where('bookings.is_demo', '=', 0)
          .where('bookings.is_billed_by_carrier', '=', 0)
          .where('bookings.status', '!=', 'cancelled')
          .$if(memberId !== undefined, (query) =>
            query.where('shipments.member_id', '=', memberId ?? 0),
          )
          .select(({ fn }) => [
            keyOf(by, period.clock).as('key'),
            fn.countAll().as('count'),
            fn.sum('shipments.is_on_time').as('on_time'),
          ])
          .groupBy('key')
          .execute(),
      );
      return rows.map((row) => ({
        key: String(row.key),
        delivered: Number(row.count),
        onTime: Number(row.on_time),
      }));
    },
    claims: async ({ memberId, period }, by) => {
      const rows = await list((db) =>
        db
          .selectFrom('claims')
          .crossJoin('bookings')
          .whereRef('bookings.id', '=', 'claims.booking_id')
          // Claims are made after the booking, so this finds all of them in the index.
          .where('claims.opened_at_ms', '>=', period.fromMs)
          .where('bookings.confirmed_at_ms', '>=', period.fromMs)
          .where('bookings.confirmed_at_ms', '<=', period.toMs)
          .where('bookings.is_demo', '=', 0)
          .where('bookings.is_billed_by_carrier', '=', 0)
          .where('bookings.status', '!=', 'cancelled')
          .$if(memberId !== undefined, (query) =>
            query.where('claims.member_id', '=', memberId ?? 0),
          )
          .select(({ fn }) => [
            keyOf(by, period.clock).as('key'),
            fn.countAll().as('count'),
            fn.sum('claims.claimed_cents').as('claimed'),
          ])
          .groupBy('key')
          .execute(),
      );
      return rows.map((row) => ({
        key: String(row.key),
        claims: Number(row.count),
        claimedCents: Number(row.claimed),
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

/**
 * From each member to their bookings in the period, through the index that begins with the member. These reports use
 * cross joins, because SQLite keeps their order.
 */
function sold(db: Kysely<Schema>, { memberId, period }: SalesScope) {
  return db
    .selectFrom('members')
    .crossJoin('bookings')
    .whereRef('bookings.member_id', '=', 'members.id')
    .where('is_demo', '=', 0)
    .where('confirmed_at_ms', '>=', period.fromMs)
    .where('confirmed_at_ms', '<=', period.toMs)
    .where('status', '!=', 'cancelled')
    .where('is_billed_by_carrier', '=', 0)
    .$if(memberId !== undefined, (query) => query.where('members.id', '=', memberId ?? 0));
}

function keyOf(by: SalesBy, clock: readonly ClockSpan[]): RawBuilder<string | number> {
  switch (by) {
    case 'day':
      return localDay(clock);
    case 'member':
      return sql<number>`bookings.member_id`;
    case 'carrier':
      return sql<string>`bookings.carrier`;
    case 'lane':
      return sql<string>`bookings.from_region || '>' || bookings.to_region`;
  }
}

/** The day number in the reports' zone. Literal numbers, so that both engines use integer division. */
function localDay(clock: readonly ClockSpan[]): RawBuilder<number> {
  const spans = clock.map(
    ({ untilMs, aheadMs }) =>
      sql`when confirmed_at_ms < ${sql.lit(untilMs)} then ${sql.lit(aheadMs)}`,
  );
  return sql<number>`(confirmed_at_ms + case ${sql.join(spans, sql` `)} end) / ${sql.lit(dayMs)}`;
}
