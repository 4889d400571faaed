// Tracking events, stored once by content, so that any report may be repeated.
import type { Selectable } from 'kysely';
import type { EventReporter, TrackingEvents } from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import type { CarrierEvent, RawEvent } from '../../../domain/tracking/carrier-event.ts';
import { trackingStages } from '../../../domain/tracking/stage.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { all, run } from '../statements.ts';

export function trackingEventsOver({ read, write }: Access): TrackingEvents {
  const rows = () => read.selectFrom('tracking_events').selectAll();
  return {
    add: async (events) => {
      if (events.length === 0) return [];
      return await write(async (db) => {
        const added = await db
          .insertInto('tracking_events')
          .values(
            events.map((event) => ({
              booking_id: event.bookingId,
              digest: event.digest,
              piece: event.piece ?? null,
              occurred_at_ms: event.occurredAtMs ?? null,
              received_at_ms: event.receivedAtMs,
              given_stage: event.givenStage ?? null,
              reported_by: event.reportedBy,
              raw: JSON.stringify(event.raw),
            })),
          )
          .onConflict((conflict) => conflict.columns(['booking_id', 'digest']).doNothing())
          .returning(['booking_id', 'digest'])
          .execute();
        return added.map((row) => ({
          bookingId: bookingId(row.booking_id),
          digest: row.digest,
        }));
      });
    },
    list: async (bookingIds) => {
      if (bookingIds.length === 0) return [];
      return await all(rows().where('booking_id', 'in', bookingIds), (row) => ({
        bookingId: bookingId(row.booking_id),
        ...eventFrom(row),
      }));
    },
    listKept: (id) =>
      all(rows().where('booking_id', '=', id), (row) => ({
        ...eventFrom(row),
        digest: row.digest,
        reportedBy: reporterFrom(row),
      })),
    remove: (id, digest) =>
      run(write, (db) =>
        db.deleteFrom('tracking_events').where('booking_id', '=', id).where('digest', '=', digest),
      ),
    count: async (bookingIds) => {
      if (bookingIds.length === 0) return new Map();
      const rows = await read
        .selectFrom('tracking_events')
        .select(['booking_id', ({ fn }) => fn.countAll().as('events')])
        .where('booking_id', 'in', bookingIds)
        .groupBy('booking_id')
        .execute();
      return new Map(rows.map((row) => [bookingId(row.booking_id), Number(row.events)]));
    },
  };
}

function eventFrom(row: Selectable<Schema['tracking_events']>): CarrierEvent {
  return {
    piece: row.piece ?? undefined,
    occurredAtMs: row.occurred_at_ms ?? undefined,
    givenStage: trackingStages.find((stage) => stage === row.given_stage),
    raw: JSON.parse(row.raw) as RawEvent,
  };
}

function reporterFrom({ reported_by }: Selectable<Schema['tracking_events']>): EventReporter {
  return reported_by === 'person' ? 'person' : 'carrier';
}
