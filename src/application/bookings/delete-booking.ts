// Deletes an unpaid booking, at once and for good: addresses, items and quotes stand in its one record and go with it.
// Records of money and the journal of requests keep its number, which is never given to another.
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
  // A payment was declined between the two looks, so that it is unpaid again.
  throw new Refusal({ code: 'booking_changed', id });
}
