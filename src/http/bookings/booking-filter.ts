// Filters of a member's list of bookings: carrier, status and days. Days are those of the times shown in bookings.
import { type Static, Type } from 'typebox';
import type { BookingFilter } from '../../application/ports.ts';
import { type BookingStatus, bookingStatuses } from '../../domain/bookings/booking.ts';
import { isPaid } from '../../domain/bookings/booking-status.ts';
import { type Issue, refuseInvalid } from '../../domain/refusal.ts';
import { findDayNumber } from '../../domain/time/calendar.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { instantOf } from '../../domain/time/time-zone.ts';

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

export const unfiltered: BookingFilter = {
  carrier: undefined,
  status: undefined,
  fromMs: undefined,
  beforeMs: undefined,
};

/** Undefined without a filter. */
export function parseFilter(query: Static<typeof FilterQuery>): BookingFilter | undefined {
  const issues: Issue[] = [];
  const day = (name: 'from' | 'to'): number | undefined => {
    const text = query[name]?.trim() ?? '';
    const found = text === '' ? undefined : findDayNumber(text);
    if (text !== '' && found === undefined)
      issues.push({
        path: [name],
        sentence: `${name} "${text}" is not a day. Send YYYY-MM-DD, such as 2026-11-15.`,
      });
    return found;
  };
  const [from, to] = [day('from'), day('to')];
  if (from !== undefined && to !== undefined && from > to)
    issues.push({
      path: ['from'],
      sentence: `from ${query.from} is after to ${query.to}. Send the earlier day as from.`,
    });
  refuseInvalid(issues);
  const filter: BookingFilter = {
    carrier: query.carrier?.trim() || undefined,
    status: statuses.find((status) => status === query.status),
    fromMs: from === undefined ? undefined : instantOf(homeZone, { day: from, minute: 0 }),
    beforeMs: to === undefined ? undefined : instantOf(homeZone, { day: to + 1, minute: 0 }),
  };
  return Object.values(filter).every((part) => part === undefined) ? undefined : filter;
}
