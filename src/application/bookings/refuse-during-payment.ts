// Refuses changes of a booking while a payment for it is open.
import type { Booking } from '../../domain/bookings/booking.ts';
import { isUnsettled } from '../../domain/bookings/booking-status.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Store } from '../ports.ts';

/** Until the outcome of a charge and its consignment is known, the booking belongs to recovery. */
export async function refuseDuringPayment(store: Store, { id, status }: Booking): Promise<void> {
  if (!isUnsettled(status)) return;
  const payments = await store.payments.listOfBooking(id);
  const isOpen = payments.some(
    ({ kind, retryAtMs }) => kind === 'charge' && retryAtMs !== undefined,
  );
  if (isOpen) throw new Refusal({ code: 'payment_under_way', id });
}
