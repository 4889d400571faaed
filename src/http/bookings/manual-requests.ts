// Requests that a connected carrier does not receive over the network, so a person must pass them on.
import { type Static, Type } from 'typebox';
import type { PlainBooking } from '../../domain/bookings/booking.ts';
import { manualRequestsOf } from '../../domain/bookings/manual-requests.ts';

export const Unsaid = Type.Array(
  Type.Enum(['pickup', 'pickup_off', 'tailgate_pickup', 'tailgate_delivery']),
  {
    description:
      'What its carrier did not hear with the booking, or when it was cancelled (`pickup_off`); empty where it is not connected at all',
  },
);

export const PickupNumber = Type.Union([Type.String(), Type.Null()], {
  description: 'The carrier’s number of the pickup, if known',
});

export function presentPickupNumber({ confirmation }: PlainBooking): Static<typeof PickupNumber> {
  return confirmation?.pickupNumber || null;
}

export function presentUnsaid({ confirmation }: PlainBooking): Static<typeof Unsaid> {
  return [...manualRequestsOf(confirmation)];
}
