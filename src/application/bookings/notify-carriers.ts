// Carriers that are not connected are told about pickups by a person, and connected ones about what they do not hear over the
// network. Which ones are still to be told, and that somebody has: said twice it is said once, and said by mistake it is taken
// back.

import type { BookingId, PlainBooking } from '../../domain/bookings/booking.ts';
import type { Confirmation } from '../../domain/bookings/confirmation.ts';
import {
  manualRequestsOf,
  noticePeriodOf,
  notifierOf,
} from '../../domain/bookings/manual-requests.ts';
import type { Member } from '../../domain/members/member.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { dayMs } from '../../domain/time/durations.ts';
import { homeDay, homeZone } from '../../domain/time/home-clock.ts';
import { localTime } from '../../domain/time/time-zone.ts';
import type { App, UnnotifiedPickup } from '../ports.ts';
import { getBooking } from './read-bookings.ts';

/** Pickups are offered a few days ahead: whatever was confirmed before has been picked up, or never will be. */
const confirmedSinceMs = 21 * dayMs;
/** More than a person will ever have to tell: of more, those that are asked about last. */
const mostListed = 1000;

/** The next pickup first. */
export async function listPickupsToNotify(app: App): Promise<UnnotifiedPickup[]> {
  const sinceMs = app.clock.nowMs() - confirmedSinceMs;
  const untold = await app.store.notifiedCarriers.listUnnotified({ sinceMs, limit: mostListed });
  return untold
    .filter((one) => isInTime(app, one))
    .sort(
      (one, other) =>
        one.pickupDate.localeCompare(other.pickupDate) || one.bookingId - other.bookingId,
    );
}

export async function markNotified(app: App, operator: Member, id: BookingId): Promise<void> {
  const booking = await getBooking(app, 'operator', id);
  if (notifierOf(booking) !== 'operator') {
    const sentence = `Booking ${id} is not one that a person tells its carrier about.`;
    refuseInvalid([{ path: ['id'], sentence }]);
  }
  const notifiedAtMs = app.clock.nowMs();
  await app.store.notifiedCarriers.add({ bookingId: id, notifiedAtMs, notifiedBy: operator.id });
}

/** It was said by mistake: the carrier is still to be told. */
export async function unmarkNotified(app: App, id: BookingId): Promise<void> {
  await getBooking(app, 'operator', id);
  await app.store.notifiedCarriers.remove(id);
}

/**
 * What its member may know: `due` while a person has to tell the carrier, `told` once somebody has, `from_you` where it was
 * booked with the member's own account, with which nobody else rings a carrier.
 */
export type NotificationState = 'due' | 'told' | 'from_you';

export async function notificationStateOf(
  app: Pick<App, 'clock' | 'store'>,
  booking: PlainBooking,
): Promise<NotificationState | undefined> {
  if (!(await findManuallyNotified(app, [booking])).has(booking.id)) return undefined;
  if (notifierOf(booking) === 'member') return 'from_you';
  return (await app.store.notifiedCarriers.list([booking.id])).length === 0 ? 'due' : 'told';
}

/** Those of these bookings whose carriers hear of something from a person, whether somebody has told them or not. */
export async function findManuallyNotified(
  app: Pick<App, 'clock' | 'store'>,
  bookings: readonly PlainBooking[],
): Promise<ReadonlySet<BookingId>> {
  const unsaid = new Map(
    bookings
      .filter(
        (one) =>
          notifierOf(one) !== undefined &&
          one.confirmation !== undefined &&
          isInTime(app, one.confirmation),
      )
      .map(({ id, confirmation }) => [id, manualRequestsOf(confirmation)]),
  );
  const bookingIds = [...unsaid.keys()];
  const shipments = await app.store.shipments.listByReferences({ bookingIds, connotes: [] });
  // Once a scan says that the carrier has it, nobody need tell of the pickup.
  const isOpen = ({ bookingId: id, stage }: (typeof shipments)[number]): boolean =>
    noticePeriodOf(unsaid.get(id) ?? []).stages.includes(stage);
  return new Set(shipments.filter(isOpen).map(({ bookingId: id }) => id));
}

function isInTime(
  app: Pick<App, 'clock'>,
  { pickupDate, unsaid = [] }: Pick<Confirmation, 'pickupDate' | 'unsaid'>,
): boolean {
  return pickupDate >= homeDay(app.clock.nowMs(), -noticePeriodOf(unsaid).days);
}

/** Carriers are told in the morning: nobody is called at midnight because a new day has begun. */
const officeOpensAtMinute = 8 * 60;

/** The last day whose pickups somebody should have told by now: `2026-11-16`. */
export function pickupsDueUntil(app: Pick<App, 'clock'>): string {
  const { minute } = localTime(homeZone, app.clock.nowMs());
  return homeDay(app.clock.nowMs(), minute < officeOpensAtMinute ? -1 : 0);
}
