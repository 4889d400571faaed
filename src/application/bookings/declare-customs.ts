// The customs declaration of a booking, given before it is confirmed; the last one given counts. The booking is held
// while it is written: one that is paid or deleted at the same moment is refused, not declared behind its back.
import {
  type BookingId,
  type PlainBooking,
  refuseUnlessNew,
} from '../../domain/bookings/booking.ts';
import {
  type CustomsDeclaration,
  isInternational,
} from '../../domain/bookings/customs-declaration.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';

export async function declareCustoms(
  app: App,
  caller: SignedInCaller,
  id: BookingId,
  declaration: CustomsDeclaration,
): Promise<void> {
  await app.store.transaction(async (store) => {
    const booking = await store.bookings.lock(id, caller.member.id);
    if (booking === undefined) throw new Refusal({ code: 'booking_not_found', id });
    refuseUnlessNew(booking);
    await store.declarations.save(id, declaration, app.clock.nowMs());
  });
}

/** What counts of a booking. One that was changed and stays in the country has none, whatever was declared before. */
export async function declarationOf(
  { store }: App,
  booking: PlainBooking,
): Promise<CustomsDeclaration | undefined> {
  return isInternational(booking) ? await store.declarations.find(booking.id) : undefined;
}
