// A member's bookings by carrier, status and day. Each query reads a limited number of bookings, however long the
// member's history and however few match.
import type { PlainBooking } from '../../domain/bookings/booking.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, BookingFilter } from '../ports.ts';

const lookedAtOnce = 1_000;

/** All matching bookings for a file, newest first. */
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
