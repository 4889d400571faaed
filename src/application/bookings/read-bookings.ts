// Reads one booking, or a page of a member's bookings. For a member, other members' bookings do not exist.
import type { Booking, BookingId } from '../../domain/bookings/booking.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, Store } from '../ports.ts';

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
};

export async function listBookings(
  { store }: App,
  { member }: SignedInCaller,
  { page, ...filter }: BookingListRequest,
): Promise<Booking[]> {
  const skip = (page - 1) * bookingsPerPage;
  return await store.bookings.list({
    ...filter,
    memberId: member.id,
    limit: bookingsPerPage,
    skip,
  });
}
