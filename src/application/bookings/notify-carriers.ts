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
import { type Issue, Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { dayMs } from '../../domain/time/durations.ts';
import { homeDay, homeZone } from '../../domain/time/home-clock.ts';
import { localTime } from '../../domain/time/time-zone.ts';
import type { App, UnnotifiedPickup } from '../ports.ts';
import { carrierNameOf } from '../tracking/shipment-words.ts';

/** Pickups are offered only a few days ahead, so older bookings need no notice. */
const confirmedSinceMs = 21 * dayMs;
export const mostPickupsListed = 1000;

/** The next pickup first. */
export async function listPickupsToNotify(app: App): Promise<UnnotifiedPickup[]> {
  const sinceMs = app.clock.nowMs() - confirmedSinceMs;
  const pickups = await app.store.notifiedCarriers.listUnnotified({
    sinceMs,
    limit: mostPickupsListed,
  });
  return pickups
    .filter((pickup) => isInTime(app, pickup))
    .sort(
      (one, other) =>
        one.pickupDate.localeCompare(other.pickupDate) || one.bookingId - other.bookingId,
    );
}

/** The pickups that one carrier has to be notified about on one day. */
export type RunSheet = {
  /** The carrier's name, shared by all of its services. */
  carrier: string;
  pickupDate: string;
  pickups: readonly PickupToNotify[];
};

export type PickupToNotify = { booking: PlainBooking; member: Member | undefined };

/** The next day first, then by carrier. */
export async function listRunSheets(
  app: App,
  only: { carrier?: string | undefined; day?: string | undefined } = {},
): Promise<RunSheet[]> {
  const waiting = (await listPickupsToNotify(app)).filter(
    ({ pickupDate }) => only.day === undefined || pickupDate === only.day,
  );
  const ids = waiting.map(({ bookingId: id }) => id);
  const [bookings, members] = await Promise.all([
    app.store.bookings.listPlain('operator', ids),
    app.store.members.findMany([...new Set(waiting.map(({ memberId }) => memberId))]),
  ]);
  const bookingOf = new Map(bookings.map((booking) => [booking.id, booking]));
  const sheets = new Map<string, RunSheet & { pickups: PickupToNotify[] }>();
  for (const { bookingId: id, memberId, pickupDate } of waiting) {
    const booking = bookingOf.get(id);
    if (booking?.confirmation === undefined) continue;
    const carrier = carrierNameOf(app, booking.confirmation.carrier);
    if (only.carrier !== undefined && only.carrier !== carrier) continue;
    const name = `${pickupDate} ${carrier}`;
    const sheet = sheets.get(name) ?? { carrier, pickupDate, pickups: [] };
    sheet.pickups.push({ booking, member: members.get(memberId) });
    sheets.set(name, sheet);
  }
  return [...sheets].sort(([one], [other]) => one.localeCompare(other)).map(([, sheet]) => sheet);
}

/** `pickupDate`: the day that the carrier was given; undefined if the request does not say. */
export type NotifiedPickup = { id: BookingId; pickupDate: string | undefined };

/**
 * All of these bookings, or none: one that needs no notice, or whose pickup was moved meanwhile, is refused by its
 * number.
 */
export async function markNotified(
  app: App,
  operator: Member,
  pickups: readonly NotifiedPickup[],
): Promise<void> {
  const ids = pickups.map(({ id }) => id);
  const by = { notifiedAtMs: app.clock.nowMs(), notifiedBy: operator.id };
  await app.store.transaction(async (store) => {
    // A member moves or cancels a pickup only under this lock.
    await store.bookings.lockAll(ids);
    const bookings = await getBookings({ store }, ids);
    refuseInvalid(bookings.flatMap((booking, n) => noticeIssues(booking, pickups[n], n)));
    await store.notifiedCarriers.add(ids, by);
  });
}

function noticeIssues(
  booking: PlainBooking,
  pickup: NotifiedPickup | undefined,
  n: number,
): Issue[] {
  const path = ['bookings', n];
  if (notifierOf(booking) !== 'operator')
    return [{ path, problem: 'no_notice_needed', booking: booking.id }];
  const date = booking.confirmation?.pickupDate ?? '';
  return (pickup?.pickupDate ?? date) === date
    ? []
    : [{ path, problem: 'pickup_moved', booking: booking.id, date }];
}

/** Undoes `markNotified`. */
export async function unmarkNotified(app: App, ids: readonly BookingId[]): Promise<void> {
  await getBookings(app, ids);
  await app.store.notifiedCarriers.remove(ids);
}

async function getBookings(
  app: Pick<App, 'store'>,
  ids: readonly BookingId[],
): Promise<PlainBooking[]> {
  const found = await app.store.bookings.listPlain('operator', ids);
  const bookingOf = new Map(found.map((booking) => [booking.id, booking]));
  return ids.map((id) => {
    const booking = bookingOf.get(id);
    if (booking !== undefined) return booking;
    throw new Refusal({ code: 'booking_not_found', id, isOfAnyMember: true });
  });
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
