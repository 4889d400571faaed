// Deletes an unpaid booking, at once and for good: addresses, items and quotes stand in its one record and go with it.
// Answers of carriers that several bookings share are stored apart and name nobody; they go by age. Whatever else keeps
// the number of a deleted booking, such as an attempt to pay, never finds another under it.
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
