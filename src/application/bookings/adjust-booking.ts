// Records the carrier's findings after the pickup: the measured weight and its additional charges. The amount
// replaces the last one rather than adding to it, so entering the same figure twice charges once. The difference is a
// separate ledger entry on the member's credit account, however the booking was paid and even past the credit limit,
// because the carrier has charged it already. A demo costs nothing: its adjustment is shown, so that integrators see
// the field filled, and not charged.
import type { Booking, BookingId } from '../../domain/bookings/booking.ts';
import { isDemoConfirmation } from '../../domain/bookings/confirmation.ts';
import type { Cents } from '../../domain/money.ts';
import { adjust } from '../../domain/payments/ledger.ts';
import { type NotAdjustableReason, Refusal } from '../../domain/refusal.ts';
import type { App } from '../ports.ts';
import { noteBooking } from '../webhooks/note-events.ts';
import { getBooking } from './read-bookings.ts';
import { refuseDuringPayment } from './refuse-during-payment.ts';

export type Adjustment = {
  scannedGrams: number | undefined;
  additionalCents: Cents | undefined;
  /** Keeps later charges that are higher already. */
  onlyRaises?: true;
};

export async function adjustBooking(
  app: App,
  id: BookingId,
  { scannedGrams, additionalCents, onlyRaises }: Adjustment,
): Promise<Booking> {
  return await app.store.transaction(async (store) => {
    const booking = await getBooking({ store }, 'operator', id);
    refuseUnlessAdjustable(booking, additionalCents);
    await refuseDuringPayment(store, booking);
    const fromCents = booking.additionalCents ?? 0;
    const adjusted = {
      additionalCents: Math.max(additionalCents ?? fromCents, onlyRaises ? fromCents : 0),
      scannedGrams: scannedGrams ?? booking.scannedGrams ?? 0,
    };
    const read = { from: booking.status, fromCents };
    if (!(await store.bookings.adjust(id, { ...read, ...adjusted, scannedGrams })))
      throw new Refusal({ code: 'nothing_to_adjust', id, why: 'changed' });
    const { memberId } = booking;
    if (memberId !== undefined && !isDemo(booking) && adjusted.additionalCents !== fromCents) {
      const payments = await store.payments.listOfBooking(id);
      const charge = payments.findLast(
        ({ kind, status }) => kind === 'charge' && status === 'charged',
      );
      const of = { memberId, bookingId: id, paymentId: charge?.id };
      const entries = adjust(of, adjusted.additionalCents - fromCents);
      await store.ledger.post(entries, { nowMs: app.clock.nowMs(), isLimited: false });
    }
    await noteBooking(app, store, booking.status, booking);
    return { ...booking, ...adjusted };
  });
}

const isDemo = ({ confirmation }: Booking): boolean =>
  confirmation !== undefined && isDemoConfirmation(confirmation);

function refuseUnlessAdjustable(booking: Booking, additionalCents: Cents | undefined): void {
  const { id, status, confirmation } = booking;
  const refuse = (why: NotAdjustableReason): never => {
    throw new Refusal({ code: 'nothing_to_adjust', id, why });
  };
  if (status === 'new') refuse('unpaid');
  if (status === 'cancelled') refuse('cancelled');
  if (confirmation?.isOwnAccount === true && (additionalCents ?? 0) > 0) refuse('own_account');
}
