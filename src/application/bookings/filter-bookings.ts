// What a member has booked, by carrier, status and day, a page at a time or all of it for a file. No question looks at more
// than so many bookings at once, however long a member's history is and however seldom one fits.
import type { PlainBooking } from '../../domain/bookings/booking.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, BookingFilter } from '../ports.ts';
import { bookingsPerPage } from './read-bookings.ts';

/** Also said by the page that shows the list. */
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

/** All of them, newest first. */
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

/** As the list goes by it, which has no quotes. */
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
