// Sums over a member's bookings. Every query uses one covering index (`bookings_reported`) for one member and a bounded
// period, so it costs only as much as the member's bookings in that period.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type {
  ReportScope,
  Reports,
  SalesBy,
  SalesScope,
  SalesTotal,
} from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import type { ClockSpan, Period } from '../../../domain/reports/period.ts';
import { dayMs } from '../../../domain/time/durations.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';

/** A row has six values, so this stays far below both engines' limit per statement. */
const rowsAtOnce = 500;

export function reportsOver({ list, report, write }: Access): Reports {
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
    sales: async (scope) => {
      const rows = await report((db) => salesBy(db, scope).execute());
      return rows.map(({ by, key, ...sums }) => {
        const numbers = salesSums.map((name) => [name, Number(sums[name] ?? 0)]);
        return { by, key: key ?? '', ...(Object.fromEntries(numbers) as SalesSums) };
      });
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

/** One statement reads each booking once: it groups finely, and then in each way. */
function salesBy(db: Kysely<Schema>, scope: SalesScope) {
  return db
    .with(
      (cte) => cte('fine').materialized(),
      () => finelyGrouped(db, scope),
    )
    .selectFrom('fine')
    .select(sumsBy('month', 'month'))
    .groupBy('month')
    .unionAll((eb) =>
      eb.selectFrom('fine').select(sumsBy('member', 'member_id')).groupBy('member_id'),
    )
    .unionAll((eb) => eb.selectFrom('fine').select(sumsBy('carrier', 'carrier')).groupBy('carrier'))
    .unionAll((eb) => eb.selectFrom('fine').select(sumsBy('lane', 'lane')).groupBy('lane'));
}

function sumsBy(by: SalesBy, column: string) {
  return [
    sql<SalesBy>`${sql.lit(by)}`.as('by'),
    sql<string | null>`cast(${sql.ref(column)} as text)`.as('key'),
    ...salesSums.map((name) => sql<string | number | null>`sum(${sql.ref(name)})`.as(name)),
  ] as const;
}

type SalesSums = Omit<SalesTotal, 'by' | 'key'>;

const salesSums = [
  'bookings',
  'soldCents',
  'additionalCents',
  'warrantyCents',
  'bookingsOfKnownCost',
  'soldAtKnownCostCents',
  'additionalAtKnownCostCents',
  'warrantyAtKnownCostCents',
  'carrierCents',
  'delivered',
  'onTime',
  'claims',
  'claimedCents',
] as const satisfies (keyof SalesSums)[];

/** With a sign, so that SQLite reads the claims by their day instead of walking along those of every booking. */
const claimedBooking = sql<number>`+claims.booking_id`;

/**
 * From each member to their bookings in the period, through the index that begins with the member, and from there to the
 * rows of their shipments. The cross join keeps this order on SQLite.
 */
function finelyGrouped(db: Kysely<Schema>, { memberId, period }: SalesScope) {
  const claimed = db
    .selectFrom('claims')
    // Claims are made after the booking.
    .where('opened_at_ms', '>=', period.fromMs)
    .select(({ fn }) => [
      claimedBooking.as('booking_id'),
      fn.countAll().as('count'),
      fn.sum('claimed_cents').as('cents'),
    ])
    .groupBy(claimedBooking);
  return db
    .selectFrom('members')
    .crossJoin('bookings')
    .leftJoin('shipments', 'shipments.booking_id', 'bookings.id')
    .leftJoin(claimed.as('claimed'), 'claimed.booking_id', 'bookings.id')
    .whereRef('bookings.member_id', '=', 'members.id')
    .where('bookings.is_demo', '=', 0)
    .where('bookings.confirmed_at_ms', '>=', period.fromMs)
    .where('bookings.confirmed_at_ms', '<=', period.toMs)
    .where('bookings.status', '!=', 'cancelled')
    .where('bookings.is_billed_by_carrier', '=', 0)
    .$if(memberId !== undefined, (query) => query.where('members.id', '=', memberId ?? 0))
    .select(({ fn, eb }) => {
      const atKnownCost = (column: 'cost_cents' | 'additional_cents' | 'warranty_cents') =>
        fn.sum(
          eb
            .case()
            .when('bookings.carrier_cents', 'is not', null)
            .then(eb.ref(`bookings.${column}`))
            .else(0)
            .end(),
        );
      return [
        monthOf(period).as('month'),
        'bookings.member_id',
        'bookings.carrier',
        sql<string>`bookings.from_region || '>' || bookings.to_region`.as('lane'),
        fn.countAll().as('bookings'),
        fn.sum('bookings.cost_cents').as('soldCents'),
        fn.sum('bookings.additional_cents').as('additionalCents'),
        fn.sum('bookings.warranty_cents').as('warrantyCents'),
        fn.count('bookings.carrier_cents').as('bookingsOfKnownCost'),
        atKnownCost('cost_cents').as('soldAtKnownCostCents'),
        atKnownCost('additional_cents').as('additionalAtKnownCostCents'),
        atKnownCost('warranty_cents').as('warrantyAtKnownCostCents'),
        fn.sum('bookings.carrier_cents').as('carrierCents'),
        fn.count('shipments.is_on_time').as('delivered'),
        fn.sum('shipments.is_on_time').as('onTime'),
        fn.sum('claimed.count').as('claims'),
        fn.sum('claimed.cents').as('claimedCents'),
      ];
    })
    .groupBy(['month', 'bookings.member_id', 'bookings.carrier', 'lane']);
}

/** `YYYY-MM` in the reports' zone. */
function monthOf({ months, monthsFromMs }: Period): RawBuilder<string> {
  const cases = months
    .map((month, n) => ({ month, fromMs: monthsFromMs[n] ?? 0 }))
    .toReversed()
    .map(
      ({ month, fromMs }) =>
        sql`when bookings.confirmed_at_ms >= ${sql.lit(fromMs)} then ${sql.lit(month)}`,
    );
  return sql<string>`case ${sql.join(cases, sql` `)} end`;
}

/** The day number in the reports' zone. Literal numbers, so that both engines use integer division. */
function localDay(clock: readonly ClockSpan[]): RawBuilder<number> {
  const spans = clock.map(
    ({ untilMs, aheadMs }) =>
      sql`when confirmed_at_ms < ${sql.lit(untilMs)} then ${sql.lit(aheadMs)}`,
  );
  return sql<number>`(confirmed_at_ms + case ${sql.join(spans, sql` `)} end) / ${sql.lit(dayMs)}`;
}
