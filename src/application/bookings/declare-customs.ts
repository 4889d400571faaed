// The customs declaration of a booking, given before it is confirmed; the last one given counts.
import { type BookingId, refuseUnlessNew } from '../../domain/bookings/booking.ts';
import type { CustomsDeclaration } from '../../domain/bookings/customs-declaration.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { getBooking } from './read-bookings.ts';

export async function declareCustoms(
  app: App,
  caller: SignedInCaller,
  id: BookingId,
  declaration: CustomsDeclaration,
): Promise<void> {
  refuseUnlessNew(await getBooking(app, caller, id));
  await app.store.declarations.save(id, declaration, app.clock.nowMs());
}
