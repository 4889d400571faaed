// Quotes that nobody booked go after their time, and with the last of them the answers they shared.
import type { Kysely } from 'kysely';
import type { Bookings } from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import { waitingStatuses } from '../../../domain/orders/order.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { readBookingDetails } from './booking-document.ts';

/** Of a booking that was never changed. */
const firstVersion = 1;

type BookingPurge = Pick<Bookings, 'purgeUnpaid' | 'purgeUnusedSets'>;

export function bookingPurgeOver({ dialect, write }: Access): BookingPurge {
  /**
   * Those that nobody is at work on. A statement of its own: what the next one looks at was committed before they were
   * taken, such as an order that was attached to one a moment ago.
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
   * Bookings that were not quoted again since. Only a booking that was ever changed has its document read, because the
   * document is most of the row.
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
        // By the primary key, from the oldest on: no index on age has to be paid for with every quote. And only what
        // stands before the document in a row: what is kept is passed over without its large part being read.
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
    // A shop's order that waits to be booked keeps its booking, however long it waits.
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
