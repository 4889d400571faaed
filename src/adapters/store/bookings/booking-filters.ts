// Bookings by carrier, status and time of booking, in any order. These filters have no indexes of their own. Instead,
// existing indexes (confirmed bookings, demos, and bookings by creation time) say how far back the next page of rows
// reaches, and only rows in that period are read. The time between creating and confirming a booking does not matter.
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { BookingFilter, Bookings } from '../../../application/ports.ts';
import type { BookingOrder } from '../../../domain/bookings/booking-order.ts';
import type { MemberId } from '../../../domain/members/member.ts';
import type { Access } from '../access.ts';
import type { Dialect } from '../engine/dialect.ts';
import type { Schema } from '../schema.ts';
import { isBooked, newestBooked } from './booking-lists.ts';
import { plainBookings, plainFrom } from './booking-rows.ts';

export function bookingFiltersOver({ dialect, list }: Access): Pick<Bookings, 'listFiltered'> {
  return {
    listFiltered: ({ owner, filter, order = newestFirst, among, page }) =>
      list(async (db) => {
        const { fromMs = 0, beforeMs = Number.MAX_SAFE_INTEGER } = filter;
        const wanted = { dialect, filter, order, among };
        const { fit, nextBeforeMs } =
          owner === 'operator'
            ? { fit: fittingOfAll(db, wanted), nextBeforeMs: undefined }
            : await fittingOf(db, { memberId: owner, fromMs, beforeMs }, wanted);
        const direction = order.isDescending ? 'desc' : 'asc';
        // Newest first among equals.
        const idDirection = order.by === 'booked' ? direction : 'desc';
        let first = db
          .selectFrom(fit.as('fit'))
          .selectAll('fit')
          .orderBy('fit.sorted_by', direction)
          .orderBy('fit.id', idDirection);
        if (page !== undefined) first = first.limit(page.limit).offset(page.skip);
        const rows = await plainBookings(db)
          .innerJoin(first.as('first'), 'first.id', 'bookings.id')
          .orderBy('first.sorted_by', direction)
          .orderBy('first.id', idDirection)
          .execute();
        return { found: rows.map(plainFrom), nextBeforeMs };
      }),
  };
}

const newestFirst: BookingOrder = { by: 'booked', isDescending: true };

type Wanted = { dialect: Dialect; filter: BookingFilter; order: BookingOrder; among: number };

/** A member's. Bookings before `nextBeforeMs` are left out. */
async function fittingOf(db: Kysely<Schema>, time: Time, wanted: Wanted) {
  const { fromMs } = time;
  const { among } = wanted;
  const { sold, demos, made } = await db
    .selectNoFrom([
      nthConfirmed(db, time, { isDemo: 0, nth: among }).as('sold'),
      nthConfirmed(db, time, { isDemo: 1, nth: among }).as('demos'),
      nthMade(db, time, among).as('made'),
    ])
    .executeTakeFirstOrThrow();
  const reachedMs = Math.max(sold ?? fromMs, demos ?? fromMs, made ?? fromMs);
  const near = { ...time, fromMs: reachedMs };
  const neverConfirmed = madeIn(db, near).where('confirmed_at_ms', 'is', null);
  const fit = fitting(confirmedIn(db, near, 0), sql.ref('confirmed_at_ms'), wanted)
    .unionAll(fitting(confirmedIn(db, near, 1), sql.ref('confirmed_at_ms'), wanted))
    .unionAll(fitting(neverConfirmed, sql.ref('created_at_ms'), wanted));
  return { fit, nextBeforeMs: reachedMs > fromMs ? reachedMs : undefined };
}

/** Every member's. */
function fittingOfAll(db: Kysely<Schema>, wanted: Wanted) {
  const { filter, among } = wanted;
  const { fromMs = 0, beforeMs = Number.MAX_SAFE_INTEGER } = filter;
  const newest = newestBooked(db, among).where('created_at_ms', '<', beforeMs);
  const bookedAt = sql<number>`coalesce(confirmed_at_ms, created_at_ms)`;
  const near = db
    .selectFrom('bookings')
    .where('id', 'in', newest)
    .where(bookedAt, '>=', fromMs)
    .where(bookedAt, '<', beforeMs);
  return fitting(near, bookedAt, wanted);
}

type Time = { memberId: MemberId; fromMs: number; beforeMs: number };

/** The report index covers all of these conditions. */
function confirmedIn(db: Kysely<Schema>, { memberId, fromMs, beforeMs }: Time, isDemo: 0 | 1) {
  return db
    .selectFrom('bookings')
    .where('member_id', '=', memberId)
    .where('is_demo', '=', isDemo)
    .where('confirmed_at_ms', '>=', fromMs)
    .where('confirmed_at_ms', '<', beforeMs);
}

function madeIn(db: Kysely<Schema>, { memberId, fromMs, beforeMs }: Time) {
  return db
    .selectFrom('bookings')
    .where('member_id', '=', memberId)
    .where(isBooked)
    .where('created_at_ms', '>=', fromMs)
    .where('created_at_ms', '<', beforeMs);
}

function nthConfirmed(
  db: Kysely<Schema>,
  time: Time,
  { isDemo, nth }: { isDemo: 0 | 1; nth: number },
) {
  return confirmedIn(db, time, isDemo)
    .select('confirmed_at_ms')
    .orderBy('confirmed_at_ms', 'desc')
    .limit(1)
    .offset(nth - 1);
}

function nthMade(db: Kysely<Schema>, time: Time, nth: number) {
  return madeIn(db, time)
    .select('created_at_ms')
    .orderBy('created_at_ms', 'desc')
    .limit(1)
    .offset(nth - 1);
}

function fitting(
  bookings: SelectQueryBuilder<Schema, 'bookings', object>,
  bookedAt: RawBuilder<unknown>,
  { dialect, filter: { carrier, status }, order }: Wanted,
) {
  const bytewise = sql.raw(dialect.bytewise);
  // The two databases place nulls, and sort texts, differently.
  const sortedBy = {
    booked: bookedAt,
    price: sql`coalesce(cost_cents, 0)`,
    carrier: sql`coalesce(carrier, '') ${bytewise}`,
    status: sql`status ${bytewise}`,
  }[order.by];
  let query = bookings.where(isBooked).select(['id', sortedBy.as('sorted_by')]);
  if (carrier !== undefined) query = query.where('carrier', '=', carrier);
  if (status !== undefined) query = query.where('status', '=', status);
  return query;
}
