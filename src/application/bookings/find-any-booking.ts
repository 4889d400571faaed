// The booking an operator means, whoever's it is, and whether recovery is still on it.
import type { Booking, BookingId } from '../../domain/bookings/booking.ts';
import { isUnsettled } from '../../domain/bookings/booking-status.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Store } from '../ports.ts';

export async function getAnyBooking(store: Store, id: BookingId): Promise<Booking> {
  const booking = await store.bookings.findForAnyMember(id);
  if (booking === undefined)
    throw new Refusal({ code: 'booking_not_found', id, isOfAnyMember: true });
  return booking;
}

/** A charge or a consignment whose outcome is not known yet must be left to recovery. */
export async function refuseDuringPayment(store: Store, { id, status }: Booking): Promise<void> {
  if (!isUnsettled(status)) return;
  const payments = await store.payments.listOfBooking(id);
  const isOpen = payments.some(
    ({ kind, retryAtMs }) => kind === 'charge' && retryAtMs !== undefined,
  );
  if (isOpen) throw new Refusal({ code: 'payment_under_way', id });
}
