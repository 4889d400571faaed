// An operator enters a tracking event from a telephone call, a carrier's website or a test.
import { type BookingId, bookingId } from '../../domain/bookings/booking.ts';
import type { Problem } from '../../domain/problem.ts';
import { type Issue, Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { dayMs } from '../../domain/time/durations.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { findWrittenInstant } from '../../domain/time/instant-text.ts';
import { tidyRaw } from '../../domain/tracking/carrier-event.ts';
import { zoneOfPlace } from '../../domain/tracking/scan-place.ts';
import type { TrackingStage } from '../../domain/tracking/stage.ts';
import type { App } from '../ports.ts';
import { recordEvents } from './record-events.ts';
import { reportShipment, type TrackedBooking } from './track-shipment.ts';

export type NewEvent = {
  bookingId: number;
  stage: TrackingStage;
  description: string;
  location: string;
  /** ISO 8601; now when absent. Without an offset, in the place's own time. */
  at: string | undefined;
  piece: number | undefined;
};

export type AddedEvent = { isNew: boolean; tracked: TrackedBooking };

/** Allows for a carrier's clock ahead of ours or in another zone than stated. */
const mostAheadMs = dayMs;
const earliestMs = Date.UTC(2000, 0, 1);

export async function addTrackingEvent(app: App, input: NewEvent): Promise<AddedEvent> {
  const id: BookingId = bookingId(input.bookingId);
  const shipment = await app.store.shipments.find(id);
  if (shipment === undefined)
    throw new Refusal({ code: 'shipment_not_found', reference: String(id), isOfAnyMember: true });
  const nowMs = app.clock.nowMs();
  const zone = zoneOfPlace(input.location) ?? homeZone;
  const atMs = input.at === undefined ? nowMs : findWrittenInstant(input.at.trim(), zone);
  refuseInvalid([
    ...issueOf('at', timeProblem(atMs, input.at ?? '', nowMs)),
    ...issueOf('piece', pieceProblem(input.piece, shipment.pieces)),
  ]);
  const raw = tidyRaw({
    description: input.description,
    location: input.location,
    ...(input.at === undefined ? {} : { occurred_at: input.at }),
  });
  const event = { piece: input.piece, occurredAtMs: atMs, givenStage: input.stage, raw };
  const { added, full } = await recordEvents(app, [{ shipment, event }], 'person');
  refuseInvalid(issueOf('booking', full.has(id) ? { problem: 'events_full' } : undefined));
  return { isNew: added.size > 0, tracked: await reportShipment(app, shipment) };
}

/** A carrier's time; undefined when it is implausible, because the event's words are still useful. */
export function plausibleMs(atMs: unknown, nowMs: number): number | undefined {
  const isRight = Number.isSafeInteger(atMs) && timeProblem(Number(atMs), '', nowMs) === undefined;
  return isRight ? Number(atMs) : undefined;
}

/** The problem with an implausible time. */
export function timeProblem(
  atMs: number | undefined,
  value: string,
  nowMs: number,
): Problem | undefined {
  if (atMs === undefined) return { problem: 'no_time', value };
  if (atMs > nowMs + mostAheadMs) return { problem: 'time_ahead', value };
  return atMs < earliestMs ? { problem: 'time_too_early', value } : undefined;
}

export function pieceProblem(piece: number | undefined, pieces: number): Problem | undefined {
  if (piece === undefined || (Number.isInteger(piece) && piece >= 1 && piece <= pieces))
    return undefined;
  return { problem: 'no_tracked_piece', piece, pieces };
}

function issueOf(field: string, problem: Problem | undefined): Issue[] {
  return problem === undefined ? [] : [{ path: [field], ...problem }];
}
