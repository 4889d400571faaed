// Filters and order of lists of bookings: carrier, status and days. Days are those of the times shown in bookings.
import { type Static, Type } from 'typebox';
import type { BookingFilter } from '../../application/ports.ts';
import { type BookingStatus, bookingStatuses } from '../../domain/bookings/booking.ts';
import { bookingOrders } from '../../domain/bookings/booking-order.ts';
import { isPaid } from '../../domain/bookings/booking-status.ts';
import { parseDays, sortingParam } from '../server/list-query.ts';

const longestCarrier = 100;
const statuses: readonly BookingStatus[] = bookingStatuses.filter(isPaid);

export const FilterQuery = Type.Object({
  carrier: Type.Optional(
    Type.String({ maxLength: longestCarrier, description: 'A key of quotes, or demo' }),
  ),
  status: Type.Optional(Type.Enum([...statuses, ''])),
  from: Type.Optional(Type.String({ description: 'YYYY-MM-DD: booked on this day or later' })),
  to: Type.Optional(Type.String({ description: 'YYYY-MM-DD: booked on this day or before' })),
});

export const BookingSortParam = sortingParam(bookingOrders);

/** Undefined without a filter. */
export function parseFilter(query: Static<typeof FilterQuery>): BookingFilter | undefined {
  const filter: BookingFilter = {
    carrier: query.carrier?.trim() || undefined,
    status: statuses.find((status) => status === query.status),
    ...parseDays(query),
  };
  return Object.values(filter).every((part) => part === undefined) ? undefined : filter;
}
