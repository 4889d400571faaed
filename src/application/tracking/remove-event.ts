// Removes an event that a person entered by mistake. The remaining events decide the stage, polling resumes if it had
// ended, and unsent mails about the removed event are dropped. A carrier's own events cannot be removed.
import { type BookingId, bookingId } from '../../domain/bookings/booking.ts';
import type { Problem } from '../../domain/problem.ts';
import { Refusal } from '../../domain/refusal.ts';
import { stageOfEvent } from '../../domain/tracking/carrier-event.ts';
import { type MailKind, mailKinds } from '../../domain/tracking/notification.ts';
import { nextPollAtMs } from '../../domain/tracking/poll-plan.ts';
import { progressOf } from '../../domain/tracking/progress.ts';
import type { EventStage } from '../../domain/tracking/stage.ts';
import type { App, KeptEvent, KnownShipment } from '../ports.ts';
import { noteEvents } from '../webhooks/note-events.ts';
import { stageRulesOf } from './shipment-events.ts';
import { reportShipment, type TrackedBooking } from './track-shipment.ts';

export type ListedEvent = KeptEvent & { id: string; stage: EventStage };

export type RemovedEvent = { unsent: readonly MailKind[]; tracked: TrackedBooking };

/** Long enough to tell the events of one booking apart, short enough to type. */
const idLength = 12;

/** Newest first. */
export async function listTrackingEvents(app: App, booking: number): Promise<ListedEvent[]> {
  const shipment = await getShipment(app, bookingId(booking));
  const rules = stageRulesOf(app, shipment.carrier);
  const kept = await app.store.trackingEvents.listKept(shipment.bookingId);
  return kept
    .map((event) => ({ ...event, id: idOf(event), stage: stageOfEvent(event, rules) }))
    .toSorted((one, other) => (other.occurredAtMs ?? 0) - (one.occurredAtMs ?? 0));
}

export async function removeTrackingEvent(
  app: App,
  input: { bookingId: number; event: string },
): Promise<RemovedEvent> {
  const shipment = await getShipment(app, bookingId(input.bookingId));
  const { bookingId: id, carrier, pieces } = shipment;
  const rules = stageRulesOf(app, carrier);
  const unsent = await app.store.transaction(async (store) => {
    // Waits for a simultaneous report on this shipment.
    await store.shipments.lock([id]);
    const kept = await store.trackingEvents.listKept(id);
    const removed = findEvent(kept, input);
    await store.trackingEvents.remove(id, removed.digest);
    const left = kept.filter((event) => event !== removed);
    const { stage, decisive } = progressOf(left, rules, pieces);
    await store.shipments.resetStage(id, stage, pollAgainAtMs(app, { ...shipment, stage }));
    const { connote, memberId } = shipment;
    const occurredAtMs = decisive?.event.occurredAtMs;
    const news = { bookingId: id, connote, carrier, stage, occurredAtMs };
    await noteEvents(app, store, memberId, [{ type: 'shipment.tracking_updated', shipment: news }]);
    const reported = new Set<string>(left.map((event) => stageOfEvent(event, rules)));
    // The booking confirmation stays valid; a demo's mails were all scheduled at the start.
    const unneeded = mailKinds.filter((kind) => kind !== 'confirmed' && !reported.has(kind));
    return await store.mails.cancel(id, shipment.isDemo ? [] : unneeded);
  });
  return { unsent, tracked: await reportShipment(app, await getShipment(app, id)) };
}

/** Undefined for a shipment that is not polled. */
function pollAgainAtMs(app: App, shipment: KnownShipment): number | undefined {
  if (shipment.isDemo || shipment.isCancelled) return undefined;
  const { pollPauseMs } = app.tracking;
  return nextPollAtMs({ ...shipment, failedPolls: 0 }, app.clock.nowMs(), pollPauseMs);
}

function findEvent(
  kept: readonly KeptEvent[],
  { bookingId: booking, event }: { bookingId: number; event: string },
): KeptEvent {
  const refuse = (problem: Problem): never => {
    throw new Refusal({ code: 'validation', issues: [{ path: ['event'], ...problem }] });
  };
  const found = kept.find((one) => idOf(one) === event.trim().toLowerCase());
  if (found === undefined) return refuse({ problem: 'no_such_event', booking, event });
  if (found.reportedBy !== 'person') return refuse({ problem: 'carrier_event', event });
  return found;
}

function idOf({ digest }: Pick<KeptEvent, 'digest'>): string {
  return digest.slice(0, idLength);
}

async function getShipment(app: App, id: BookingId): Promise<KnownShipment> {
  const shipment = await app.store.shipments.find(id);
  if (shipment === undefined)
    throw new Refusal({ code: 'shipment_not_found', reference: String(id), isOfAnyMember: true });
  return shipment;
}
