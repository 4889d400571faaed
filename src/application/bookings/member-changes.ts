// What a member may still do about a booked shipment: cancel it, or move its pickup to another day. Both are possible
// while no one has to call the carrier for it: the carrier has not collected the freight, and either can be asked over
// the network or has not been notified yet. Everything else goes through the freight desk.
import type { Booking, BookingId } from '../../domain/bookings/booking.ts';
import {
  type Confirmation,
  type ConfirmMoment,
  checkTimeIsToCome,
  choosePickupTime,
  isDemoConfirmation,
  isToCome,
} from '../../domain/bookings/confirmation.ts';
import type { Cents } from '../../domain/money.ts';
import { chooseCard } from '../../domain/rate-cards/card-choice.ts';
import { dayOfNumber } from '../../domain/rate-cards/card-day.ts';
import { rateShipment } from '../../domain/rate-cards/rating.ts';
import { type Issue, type KeptAsItIs, Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { findDayNumber, isoDate } from '../../domain/time/calendar.ts';
import { pickupMoment } from '../../domain/time/pickup.ts';
import { pickupPlace } from '../../domain/time/pickup-place.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, CancelWay, Store } from '../ports.ts';
import { type Pickup, pickupOfCard } from '../quotes/card-pickup.ts';
import { shipmentOfBooking } from '../quotes/shipment-of-booking.ts';
import { expectedDateOf } from '../tracking/begin-tracking.ts';
import { trackBooking, underWay } from '../tracking/track-shipment.ts';
import { noteBooking } from '../webhooks/note-events.ts';
import { cancelBooking, cancelWayOf, takenFor } from './cancel-booking.ts';
import { getBooking } from './read-bookings.ts';

export type MemberChanges = {
  cancel: {
    /** Undefined if the member may cancel. */
    whyNot: KeptAsItIs | undefined;
    way: CancelWay;
    gatewayRefundCents: Cents;
    creditRefundCents: Cents;
  };
  pickup: {
    whyNot: KeptAsItIs | undefined;
    /** The days that can be chosen instead. */
    dates: readonly string[];
    hours: Pickup['window'];
  };
};

export async function readMemberChanges(
  app: App,
  caller: SignedInCaller,
  id: BookingId,
): Promise<MemberChanges> {
  const booking = await getBooking(app, caller, id);
  const [way, taken, whyNot] = await Promise.all([
    cancelWayOf(app, booking),
    takenFor(app.store, { bookingId: id, memberId: caller.member.id }),
    whyFixed(app, booking),
  ]);
  const offered = pickupOffered(app, booking);
  return {
    cancel: {
      whyNot: whyNot ?? whyNotCancelled(booking, way),
      way,
      gatewayRefundCents: taken.keptCents,
      creditRefundCents: taken.owedCents + taken.heldCents,
    },
    pickup: {
      whyNot: whyNot ?? whyNotMoved(booking, offered),
      dates: offered?.dates ?? [],
      hours: offered?.window ?? { from: '', to: '' },
    },
  };
}

/** Cancels with the carrier where it is connected, and refunds everything that was taken. */
export async function cancelOwnBooking(
  app: App,
  caller: SignedInCaller,
  id: BookingId,
): Promise<void> {
  const booking = await getBooking(app, caller, id);
  const whyNot =
    (await whyFixed(app, booking)) ?? whyNotCancelled(booking, await cancelWayOf(app, booking));
  if (whyNot !== undefined) refuseChange(id, 'cancel', whyNot);
  await cancelBooking(app, id, async (store, now) => {
    // Once a connected carrier has cancelled the consignment, the booking must follow.
    if (now.confirmation?.reference !== '') return;
    const late = await whyFixed({ ...app, store }, now);
    if (late !== undefined) refuseChange(id, 'cancel', late);
  });
}

export type PickupChange = { pickupDate: string; pickupTime: string };

/** The price stays: it was agreed, and a carrier that is not notified yet loses nothing. */
export async function movePickup(
  app: App,
  caller: SignedInCaller,
  id: BookingId,
  { pickupDate, pickupTime }: PickupChange,
): Promise<void> {
  await app.store.transaction(async (store) => {
    const booking = await store.bookings.lock(id, caller.member.id);
    if (booking === undefined) throw new Refusal({ code: 'booking_not_found', id });
    const offered = pickupOffered(app, booking);
    const whyNot = (await whyFixed({ ...app, store }, booking)) ?? whyNotMoved(booking, offered);
    if (whyNot !== undefined) refuseChange(id, 'pickup', whyNot);
    if (booking.confirmation === undefined || offered === undefined)
      throw new Error(`booking ${id} has no pickup to move`);
    const hours = chosenHours(app, booking, offered, { pickupDate, pickupTime });
    const confirmation = { ...booking.confirmation, pickupDate, pickupTime: hours };
    const { status } = booking;
    await store.bookings.settle(id, {
      from: status,
      to: status,
      connote: undefined,
      confirmedAtMs: undefined,
      confirmation,
    });
    await store.shipments.expect(id, expectedDateOf(app, booking, confirmation));
    await noteBooking(app, store, status, booking);
  });
}

function chosenHours(
  app: App,
  booking: Booking,
  { dates, window }: Pickup,
  { pickupDate, pickupTime }: PickupChange,
): Confirmation['pickupTime'] {
  const carrier = booking.confirmation?.carrier ?? '';
  const issues: Issue[] = [];
  const fields = {
    carrier: 'courier',
    tier: 'tier',
    pickupDate: 'pickup_date',
    pickupTime: 'pickup_time',
  };
  if (!dates.includes(pickupDate))
    issues.push({
      path: [fields.pickupDate],
      problem: 'pickup_date_closed',
      date: pickupDate,
      why: findDayNumber(pickupDate) === undefined ? 'no_date' : 'not_collected',
      carrier,
      until: window.to,
      open: dates,
    });
  const asked = { carrier, tier: undefined, pickupDate, pickupTime, fields };
  const hours = choosePickupTime(window, asked, issues);
  if (issues.length === 0)
    checkTimeIsToCome({ pickupTime: window }, hours, asked, pickupNow(app, booking), issues);
  refuseInvalid(issues);
  return hours;
}

/** By the clock of the pickup address; abroad, where its zone is not known, only the day counts. */
function pickupNow(app: App, { sender }: Booking): ConfirmMoment {
  const { today, minute } = pickupMoment(app.pickups, pickupPlace(sender), app.clock.nowMs());
  return { today: isoDate(today), minute: sender.country === 'AU' ? minute : 0 };
}

/** Why nothing about the booking can be changed by the member. */
async function whyFixed(app: App, booking: Booking): Promise<KeptAsItIs | undefined> {
  const { id, status, confirmation, additionalCents = 0 } = booking;
  if (status === 'cancelled') return 'cancelled';
  if (status !== 'confirmed' || confirmation === undefined) return 'unconfirmed';
  const tracked = await trackBooking(app, id);
  if (tracked !== undefined && underWay(tracked) !== undefined) return 'collected';
  if (additionalCents !== 0) return 'charged_later';
  // A carrier that is not connected reports no pickup, and may come every day without a call.
  const { pickupDate, pickupTime, reference } = confirmation;
  const mayBeCollected = reference === '' && !isDemoConfirmation(confirmation);
  if (mayBeCollected && !isToCome(pickupDate, pickupTime.to, pickupNow(app, booking)))
    return 'pickup_over';
  return (await isCarrierCalled(app.store, id)) ? 'notified' : undefined;
}

async function isCarrierCalled(store: Pick<Store, 'notifiedCarriers'>, id: BookingId) {
  return (await store.notifiedCarriers.list([id])).length > 0;
}

function whyNotCancelled({ confirmation }: Booking, way: CancelWay): KeptAsItIs | undefined {
  // An unconnected carrier that was not notified yet has nothing to cancel.
  return way === 'by_hand' && confirmation?.reference !== '' ? 'by_desk' : undefined;
}

function whyNotMoved(
  { confirmation }: Booking,
  offered: Pickup | undefined,
): KeptAsItIs | undefined {
  // No carrier's interface changes the day of a pickup.
  if (
    confirmation === undefined ||
    confirmation.reference !== '' ||
    isDemoConfirmation(confirmation)
  )
    return 'by_desk';
  return offered === undefined || offered.dates.length === 0 ? 'by_desk' : undefined;
}

/** The days on which the service collects now, by its card; undefined if it has no price for the shipment any more. */
function pickupOffered(app: App, booking: Booking): Pickup | undefined {
  const { confirmation, sender } = booking;
  if (confirmation === undefined) return undefined;
  const found = app.carriers.snapshot().find(confirmation.carrier);
  if (found === undefined) return undefined;
  const moment = pickupMoment(app.pickups, pickupPlace(sender), app.clock.nowMs());
  const day = dayOfNumber(moment.today);
  const chosen = chooseCard(found.carrier.cards, found.service.id, day);
  if (chosen === undefined) return undefined;
  const rating = rateShipment(chosen.card, chosen.service, shipmentOfBooking(booking), day);
  if (!rating.isPriced) return undefined;
  const pickup = pickupOfCard({ pickup: moment }, rating);
  if (pickup === undefined) return undefined;
  const now = pickupNow(app, booking);
  return {
    ...pickup,
    dates: pickup.dates.filter(
      (date) => date !== confirmation.pickupDate && isToCome(date, pickup.window.to, now),
    ),
  };
}

function refuseChange(id: BookingId, what: 'cancel' | 'pickup', why: KeptAsItIs): never {
  throw new Refusal({ code: 'change_not_possible', id, what, why });
}
