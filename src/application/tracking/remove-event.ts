// An event that a person entered by mistake is taken back: what is left decides where the shipment is, its carrier is asked
// again if that had ended, and mails that it called for and that were not sent yet are not. What a carrier said stays.
import { type BookingId, bookingId } from '../../domain/bookings/booking.ts';
import { Refusal } from '../../domain/refusal.ts';
import { stageOfEvent } from '../../domain/tracking/carrier-event.ts';
import { type MailKind, mailKinds } from '../../domain/tracking/notification.ts';
import { nextPollAtMs } from '../../domain/tracking/poll-plan.ts';
import { progressOf } from '../../domain/tracking/progress.ts';
import type { EventStage } from '../../domain/tracking/stage.ts';
import type { App, KeptEvent, KnownShipment } from '../ports.ts';
import { stageRulesOf } from './shipment-events.ts';
import { reportShipment, type TrackedBooking } from './track-shipment.ts';

export type ListedEvent = KeptEvent & { id: string; stage: EventStage };

export type RemovedEvent = { unsent: readonly MailKind[]; tracked: TrackedBooking };

/** As much of its digest as nobody types wrongly; two of one booking hardly ever have the same. */
const idLength = 12;

/** The newest first. */
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
  wish: { bookingId: number; event: string },
): Promise<RemovedEvent> {
  const shipment = await getShipment(app, bookingId(wish.bookingId));
  const { bookingId: id, carrier, pieces } = shipment;
  const rules = stageRulesOf(app, carrier);
  const unsent = await app.store.transaction(async (store) => {
    // What another report keeps meanwhile is noted before this, or after it.
    await store.shipments.lock([id]);
    const kept = await store.trackingEvents.listKept(id);
    const removed = findEvent(kept, wish);
    await store.trackingEvents.remove(id, removed.digest);
    const left = kept.filter((event) => event !== removed);
    const { stage } = progressOf(left, rules, pieces);
    await store.shipments.correctStage(id, stage, pollAgainAtMs(app, { ...shipment, stage }));
    const said = new Set<string>(left.map((event) => stageOfEvent(event, rules)));
    // That it was booked is news whatever was said since; a demo's mails were all wanted when it began.
    const groundless = mailKinds.filter((kind) => kind !== 'confirmed' && !said.has(kind));
    return await store.mails.unwant(id, shipment.isDemo ? [] : groundless);
  });
  return { unsent, tracked: await reportShipment(app, await getShipment(app, id)) };
}

/** Undefined where nobody is to be asked. */
function pollAgainAtMs(app: App, shipment: KnownShipment): number | undefined {
  if (shipment.isDemo || shipment.isCancelled) return undefined;
  const { pollPauseMs } = app.tracking;
  return nextPollAtMs({ ...shipment, failedPolls: 0 }, app.clock.nowMs(), pollPauseMs);
}

function findEvent(
  kept: readonly KeptEvent[],
  { bookingId: booking, event }: { bookingId: number; event: string },
): KeptEvent {
  const refuse = (sentence: string): never => {
    throw new Refusal({ code: 'validation', issues: [{ path: ['event'], sentence }] });
  };
  const found = kept.find((one) => idOf(one) === event.trim().toLowerCase());
  if (found === undefined)
    return refuse(
      `There is no event ${event} of booking ${booking}. "linehaul tracking list --booking ${booking}" shows them.`,
    );
  if (found.reportedBy !== 'person')
    return refuse(
      `Event ${event} is what the carrier said, and would be heard again. Only what a person entered can be taken back.`,
    );
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
