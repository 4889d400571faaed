// Finishes cancellations that a crash or a lost answer left half done: the carrier was asked to take a consignment back, and the
// booking still stands. Without this a member would go on paying for what nobody carries. Asking again does no harm, and
// what the carrier keeps after all stays booked.
import { Refusal } from '../../domain/refusal.ts';
import { cancelBooking } from '../bookings/cancel-booking.ts';
import type { App } from '../ports.ts';

const mostAtOnce = 20;

/** How many were finished. One that fails is left for the next time and holds up no other. */
export async function finishCancellations(app: App): Promise<number> {
  const carriers = app.connections.connectors.map(({ carrier }) => carrier);
  const { sentConsignments } = app.store;
  let finished = 0;
  for (const { bookingId, carrier, reference } of await sentConsignments.listCancelling(
    carriers,
    mostAtOnce,
  )) {
    try {
      await cancelBooking(app, bookingId);
      finished += 1;
      app.log.info({ booking: bookingId, carrier }, 'a cancellation was finished afterwards');
    } catch (error) {
      if (!(error instanceof Refusal)) {
        app.log.error({ err: error, booking: bookingId }, 'a cancellation could not be finished');
        continue;
      }
      const now = await app.store.bookings.findForAnyMember(bookingId);
      // Somebody was quicker; or the booking has gone on without this consignment.
      if (now?.status === 'cancelled' || now?.confirmation?.reference !== reference)
        await sentConsignments.markCancelled(reference);
      else
        app.log.warn({ err: error, booking: bookingId, carrier }, 'a booking is not cancelled yet');
    }
  }
  return finished;
}
