// A member's bookings by carrier, status and day, one page at a time or all of them for a file. Each query reads a
// limited number of bookings, however long the member's history and however few match.
import type { PlainBooking } from '../../domain/bookings/booking.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, BookingFilter } from '../ports.ts';
import { bookingsPerPage } from './read-bookings.ts';

/** The page that shows the list mentions this number. */
const newestLookedAt = 10_000;
const lookedAtOnce = 1_000;

export async function filterBookings(
  app: App,
  { member: { id: memberId } }: SignedInCaller,
  { filter, page }: { filter: BookingFilter; page: number },
): Promise<readonly PlainBooking[]> {
  const { found } = await app.store.bookings.listFiltered({
    memberId,
    filter,
    among: newestLookedAt,
    page: { limit: bookingsPerPage, skip: (page - 1) * bookingsPerPage },
  });
  return found;
}

/** All matching bookings, newest first. */
export async function* filteredBookings(
  app: App,
  { member: { id: memberId } }: SignedInCaller,
  filter: BookingFilter,
): AsyncGenerator<readonly PlainBooking[]> {
  let { beforeMs } = filter;
  do {
    const { found, nextBeforeMs } = await app.store.bookings.listFiltered({
      memberId,
      filter: { ...filter, beforeMs },
      among: lookedAtOnce,
      page: undefined,
    });
    if (found.length > 0) yield found;
    beforeMs = nextBeforeMs;
  } while (beforeMs !== undefined);
}

/** The same conditions as `listFiltered`, for a single booking. */
export function isWithin(booking: PlainBooking, filter: BookingFilter): boolean {
  const { carrier, status, fromMs, beforeMs } = filter;
  const bookedAtMs = booking.confirmedAtMs ?? booking.createdAtMs;
  return (
    booking.status !== 'new' &&
    (carrier === undefined || booking.confirmation?.carrier === carrier) &&
    (status === undefined || booking.status === status) &&
    (fromMs === undefined || bookedAtMs >= fromMs) &&
    (beforeMs === undefined || bookedAtMs < beforeMs)
  );
}
