// Deletes an unpaid booking permanently, with its addresses, items and quotes, which are in the same record.
// Carriers' answers that several bookings share contain no personal data and expire by age. The booking's number is
// never reused, so other records that keep it, such as payment attempts, cannot refer to a different booking.
import { type BookingId, refuseUnlessNew } from '../../domain/bookings/booking.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { getBooking } from './read-bookings.ts';

export async function deleteBooking(
  app: App,
  caller: SignedInCaller,
  id: BookingId,
): Promise<void> {
  if (await app.store.bookings.removeUnpaid(id, caller.member.id)) return;
  refuseUnlessNew(await getBooking(app, caller, id));
  // A payment was declined between the two queries, so the booking is unpaid again.
  throw new Refusal({ code: 'booking_changed', id });
}
