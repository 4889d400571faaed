// Stores tracking events, the resulting stage and the receiver's e-mails in one transaction, so that no event is stored
// without its effect. Known events change nothing, so every report can be repeated, also after a crash.
import type { BookingId } from '../../domain/bookings/booking.ts';
import {
  type CarrierEvent,
  contentOfEvent,
  mostEventsOfBooking,
} from '../../domain/tracking/carrier-event.ts';
import { mailForStage } from '../../domain/tracking/notification.ts';
import { progressOf } from '../../domain/tracking/progress.ts';
import type { EventStage } from '../../domain/tracking/stage.ts';
import type { App, EventReporter, KnownShipment, NewMail, NewTrackingEvent } from '../ports.ts';
import { stageRulesOf } from './shipment-events.ts';

export type ReportedEvent = { shipment: KnownShipment; event: CarrierEvent };

/** The number of new events, and the bookings that have reached their limit. */
export type Recorded = { added: number; full: ReadonlySet<BookingId> };

type RecordingApp = Pick<App, 'store' | 'secrets' | 'clock' | 'carriers'>;

export async function recordEvents(
  app: RecordingApp,
  reported: readonly ReportedEvent[],
  reportedBy: EventReporter,
): Promise<Recorded> {
  const nowMs = app.clock.nowMs();
  const shipments = new Map(reported.map(({ shipment }) => [shipment.bookingId, shipment]));
  const counts = await app.store.trackingEvents.count([...shipments.keys()]);
  const full = new Set(
    [...counts].filter(([, count]) => count >= mostEventsOfBooking).map(([id]) => id),
  );
  const events = reported
    .filter(({ shipment }) => !full.has(shipment.bookingId))
    .map(({ shipment, event }) => ({
      ...event,
      bookingId: shipment.bookingId,
      digest: app.secrets.digest(contentOfEvent(event)),
      receivedAtMs: nowMs,
      reportedBy,
    }));
  if (events.length === 0) return { added: 0, full };
  const added = await keepEvents(app, shipments, events, nowMs);
  return { added, full };
}

async function keepEvents(
  app: RecordingApp,
  shipments: ReadonlyMap<BookingId, KnownShipment>,
  events: readonly NewTrackingEvent[],
  nowMs: number,
): Promise<number> {
  return await app.store.transaction(async (store) => {
    const added = await store.trackingEvents.add(events);
    const bookingIds = new Set(added);
    // Waits for other reports on these shipments, because the stage follows from all their events.
    await store.shipments.lock([...bookingIds]);
    const reported = eventsByBooking(await store.trackingEvents.list([...bookingIds]));
    const stages = new Map<BookingId, EventStage>();
    const mails: NewMail[] = [];
    for (const id of bookingIds) {
      const shipment = shipments.get(id);
      if (shipment === undefined) throw new Error(`events were kept for an unknown booking ${id}`);
      const rules = stageRulesOf(app, shipment.carrier);
      const { stage, decisive } = progressOf(reported.get(id) ?? [], rules, shipment.pieces);
      stages.set(id, stage);
      // A demo's mails were all scheduled at the start.
      if (!shipment.notifiesByEmail || shipment.isDemo) continue;
      const kind = mailForStage(stage, decisive?.event.occurredAtMs, nowMs);
      const { memberId, isDemo } = shipment;
      if (kind !== undefined) mails.push({ bookingId: id, memberId, isDemo, kind, dueAtMs: nowMs });
    }
    await store.shipments.noteStages(stages);
    await store.mails.want(mails);
    return added.length;
  });
}

function eventsByBooking(
  events: readonly (CarrierEvent & { bookingId: BookingId })[],
): Map<BookingId, CarrierEvent[]> {
  const groups = new Map<BookingId, CarrierEvent[]>();
  for (const event of events) {
    const group = groups.get(event.bookingId) ?? [];
    group.push(event);
    groups.set(event.bookingId, group);
  }
  return groups;
}
