// A member's own booking as the pages of the members area show it: as every client has it, and what only a person wants to
// know. The public generations' shape is not touched by it.
import { type Static, Type } from 'typebox';
import type { Booking } from '../../domain/bookings/booking.ts';
import { BookingReply, type BookingShown, presentBooking } from './booking.ts';

export const OwnBookingReply = Type.Object(
  {
    ...BookingReply.properties,
    carrier_hears: Type.Optional(
      Type.Enum(['due', 'told'], {
        description: 'A person tells the carrier about the pickup: still has to, or has',
      }),
    ),
  },
  { $id: 'AccountBooking' },
);

export function presentOwnBooking(
  booking: Booking,
  shown: BookingShown,
  hears: 'due' | 'told' | undefined,
): Static<typeof OwnBookingReply> {
  const presented = presentBooking(booking, shown);
  return hears === undefined ? presented : { ...presented, carrier_hears: hears };
}
