// Deletes quotes that were not booked in time, and quote sets that no booking uses any more.
import type { Kysely } from 'kysely';
import type { Bookings } from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import { waitingStatuses } from '../../../domain/orders/order.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { readBookingDetails } from './booking-document.ts';

/** The version of a booking that was never changed. */
const firstVersion = 1;

type BookingPurge = Pick<Bookings, 'purgeUnpaid' | 'purgeUnusedSets'>;

export function bookingPurgeOver({ dialect, write }: Access): BookingPurge {
  /**
   * Locks and returns the bookings that no other transaction has locked. This is a separate statement, so that the
   * next one sees everything committed before the lock, such as an order that was just attached.
   */
  const untouched = async (db: Kysely<Schema>, ids: readonly number[]): Promise<number[]> => {
    if (!dialect.locksRows) return [...ids];
    const rows = await db
      .selectFrom('bookings')
      .select('id')
      .where('id', 'in', ids)
      .forUpdate()
      .skipLocked()
      .execute();
    return rows.map(({ id }) => id);
  };
  /**
   * Bookings that were not quoted again since. Only the documents of bookings that were ever changed are read,
   * because the document is most of the row.
   */
  const stale = async (
    db: Kysely<Schema>,
    ids: readonly number[],
    beforeMs: number,
  ): Promise<number[]> => {
    if (ids.length === 0) return [];
    const changed = await db
      .selectFrom('bookings')
      .select(['id', 'document'])
      .where('id', 'in', ids)
      .where('version', '>', firstVersion)
      .execute();
    const young = new Set(
      changed
        .filter(({ document }) => readBookingDetails(document).quotedAtMs >= beforeMs)
        .map(({ id }) => id),
    );
    return ids.filter((id) => !young.has(id));
  };
  return {
    purgeUnpaid: (afterId, beforeMs, { reads, deletes }) =>
      write(async (db) => {
        // By primary key from the oldest, because an index on age would slow down every quote. Only columns stored
        // before the document are read, so that bookings to keep are skipped cheaply.
        const looked = await db
          .selectFrom('bookings')
          .select(['id', 'status', 'created_at_ms'])
          .where('id', '>', bookingId(afterId))
          .orderBy('id')
          .limit(reads)
          .execute();
        const old = looked.filter(
          ({ status, created_at_ms }) => status === 'new' && created_at_ms < beforeMs,
        );
        const ids = old.slice(0, deletes).map(({ id }) => id);
        const purged =
          ids.length === 0
            ? 0
            : await deleteOld(db, await stale(db, await untouched(db, ids), beforeMs));
        const last = looked.at(-1);
        const left = old.length > deletes ? ids.at(-1) : undefined;
        const isOver =
          last === undefined || looked.length < reads || last.created_at_ms >= beforeMs;
        const reached = looked.findLast(({ created_at_ms }) => created_at_ms < beforeMs);
        return {
          purged,
          nextId: left ?? (isOver ? undefined : last.id),
          reachedId: left ?? reached?.id ?? afterId,
        };
      }),
    purgeUnusedSets: (afterId, beforeMs, limit) =>
      write(async (db) => {
        const looked = await db
          .selectFrom('quote_sets')
          .select('id')
          .where('id', '>', afterId)
          .where('created_at_ms', '<', beforeMs)
          .orderBy('id')
          .limit(limit)
          .execute();
        const purged = await deleteUnusedSets(
          db,
          looked.map(({ id }) => id),
        );
        return { purged, nextId: looked.length < limit ? undefined : looked.at(-1)?.id };
      }),
  };
}

async function deleteOld(db: Kysely<Schema>, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const removed = await db
    .deleteFrom('bookings')
    .where('id', 'in', ids)
    .where('status', '=', 'new')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments').select('id').whereRef('payments.booking_id', '=', 'bookings.id'),
        ),
      ),
    )
    // An order that waits to be booked keeps its booking, however old it is.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('id')
            .whereRef('orders.booking_id', '=', 'bookings.id')
            .where('orders.status', 'in', waitingStatuses),
        ),
      ),
    )
    .returning('quote_set_id')
    .execute();
  const sets = [...new Set(removed.flatMap(({ quote_set_id: id }) => (id === null ? [] : [id])))];
  await deleteUnusedSets(db, sets);
  return removed.length;
}

async function deleteUnusedSets(db: Kysely<Schema>, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('quote_sets')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('bookings').select('id').whereRef('quote_set_id', '=', 'quote_sets.id')),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
