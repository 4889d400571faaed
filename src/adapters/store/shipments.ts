// Shipments in the database: one small row for each confirmed booking, found by booking or connote.
import { type Kysely, type Selectable, sql } from 'kysely';
import type { KnownShipment, Shipments } from '../../application/ports.ts';
import { type BookingId, type BookingStatus, bookingId } from '../../domain/bookings/booking.ts';
import { memberId } from '../../domain/members/member.ts';
import { connoteKey } from '../../domain/tracking/connote-key.ts';
import { longestPollPauseMs, neverAsked } from '../../domain/tracking/poll-plan.ts';
import {
  type EventStage,
  type TrackingStage,
  trackingStages,
} from '../../domain/tracking/stage.ts';
import type { Access } from './access.ts';
import { prepared } from './engine/prepared.ts';
import type { Schema } from './schema.ts';
import { first, hasChanged, run } from './statements.ts';

/** Few carriers have similar connotes, so more matches than this mean that somebody is guessing. */
const mostOfOneConnote = 10;
const cancelled: BookingStatus = 'cancelled';

export function shipmentsOver({ dialect, read, write }: Access): Shipments {
  return {
    begin: (shipment) =>
      write(async (db) => {
        await beginShipment(db, [
          shipment.bookingId,
          shipment.memberId,
          shipment.connote,
          connoteKey(shipment.connote),
          shipment.carrier,
          shipment.pieces,
          Number(shipment.isDemo),
          Number(shipment.notifiesByEmail),
          shipment.begunAtMs,
          shipment.expectedDate ?? null,
          shipment.pollAtMs ?? null,
          Number(shipment.isOwnAccount),
          shipment.failedPolls,
        ]);
      }),
    expect: (id, expectedDate) =>
      run(write, (db) =>
        db
          .updateTable('shipments')
          .set({ expected_date: expectedDate ?? null })
          .where('booking_id', '=', id),
      ),
    find: (id, ofMember) => {
      let query = shipmentRows(read).where('shipments.booking_id', '=', id);
      if (ofMember !== undefined) query = query.where('shipments.member_id', '=', ofMember);
      return first(query, shipmentFrom);
    },
    listByConnote: async (connote, ofMember) => {
      let query = shipmentRows(read)
        .where('connote_key', '=', connoteKey(connote))
        .orderBy('booking_id', 'desc')
        .limit(mostOfOneConnote);
      if (ofMember !== undefined) query = query.where('shipments.member_id', '=', ofMember);
      return (await query.execute()).map(shipmentFrom);
    },
    listByReferences: async ({ bookingIds, connotes }) => {
      const keys = [...new Set(connotes.map(connoteKey))];
      const rows = [
        ...(bookingIds.length === 0
          ? []
          : await shipmentRows(read)
              .where('booking_id', 'in', [...new Set(bookingIds)])
              .execute()),
        ...(keys.length === 0
          ? []
          : await shipmentRows(read).where('connote_key', 'in', keys).execute()),
      ];
      return [...new Map(rows.map((row) => [row.booking_id, shipmentFrom(row)])).values()];
    },
    lock: async (ids) => {
      if (ids.length === 0 || !dialect.locksRows) return;
      await read
        .selectFrom('shipments')
        .select('booking_id')
        .where('booking_id', 'in', ids)
        // Always lock in the same order, to prevent deadlocks.
        .orderBy('booking_id')
        .forNoKeyUpdate()
        .execute();
    },
    noteStages: (stages) =>
      write(async (db) => {
        for (const [stage, ids] of byStage(stages)) {
          await db
            .updateTable('shipments')
            .set({ stage })
            // Delivered shipments are not polled, except those of `awaitProofs`.
            .$if(stage === 'delivered', (query) => query.set({ poll_at_ms: null }))
            .where('booking_id', 'in', ids)
            // Delivered is final, even if another process still works with an earlier stage.
            .where('stage', '<>', 'delivered')
            .execute();
        }
      }),
    awaitProofs: async (bookingIds, pollAtMs) => {
      if (bookingIds.length === 0) return;
      await write((db) =>
        db
          .updateTable('shipments')
          .set({ stage: 'delivered', poll_at_ms: pollAtMs, failed_polls: 0 })
          .where('booking_id', 'in', bookingIds)
          .where('stage', '<>', 'delivered')
          .where('poll_at_ms', 'is not', null)
          .where('failed_polls', '<>', neverAsked)
          .execute(),
      );
    },
    noteOnTime: (deliveries) =>
      write(async (db) => {
        for (const [id, isOnTime] of deliveries)
          await db
            .updateTable('shipments')
            .set({ is_on_time: Number(isOnTime) })
            .where('booking_id', '=', id)
            .where('is_on_time', 'is', null)
            .execute();
      }),
    resetStage: (id, stage, pollAtMs) =>
      run(write, (db) =>
        db
          .updateTable('shipments')
          .set((row) => ({
            stage,
            ...(stage === 'delivered' ? {} : { is_on_time: null }),
            ...(pollAtMs === undefined
              ? {}
              : {
                  // A poll for the proof of delivery may be a day away.
                  poll_at_ms: row
                    .case()
                    .when('poll_at_ms', '<', pollAtMs)
                    .then(row.ref('poll_at_ms'))
                    .else(row.val(pollAtMs))
                    .end(),
                }),
          }))
          .where('booking_id', '=', id),
      ),
    listToPoll: async ({ carriers, isOwnAccount, nowMs, limit }) => {
      if (carriers.length === 0) return [];
      const rows = await shipmentRows(read)
        .where('shipments.carrier', 'in', carriers)
        // A literal, so that the index of members' own accounts matches.
        .where('is_own_account', '=', sql.lit(isOwnAccount ? 1 : 0))
        .where((row) =>
          row.or([
            row('poll_at_ms', '<=', nowMs),
            row('poll_at_ms', '>', nowMs + longestPollPauseMs),
          ]),
        )
        .orderBy('poll_at_ms')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        ...shipmentFrom(row),
        pollAtMs: row.poll_at_ms ?? nowMs,
        failedPolls: row.failed_polls,
      }));
    },
    hastenPolls: async (bookingIds, nowMs) => {
      if (bookingIds.length === 0) return;
      await write((db) =>
        db
          .updateTable('shipments')
          .set({ poll_at_ms: nowMs })
          .where('booking_id', 'in', bookingIds)
          .where('poll_at_ms', '>', nowMs)
          .execute(),
      );
    },
    schedulePoll: ({ bookingId: id, pollAtMs }, next) =>
      hasChanged(write, (db) =>
        db
          .updateTable('shipments')
          .set({ poll_at_ms: next.pollAtMs ?? null, failed_polls: next.failedPolls })
          .where('booking_id', '=', id)
          .where('poll_at_ms', '=', pollAtMs),
      ),
  };
}

/**
 * Part of every confirmation. If a booking is confirmed again manually, its shipment starts again at the stage it has
 * reached.
 */
const beginShipment = prepared((db) =>
  db
    .insertInto('shipments')
    .values({
      booking_id: 0,
      member_id: 0,
      connote: '',
      connote_key: '',
      carrier: '',
      pieces: 0,
      is_demo: 0,
      notifies_by_email: 0,
      begun_at_ms: 0,
      expected_date: null,
      poll_at_ms: null,
      is_own_account: 0,
      stage: sql.lit('pending' satisfies TrackingStage),
      failed_polls: 0,
    })
    .onConflict((conflict) =>
      conflict.column('booking_id').doUpdateSet(({ ref }) => ({
        member_id: ref('excluded.member_id'),
        connote: ref('excluded.connote'),
        connote_key: ref('excluded.connote_key'),
        carrier: ref('excluded.carrier'),
        pieces: ref('excluded.pieces'),
        is_demo: ref('excluded.is_demo'),
        notifies_by_email: ref('excluded.notifies_by_email'),
        begun_at_ms: ref('excluded.begun_at_ms'),
        expected_date: ref('excluded.expected_date'),
        poll_at_ms: ref('excluded.poll_at_ms'),
        is_own_account: ref('excluded.is_own_account'),
        failed_polls: ref('excluded.failed_polls'),
      })),
    ),
);

function shipmentRows(db: Kysely<Schema>) {
  return db
    .selectFrom('shipments')
    .innerJoin('bookings', 'bookings.id', 'shipments.booking_id')
    .selectAll('shipments')
    .select('bookings.status as booking_status');
}

function shipmentFrom(
  row: Selectable<Schema['shipments']> & { booking_status: string },
): KnownShipment {
  return {
    bookingId: bookingId(row.booking_id),
    memberId: memberId(row.member_id),
    connote: row.connote,
    carrier: row.carrier,
    pieces: row.pieces,
    isDemo: row.is_demo === 1,
    notifiesByEmail: row.notifies_by_email === 1,
    begunAtMs: row.begun_at_ms,
    isOwnAccount: row.is_own_account === 1,
    expectedDate: row.expected_date ?? undefined,
    stage: trackingStages.find((stage) => stage === row.stage) ?? 'unknown',
    isCancelled: row.booking_status === cancelled,
  };
}

function byStage(stages: ReadonlyMap<BookingId, EventStage>): Map<EventStage, BookingId[]> {
  const groups = new Map<EventStage, BookingId[]>();
  for (const [id, stage] of stages) {
    const group = groups.get(stage) ?? [];
    group.push(id);
    groups.set(stage, group);
  }
  return groups;
}
