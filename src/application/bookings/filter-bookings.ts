// A member's bookings by carrier, status and day. Each query reads a limited number of bookings, however long the
// member's history and however few match.
import type { PlainBooking } from '../../domain/bookings/booking.ts';
import type { BookingOrder } from '../../domain/bookings/booking-order.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, BookingFilter } from '../ports.ts';

const lookedAtOnce = 1_000;

export const unfiltered: BookingFilter = {
  carrier: undefined,
  status: undefined,
  fromMs: undefined,
  beforeMs: undefined,
};

/** All matching bookings for a file, newest first. */
export async function* filteredBookings(
  app: App,
  { member: { id: memberId } }: SignedInCaller,
  filter: BookingFilter,
): AsyncGenerator<readonly PlainBooking[]> {
  let { beforeMs } = filter;
  do {
    const { found, nextBeforeMs } = await app.store.bookings.listFiltered({
      owner: memberId,
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
  const bookedAtMs = bookedAtMsOf(booking);
  return (
    booking.status !== 'new' &&
    (carrier === undefined || booking.confirmation?.carrier === carrier) &&
    (status === undefined || booking.status === status) &&
    (fromMs === undefined || bookedAtMs >= fromMs) &&
    (beforeMs === undefined || bookedAtMs < beforeMs)
  );
}

function bookedAtMsOf({ confirmedAtMs, createdAtMs }: PlainBooking): number {
  return confirmedAtMs ?? createdAtMs;
}

/** The same orders as `listFiltered`; newest first among equals, and without an order. */
export function inOrder(
  bookings: readonly PlainBooking[],
  order: BookingOrder | undefined,
): readonly PlainBooking[] {
  const newestFirst = bookings.toSorted((one, other) => other.id - one.id);
  if (order === undefined) return newestFirst;
  const value = valuesByOrder[order.by];
  const sign = order.isDescending ? -1 : 1;
  const equal = order.by === 'booked' && sign === 1 ? newestFirst.reverse() : newestFirst;
  return equal.sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    return a === b ? 0 : a < b ? -sign : sign;
  });
}

const valuesByOrder: Record<BookingOrder['by'], (booking: PlainBooking) => string | number> = {
  booked: bookedAtMsOf,
  carrier: ({ confirmation }) => confirmation?.carrier ?? '',
  price: ({ confirmation }) => confirmation?.costCents ?? 0,
  status: ({ status }) => status,
};
