// Finishes cancellations that a crash or a lost answer interrupted: the carrier was asked to cancel a consignment,
// but the booking is not cancelled yet. Otherwise the member would pay for a consignment that is not carried.
// Repeating the request is safe, and if the carrier refuses, the booking stays.
import { Refusal } from '../../domain/refusal.ts';
import { cancelBooking } from '../bookings/cancel-booking.ts';
import type { App } from '../ports.ts';

const mostAtOnce = 20;

/**
 * Returns the number of finished cancellations. One that fails is retried next time and does not delay the others.
 */
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
      // Another process has cancelled it, or the booking continued without this consignment.
      if (now?.status === 'cancelled' || now?.confirmation?.reference !== reference)
        await sentConsignments.markCancelled(reference);
      else
        app.log.warn({ err: error, booking: bookingId, carrier }, 'a booking is not cancelled yet');
    }
  }
  return finished;
}
