// A member's own bookings: one, or a page of them. Another member's does not exist for this one.
import type { Booking, BookingId } from '../../domain/bookings/booking.ts';
import { Refusal } from '../../domain/refusal.ts';
import { dayMs } from '../../domain/time/durations.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, BookingsShown } from '../ports.ts';

export const bookingsPerPage = 50;

/** `quotedBy`: the carrier whose quote alone is asked for. */
export async function getBooking(
  app: App,
  caller: SignedInCaller,
  id: BookingId,
  quotedBy?: string,
): Promise<Booking> {
  const booking = await app.store.bookings.find(id, caller.member.id, quotedBy);
  if (booking === undefined) throw new Refusal({ code: 'booking_not_found', id });
  return booking;
}

export type BookingListWish = {
  sinceMs: number | undefined;
  text: string | undefined;
  isAscending: boolean;
  page: number;
  shows?: BookingsShown | undefined;
};

/** Whoever has not acted on a failed delivery by then has done so elsewhere; and of what is still pending nobody will hear. */
const followedForMs = 60 * dayMs;

export async function listBookings(
  app: App,
  caller: SignedInCaller,
  wish: BookingListWish,
): Promise<Booking[]> {
  const nowMs = app.clock.nowMs();
  return await app.store.bookings.list({
    memberId: caller.member.id,
    sinceMs: wish.sinceMs,
    text: wish.text,
    isAscending: wish.isAscending,
    shows: wish.shows,
    followedSinceMs: nowMs - followedForMs,
    demosUntilMs: nowMs - app.tracking.demoJourneyMs,
    limit: bookingsPerPage,
    skip: (wish.page - 1) * bookingsPerPage,
  });
}
