// Carriers that the operator has to notify: those that are not connected, about every pickup; connected ones, about
// requests that their interface cannot carry. Marking a carrier as notified is idempotent and can be undone.

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

/** Pickups are offered only a few days ahead, so older bookings need no notice. */
const confirmedSinceMs = 21 * dayMs;
const mostListed = 1000;

/** The next pickup first. */
export async function listPickupsToNotify(app: App): Promise<UnnotifiedPickup[]> {
  const sinceMs = app.clock.nowMs() - confirmedSinceMs;
  const pickups = await app.store.notifiedCarriers.listUnnotified({ sinceMs, limit: mostListed });
  return pickups
    .filter((one) => isInTime(app, one))
    .sort(
      (one, other) =>
        one.pickupDate.localeCompare(other.pickupDate) || one.bookingId - other.bookingId,
    );
}

export async function markNotified(app: App, operator: Member, id: BookingId): Promise<void> {
  const booking = await getBooking(app, 'operator', id);
  if (notifierOf(booking) !== 'operator')
    refuseInvalid([{ path: ['id'], problem: 'no_notice_needed', booking: id }]);
  const notifiedAtMs = app.clock.nowMs();
  await app.store.notifiedCarriers.add({ bookingId: id, notifiedAtMs, notifiedBy: operator.id });
}

/** Undoes `markNotified`. */
export async function unmarkNotified(app: App, id: BookingId): Promise<void> {
  await getBooking(app, 'operator', id);
  await app.store.notifiedCarriers.remove(id);
}

/**
 * As shown to the member: `due` until the operator has notified the carrier, then `told`; `from_you` if the member
 * has to, because the booking uses the member's own carrier account.
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

/** Which of these bookings need, or needed, the operator to notify the carrier. */
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

/** Carriers are called in the morning, so a new day raises no alarm at midnight. */
const officeOpensAtMinute = 8 * 60;

/** The last day whose carriers should have been notified by now: `2026-11-16`. */
export function pickupsDueUntil(app: Pick<App, 'clock'>): string {
  const { minute } = localTime(homeZone, app.clock.nowMs());
  return homeDay(app.clock.nowMs(), minute < officeOpensAtMinute ? -1 : 0);
}
