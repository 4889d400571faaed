// Carriers that the operator has to notify: those that are not connected, about every pickup; connected ones, about
// requests that their interface cannot carry. Marking a carrier as notified is idempotent and can be undone.

import type { BookingId, PlainBooking } from '../../domain/bookings/booking.ts';
import type { Confirmation } from '../../domain/bookings/confirmation.ts';
import {
  manualRequestsOf,
  noticePeriodOf,
  notifierOf,
} from '../../domain/bookings/manual-requests.ts';
import type { Member, MemberId } from '../../domain/members/member.ts';
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
    .filter((pickup) => isInTime(app, pickup))
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
 * `due` until the operator has notified the carrier, then `told`; `from_you`: the member has to, because the booking
 * uses its own carrier account. Undefined when no notice is needed.
 */
type NotificationState = 'due' | 'told' | 'from_you';

export type Notification = {
  state: NotificationState | undefined;
  /** By whom and when the carrier was marked as notified; stays when no notice is needed any more. */
  marked: { atMs: number; by: MemberId } | undefined;
};

/** Loads the notifications of these bookings together. */
export async function loadNotifications(
  app: Pick<App, 'clock' | 'store'>,
  bookings: readonly PlainBooking[],
): Promise<(booking: PlainBooking) => Notification> {
  const [manual, marks] = await Promise.all([
    findManuallyNotified(app, bookings),
    app.store.notifiedCarriers.list(bookings.map(({ id }) => id)),
  ]);
  const markOf = new Map(marks.map((mark) => [mark.bookingId, mark]));
  return (booking) => {
    const mark = markOf.get(booking.id);
    const byOperator = mark === undefined ? 'due' : 'told';
    const state = notifierOf(booking) === 'member' ? 'from_you' : byOperator;
    return {
      state: manual.has(booking.id) ? state : undefined,
      marked: mark && { atMs: mark.notifiedAtMs, by: mark.notifiedBy },
    };
  };
}

/** The bookings whose carrier a person has to notify, or had to. */
async function findManuallyNotified(
  app: Pick<App, 'clock' | 'store'>,
  bookings: readonly PlainBooking[],
): Promise<ReadonlySet<BookingId>> {
  const manual = new Map(
    bookings
      .filter(
        (booking) =>
          notifierOf(booking) !== undefined &&
          booking.confirmation !== undefined &&
          isInTime(app, booking.confirmation),
      )
      .map(({ id, confirmation }) => [id, manualRequestsOf(confirmation)]),
  );
  const shipments = await app.store.shipments.listByReferences({
    bookingIds: [...manual.keys()],
    connotes: [],
  });
  const isOpen = ({ bookingId: id, stage }: (typeof shipments)[number]): boolean =>
    noticePeriodOf(manual.get(id) ?? []).stages.includes(stage);
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
