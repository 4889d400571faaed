// Tracks a member's shipment by booking id or connote. Other members' shipments are not found.
import { type Booking, type BookingId, bookingId } from '../../domain/bookings/booking.ts';
import { findRecordNumber } from '../../domain/record-number.ts';
import { homeDay } from '../../domain/time/home-clock.ts';
import { reportOf, type ShipmentReport } from '../../domain/tracking/shipment-report.ts';
import type { TrackingStage } from '../../domain/tracking/stage.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, KnownShipment } from '../ports.ts';
import { listShipmentEvents, stageRulesOf } from './shipment-events.ts';

export type TrackedBooking = {
  bookingId: BookingId;
  /** Undefined until the booking is confirmed. */
  connote: string | undefined;
  carrier: string | undefined;
  report: ShipmentReport;
  /** The carrier's document or picture of the delivery. */
  proofUrl?: string | undefined;
};

/** Longer than any connote, so longer texts are not looked up. */
const longestReference = 64;

/** Undefined when the member has no such shipment. */
export async function trackShipment(
  app: App,
  { member }: SignedInCaller,
  reference: string,
): Promise<TrackedBooking | undefined> {
  const text = reference.trim();
  if (text === '' || text.length > longestReference) return undefined;
  // The booking id comes first, because a connote may be all digits too.
  const number = findRecordNumber(text);
  const id = number === undefined ? undefined : bookingId(number);
  const ofId = id === undefined ? undefined : await app.store.shipments.find(id, member.id);
  const [ofConnote] =
    ofId === undefined ? await app.store.shipments.listByConnote(text, member.id) : [];
  const shipment = ofId ?? ofConnote;
  if (shipment !== undefined) return await reportShipment(app, shipment);
  const booking = id === undefined ? undefined : await app.store.bookings.find(id, member.id);
  return booking && reportUnconfirmed(app, booking);
}

export async function reportShipment(app: App, shipment: KnownShipment): Promise<TrackedBooking> {
  const events = await listShipmentEvents(app, shipment);
  const rules = stageRulesOf(app, shipment.carrier);
  const { bookingId: id, connote, carrier } = shipment;
  const report = reportOf(shipment, events, rules, homeDay(app.clock.nowMs()));
  const proof = report.stage === 'delivered' ? await app.store.deliveryProofs.find(id) : undefined;
  return { bookingId: id, connote, carrier, report, proofUrl: proof?.url };
}

/** For any member's booking; undefined until it is confirmed. */
export async function trackBooking(app: App, id: BookingId): Promise<TrackedBooking | undefined> {
  const shipment = await app.store.shipments.find(id);
  return shipment && (await reportShipment(app, shipment));
}

/** The stage; undefined until the carrier has the shipment. */
export function underWay({ report: { stage } }: TrackedBooking): TrackingStage | undefined {
  return stage === 'pending' || stage === 'unknown' ? undefined : stage;
}

function reportUnconfirmed(app: App, { id, status }: Booking): TrackedBooking {
  const isCancelled = status === 'cancelled';
  const nothing = { connote: undefined, pieces: 0, isCancelled, expectedDate: undefined };
  const report = reportOf(nothing, [], [], homeDay(app.clock.nowMs()));
  return { bookingId: id, connote: undefined, carrier: undefined, report };
}
