// An operator sets a booking's status by hand. If the carrier never answered whether it has the booking, the operator
// enters the carrier's connote, and the held credit becomes owed. Cancelling includes a refund and is a use case of
// its own.
import type { Booking, BookingId, BookingStatus } from '../../domain/bookings/booking.ts';
import {
  isCarrierAwaited,
  isSettled,
  isWithCarrier,
  mayMoveByHand,
} from '../../domain/bookings/booking-status.ts';
import { longestConnote } from '../../domain/bookings/connote.ts';
import { postHold, sellOnCredit } from '../../domain/payments/ledger.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { App, Store } from '../ports.ts';
import { beginTracking } from '../tracking/begin-tracking.ts';
import { markOrderBooked, noteBooking, notePayment } from '../webhooks/note-events.ts';
import { cancelBooking } from './cancel-booking.ts';
import { getBooking } from './read-bookings.ts';
import { refuseDuringPayment } from './refuse-during-payment.ts';

export type StatusInput = { status: BookingStatus; connote: string | undefined };

const writtenConnote = new RegExp(`^[\\x21-\\x7e]{1,${longestConnote}}$`);

export async function setBookingStatus(
  app: App,
  id: BookingId,
  { status: to, connote }: StatusInput,
): Promise<Booking> {
  if (connote !== undefined && !writtenConnote.test(connote))
    refuseInvalid([{ path: ['connote'], problem: 'connote_form', most: longestConnote }]);
  const now = await getBooking(app, 'operator', id);
  // A repeated request has nothing to change.
  if (now.status === to && (connote === undefined || connote === now.connote)) return now;
  if (to === 'cancelled') return await cancelBooking(app, id);
  return await app.store.transaction(async (store) => {
    const before = await getBooking({ store }, 'operator', id);
    const { status: from } = before;
    if (!mayMoveByHand(from, to)) throw new Refusal({ code: 'status_not_possible', id, from, to });
    const isBooked = isWithCarrier(to);
    if (isCarrierAwaited(from) && isBooked) {
      if (connote === undefined && before.connote === undefined)
        refuseInvalid([{ path: ['connote'], problem: 'connote_missing' }]);
      await closePayment(app, store, before);
    } else {
      // While recovery is in progress, only the carrier's answer, or the operator's word for it, may settle the
      // booking.
      await refuseDuringPayment(store, before);
    }
    const confirmedAtMs = isBooked ? (before.confirmedAtMs ?? app.clock.nowMs()) : undefined;
    if (!(await store.bookings.settle(id, { from, to, connote, confirmedAtMs })))
      throw new Refusal({ code: 'status_not_possible', id, from, to });
    if (before.connote !== undefined && connote !== undefined && connote !== before.connote)
      await store.bookings.retireConnote(before.connote);
    if (isSettled(to)) await markOrderBooked(app, store, before);
    const after = await getBooking({ store }, 'operator', id);
    await noteBooking(app, store, from, after);
    // With the same connote, tracking continues as before.
    const isRenumbered = after.connote !== before.connote;
    // It was of another parcel.
    if (isRenumbered) await store.deliveryProofs.forgetReport(id);
    if (isBooked && (isRenumbered || (await store.shipments.find(id)) === undefined))
      await beginTracking(app, store, after, 'carrier');
    return after;
  });
}

/** The carrier has the booking: the held amount becomes owed, and recovery is complete. */
async function closePayment(app: App, store: Store, booking: Booking): Promise<void> {
  // Without a confirmation there is no open payment: earlier attempts were given up.
  if (booking.confirmation === undefined) return;
  const payments = await store.payments.listOfBooking(booking.id);
  const payment = payments.findLast(
    ({ kind, status }) => kind === 'charge' && status !== 'declined',
  );
  if (payment === undefined || payment.status === 'unknown') return;
  const { id: paymentId, memberId, bookingId, amountCents, methodId, status } = payment;
  const change = { status: 'charged', retryAtMs: undefined, evenIfSettled: true } as const;
  // The hold may expire at this moment, and the entries below depend on whether it has.
  if (!(await store.payments.change(paymentId, { from: [status], ...change })))
    throw new Refusal({ code: 'payment_under_way', id: booking.id });
  if (status !== 'charged') await notePayment(app, store, { ...payment, status: 'charged' });
  if (methodId !== undefined || status === 'charged') return;
  const of = { paymentId, memberId, bookingId };
  // After an expired hold the amount is owed all the same, because the parcel travels.
  const entries = status === 'pending' ? postHold(of, amountCents) : sellOnCredit(of, amountCents);
  await store.ledger.post(entries, { nowMs: app.clock.nowMs(), isLimited: false });
}
