// Reads one booking, or a page of a member's bookings. For a member, other members' bookings do not exist.
import type { Booking, BookingId } from '../../domain/bookings/booking.ts';
import { Refusal } from '../../domain/refusal.ts';
import { dayMs } from '../../domain/time/durations.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, BookingsShown, Store } from '../ports.ts';

export const bookingsPerPage = 50;

/** A member sees its own bookings, the operator all of them. */
export type Reader = Pick<SignedInCaller, 'member'> | 'operator';

/** `quotedBy`: read this carrier's quote only. */
export async function getBooking(
  { store }: { store: Pick<Store, 'bookings'> },
  reader: Reader,
  id: BookingId,
  quotedBy?: string,
): Promise<Booking> {
  const booking =
    reader === 'operator'
      ? await store.bookings.findForAnyMember(id)
      : await store.bookings.find(id, reader.member.id, quotedBy);
  if (booking !== undefined) return booking;
  throw new Refusal({
    code: 'booking_not_found',
    id,
    ...(reader === 'operator' ? { isOfAnyMember: true } : {}),
  });
}

export type BookingListRequest = {
  sinceMs: number | undefined;
  text: string | undefined;
  isAscending: boolean;
  page: number;
  shows?: BookingsShown | undefined;
};

/** Older bookings have been delivered, or the problem was solved without us. */
const followedForMs = 60 * dayMs;

export async function listBookings(
  app: App,
  caller: SignedInCaller,
  { page, ...filter }: BookingListRequest,
): Promise<Booking[]> {
  const nowMs = app.clock.nowMs();
  return await app.store.bookings.list({
    ...filter,
    memberId: caller.member.id,
    followedSinceMs: nowMs - followedForMs,
    demosUntilMs: nowMs - app.tracking.demoJourneyMs,
    limit: bookingsPerPage,
    skip: (page - 1) * bookingsPerPage,
  });
}
