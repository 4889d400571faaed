// Stores tracking events, the resulting stage and the receiver's e-mails in one transaction, so that no event is stored
// without its effect. Known events change nothing, so every report can be repeated, also after a crash.
import type { BookingId } from '../../domain/bookings/booking.ts';
import { isoDate } from '../../domain/time/calendar.ts';
import { pickupPlace } from '../../domain/time/pickup-place.ts';
import { localTime, zoneOf } from '../../domain/time/time-zone.ts';
import {
  type CarrierEvent,
  contentOfEvent,
  mostEventsOfBooking,
} from '../../domain/tracking/carrier-event.ts';
import { mailForStage } from '../../domain/tracking/notification.ts';
import { firstProofPollAtMs } from '../../domain/tracking/poll-plan.ts';
import { progressOf } from '../../domain/tracking/progress.ts';
import { type EventStage, isException } from '../../domain/tracking/stage.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import type {
  App,
  EventReporter,
  KnownShipment,
  NewMail,
  NewTrackingEvent,
  Store,
} from '../ports.ts';
import { noteEvents } from '../webhooks/note-events.ts';
import { stageRulesOf } from './shipment-events.ts';

export type ReportedEvent = { shipment: KnownShipment; event: CarrierEvent };

/** The new events, each once, and the bookings that have reached their limit. */
export type Recorded<Reported> = { added: ReadonlySet<Reported>; full: ReadonlySet<BookingId> };

type RecordingApp = Pick<
  App,
  'store' | 'secrets' | 'clock' | 'carriers' | 'connections' | 'tracking'
>;

export async function recordEvents<Reported extends ReportedEvent>(
  app: RecordingApp,
  reported: readonly Reported[],
  reportedBy: EventReporter,
): Promise<Recorded<Reported>> {
  const nowMs = app.clock.nowMs();
  const shipments = new Map(reported.map(({ shipment }) => [shipment.bookingId, shipment]));
  const counts = await app.store.trackingEvents.count([...shipments.keys()]);
  const full = new Set(
    [...counts].filter(([, count]) => count >= mostEventsOfBooking).map(([id]) => id),
  );
  const named = new Map<string, { one: Reported; event: NewTrackingEvent }>();
  for (const one of reported) {
    const { bookingId } = one.shipment;
    const digest = app.secrets.digest(contentOfEvent(one.event));
    const name = nameOf({ bookingId, digest });
    if (full.has(bookingId) || named.has(name)) continue;
    const event = { ...one.event, bookingId, digest, receivedAtMs: nowMs, reportedBy };
    named.set(name, { one, event });
  }
  if (named.size === 0) return { added: new Set(), full };
  const events = [...named.values()].map(({ event }) => event);
  const added = new Set<Reported>();
  for (const event of await keepEvents(app, shipments, events, nowMs)) {
    const found = named.get(nameOf(event));
    if (found !== undefined) added.add(found.one);
  }
  return { added, full };
}

type EventName = Pick<NewTrackingEvent, 'bookingId' | 'digest'>;

const nameOf = ({ bookingId, digest }: EventName): string => `${bookingId} ${digest}`;

async function keepEvents(
  app: RecordingApp,
  shipments: ReadonlyMap<BookingId, KnownShipment>,
  events: readonly NewTrackingEvent[],
  nowMs: number,
): Promise<readonly EventName[]> {
  return await app.store.transaction(async (store) => {
    const added = await store.trackingEvents.add(events);
    const bookingIds = new Set(added.map(({ bookingId }) => bookingId));
    // Waits for other reports on these shipments, because the stage follows from all their events.
    await store.shipments.lock([...bookingIds]);
    const known = await stagesBefore(
      store,
      [...bookingIds].flatMap((id) => shipments.get(id) ?? []),
    );
    const reported = eventsByBooking(await store.trackingEvents.list([...bookingIds]));
    const stages = new Map<BookingId, EventStage>();
    const delivered: Delivery[] = [];
    const awaitingProof: BookingId[] = [];
    const mails: NewMail[] = [];
    for (const id of bookingIds) {
      const shipment = shipments.get(id);
      if (shipment === undefined) throw new Error(`events were kept for an unknown booking ${id}`);
      const rules = stageRulesOf(app, shipment.carrier);
      const { stage, decisive } = progressOf(reported.get(id) ?? [], rules, shipment.pieces);
      stages.set(id, stage);
      const occurredAtMs = decisive?.event.occurredAtMs;
      const events = shipmentEvents(shipment, { stage, occurredAtMs, before: known.get(id) });
      await noteEvents(app, store, shipment.memberId, events);
      if (stage === 'delivered' && reportsProof(app, shipment)) awaitingProof.push(id);
      if (stage === 'delivered' && shipment.expectedDate !== undefined) {
        const atMs = decisive?.event.occurredAtMs ?? nowMs;
        delivered.push({ bookingId: id, atMs, expectedDate: shipment.expectedDate });
      }
      // A demo's mails were all scheduled at the start.
      if (!shipment.notifiesByEmail || shipment.isDemo) continue;
      const kind = mailForStage(stage, decisive?.event.occurredAtMs, nowMs);
      const { memberId, isDemo } = shipment;
      if (kind !== undefined) mails.push({ bookingId: id, memberId, isDemo, kind, dueAtMs: nowMs });
    }
    const proofPollAtMs = firstProofPollAtMs(nowMs, app.tracking.pollPauseMs);
    await store.shipments.awaitProofs(awaitingProof, proofPollAtMs);
    await store.shipments.noteStages(stages);
    await store.shipments.noteOnTime(await onTimeOf(store, delivered));
    await store.mails.want(mails);
    return added;
  });
}

/** Of shipments whose members have webhooks: a new stage is reported once, as read under the lock. */
async function stagesBefore(
  { shipments, webhookDeliveries }: Store,
  reported: readonly KnownShipment[],
): Promise<ReadonlyMap<BookingId, EventStage>> {
  const stages = new Map<BookingId, EventStage>();
  for (const { bookingId, memberId } of reported) {
    if (!(await webhookDeliveries.hasListener(memberId))) continue;
    const now = await shipments.find(bookingId);
    if (now !== undefined) stages.set(bookingId, now.stage);
  }
  return stages;
}

function shipmentEvents(
  { bookingId, connote, carrier }: KnownShipment,
  now: { stage: EventStage; occurredAtMs: number | undefined; before: EventStage | undefined },
): WebhookEvent[] {
  const { stage, occurredAtMs, before } = now;
  const shipment = { bookingId, connote, carrier, stage, occurredAtMs };
  const isNew = stage !== before;
  return [
    { type: 'shipment.tracking_updated', shipment },
    ...(isNew && stage === 'delivered' ? [{ type: 'shipment.delivered', shipment } as const] : []),
    ...(isNew && isException(stage) ? [{ type: 'shipment.exception', shipment } as const] : []),
  ];
}

/** Whether the carrier's answers about a delivery have its proof, on the house account or on members' own. */
function reportsProof(
  { carriers, connections }: RecordingApp,
  { carrier, isOwnAccount }: KnownShipment,
): boolean {
  return isOwnAccount
    ? connections.connectors.some(
        ({ reportsProof: does, services }) =>
          does === true && services.some(({ stringId }) => stringId === carrier),
      )
    : carriers.live.some((live) => live.reportsProof === true && live.stringId === carrier);
}

type Delivery = { bookingId: BookingId; atMs: number; expectedDate: string };

/** By the receiver's clock. Deliveries abroad are left out, because the clock there is unknown. */
async function onTimeOf(
  { bookings }: Store,
  delivered: readonly Delivery[],
): Promise<ReadonlyMap<BookingId, boolean>> {
  if (delivered.length === 0) return new Map();
  const ids = delivered.map(({ bookingId }) => bookingId);
  const receivers = new Map(
    (await bookings.listPlain('operator', ids)).map(({ id, receiver }) => [id, receiver]),
  );
  return new Map(
    delivered.flatMap(({ bookingId, atMs, expectedDate }) => {
      const receiver = receivers.get(bookingId);
      if (receiver?.country !== 'AU') return [];
      const { day } = localTime(zoneOf(pickupPlace(receiver)), atMs);
      return [[bookingId, isoDate(day) <= expectedDate]];
    }),
  );
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
