// A member's bookings by carrier, status and time of booking. These filters have no indexes of their own. Instead,
// existing indexes (confirmed bookings, demos, and bookings by creation time) say how far back the next page of rows
// reaches, and only rows in that period are read. The time between creating and confirming a booking does not matter.
import { type Kysely, sql } from 'kysely';
import type { BookingFilter, Bookings } from '../../../application/ports.ts';
import type { MemberId } from '../../../domain/members/member.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { isBooked } from './booking-lists.ts';
import { plainBookings, plainFrom } from './booking-rows.ts';

export function bookingFiltersOver({ list }: Access): Pick<Bookings, 'listFiltered'> {
  return {
    listFiltered: ({ memberId, filter, among, page }) =>
      list(async (db) => {
        const { fromMs = 0, beforeMs = Number.MAX_SAFE_INTEGER } = filter;
        const time = { memberId, fromMs, beforeMs };
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
        const fit = fitting(confirmedIn(db, near, 0), 'confirmed_at_ms', filter)
          .unionAll(fitting(confirmedIn(db, near, 1), 'confirmed_at_ms', filter))
          .unionAll(fitting(neverConfirmed, 'created_at_ms', filter));
        let newest = db
          .selectFrom(fit.as('fit'))
          .select(['fit.id', 'fit.booked_at_ms'])
          .orderBy('fit.booked_at_ms', 'desc')
          .orderBy('fit.id', 'desc');
        if (page !== undefined) newest = newest.limit(page.limit).offset(page.skip);
        const rows = await plainBookings(db)
          .innerJoin(newest.as('newest'), 'newest.id', 'bookings.id')
          .orderBy('newest.booked_at_ms', 'desc')
          .orderBy('newest.id', 'desc')
          .execute();
        const nextBeforeMs = reachedMs > fromMs ? reachedMs : undefined;
        return { found: rows.map(plainFrom), nextBeforeMs };
      }),
  };
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
  bookings: ReturnType<typeof confirmedIn>,
  bookedAt: 'confirmed_at_ms' | 'created_at_ms',
  { carrier, status }: Pick<BookingFilter, 'carrier' | 'status'>,
) {
  let query = bookings
    .where(isBooked)
    .select(['id', sql<number>`${sql.ref(bookedAt)}`.as('booked_at_ms')]);
  if (carrier !== undefined) query = query.where('carrier', '=', carrier);
  if (status !== undefined) query = query.where('status', '=', status);
  return query;
}
