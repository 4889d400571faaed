// The customs declaration of a booking, before it is confirmed; the latest one counts. The booking is locked during
// the write, so that a declaration for a booking that is being paid or deleted is refused.
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

/**
 * The declaration that applies. A booking that was changed to stay within Australia has none, even if one is stored.
 */
export async function declarationOf(
  { store }: App,
  booking: PlainBooking,
): Promise<CustomsDeclaration | undefined> {
  return isInternational(booking) ? await store.declarations.find(booking.id) : undefined;
}
