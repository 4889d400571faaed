// Filters and order of lists of bookings: carrier, status and days. Days are those of the times shown in bookings.
import { type Static, Type } from 'typebox';
import type { BookingFilter } from '../../application/ports.ts';
import { type BookingStatus, bookingStatuses } from '../../domain/bookings/booking.ts';
import { type BookingOrder, bookingOrders } from '../../domain/bookings/booking-order.ts';
import { isPaid } from '../../domain/bookings/booking-status.ts';
import { parseDays } from '../server/list-query.ts';

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

/** A minus sign begins the descending orders. */
const orders = bookingOrders.flatMap((by) => [by, `-${by}`] as const);

export const OrderQuery = Type.Object({
  sort: Type.Optional(
    Type.Enum([...orders, ''], {
      description: 'A field, with a minus sign for descending; the newest come first without it',
    }),
  ),
});

export function parseOrder({ sort = '' }: Static<typeof OrderQuery>): BookingOrder | undefined {
  const by = bookingOrders.find((one) => one === sort.replace(/^-/, ''));
  return by === undefined ? undefined : { by, isDescending: sort.startsWith('-') };
}

/** Undefined without a filter. */
export function parseFilter(query: Static<typeof FilterQuery>): BookingFilter | undefined {
  const filter: BookingFilter = {
    carrier: query.carrier?.trim() || undefined,
    status: statuses.find((status) => status === query.status),
    ...parseDays(query),
  };
  return Object.values(filter).every((part) => part === undefined) ? undefined : filter;
}
