// A member's bookings by carrier, status and when they were booked. There is no index for each of these: how far the next so
// many reach is read from the index of what was booked, and no row beyond is looked at.
import { sql } from 'kysely';
import type { Bookings } from '../../application/ports.ts';
import type { Access } from './access.ts';
import { isBooked } from './booking-lists.ts';
import { plainBookings, plainFrom } from './booking-rows.ts';

export function bookingFiltersOver({ list }: Access): Pick<Bookings, 'listFiltered'> {
  return {
    listFiltered: ({ memberId: owner, filter, madeSinceMs, after, among, limit, skip }) =>
      list(async (db) => {
        const { carrier, status, fromMs, beforeMs = Number.MAX_SAFE_INTEGER } = filter;
        // Whatever was booked before then was made before then.
        const { createdAtMs, id } = after ?? { createdAtMs: beforeMs, id: 0 };
        const last = await db
          .selectFrom('bookings')
          .select(['id', 'created_at_ms'])
          .where('member_id', '=', owner)
          .where(isBooked)
          .where('created_at_ms', '>=', madeSinceMs)
          .where(sql<boolean>`(created_at_ms, id) < (${createdAtMs}, ${id})`)
          .orderBy('created_at_ms', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .offset(among - 1)
          .executeTakeFirst();
        const end = last ?? { created_at_ms: madeSinceMs, id: 0 };
        const place = sql`(bookings.created_at_ms, bookings.id)`;
        const bookedAtMs = sql<number>`coalesce(bookings.confirmed_at_ms, bookings.created_at_ms)`;
        let query = plainBookings(db)
          .where('bookings.member_id', '=', owner)
          .where(isBooked)
          .where(sql<boolean>`${place} < (${createdAtMs}, ${id})`)
          .where(sql<boolean>`${place} >= (${end.created_at_ms}, ${end.id})`)
          .where(bookedAtMs, '<', beforeMs)
          .orderBy('bookings.created_at_ms', 'desc')
          .orderBy('bookings.id', 'desc')
          .limit(limit)
          .offset(skip);
        if (carrier !== undefined) query = query.where('bookings.carrier', '=', carrier);
        if (status !== undefined) query = query.where('bookings.status', '=', status);
        if (fromMs !== undefined) query = query.where(bookedAtMs, '>=', fromMs);
        const rows = await query.execute();
        return {
          found: rows.map(plainFrom),
          next: last === undefined ? undefined : { createdAtMs: last.created_at_ms, id: last.id },
        };
      }),
  };
}
