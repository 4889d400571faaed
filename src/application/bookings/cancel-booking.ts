// Cancels a booking, for the operator or for its member. Every amount that the ledger shows as taken for it,
// adjustments included, is refunded: to the credit account at once, to a card or wallet through the gateway. Its order
// can be booked again.
//
// A connected carrier is asked first; if it refuses, the booking stays. The request is recorded before it is sent and
// stays open until the booking is cancelled, so after a crash or a lost answer a job repeats it
// (`finishCancellations`). Repeating is safe, because cancelling is idempotent. With any other carrier, and for a
// pickup that was requested, the operator has to cancel directly.

import type { Booking, BookingId, PlainBooking } from '../../domain/bookings/booking.ts';
import { mayMoveByHand } from '../../domain/bookings/booking-status.ts';
import { isDemoConfirmation } from '../../domain/bookings/confirmation.ts';
import { withPickupToCancel } from '../../domain/bookings/manual-requests.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import {
  balanceOf,
  keptOfGateway,
  type NewLedgerEntry,
  oweRefund,
  reverseSale,
  voidHold,
} from '../../domain/payments/ledger.ts';
import { newRefund, type Payment } from '../../domain/payments/payment.ts';
import { Refusal } from '../../domain/refusal.ts';
import { releaseOrder } from '../orders/release-order.ts';
import type { App, CancelWay, Store } from '../ports.ts';
import { noteBooking, notePayment } from '../webhooks/note-events.ts';
import { newPaymentKey } from './claim-confirmation.ts';
import { getBooking } from './read-bookings.ts';
import { refuseDuringPayment } from './refuse-during-payment.ts';
import { addRefund, performRefund } from './return-money.ts';

/** Refuses by throwing, in the transaction that cancels. */
export type CancelCheck = (store: Store, now: Booking) => Promise<void>;

export async function cancelBooking(
  app: App,
  id: BookingId,
  check?: CancelCheck,
): Promise<Booking> {
  const cancelledReference = await cancelWithCarrier(app, id);
  const { booking, refund } = await app.store.transaction(async (store) => {
    const before = await getBooking({ store }, 'operator', id);
    const { status: from } = before;
    await refuseDuringPayment(store, before);
    await check?.(store, before);
    // The booking was confirmed after the carrier was asked, so the carrier has a consignment that was not cancelled.
    if (before.confirmation?.reference !== cancelledReference)
      throw new Refusal({ code: 'booking_changed', id });
    const to = 'cancelled' as const;
    const isNotified = (await store.notifiedCarriers.list([id])).length > 0;
    const ordered = withPickupToCancel(before.confirmation, { isNotified });
    const move = { from, to, connote: undefined, confirmedAtMs: undefined, confirmation: ordered };
    if (from === to || !(await store.bookings.settle(id, move)))
      throw new Refusal({ code: 'status_not_possible', id, from, to });
    const reference = before.confirmation?.reference ?? '';
    if (reference !== '') await store.sentConsignments.markCancelled(reference);
    // The earlier notification was about the pickup, not about its cancellation.
    if (ordered !== undefined) await store.notifiedCarriers.remove([id]);
    await releaseOrder(app, store, before);
    const changed = ordered === undefined ? {} : { confirmation: ordered };
    const booking = { ...before, status: to, ...changed };
    await noteBooking(app, store, from, booking);
    return { booking, refund: await reverseCharges(app, store, before) };
  });
  // The refund is recorded: if this call fails or the process dies, a job completes it.
  if (refund !== undefined) await performRefund(app, refund);
  return booking;
}

/** How the carrier will be notified of a cancellation. */
export async function cancelWayOf(
  { connections }: App,
  { confirmation }: PlainBooking,
): Promise<CancelWay> {
  if (confirmation === undefined || isDemoConfirmation(confirmation)) return 'not_with_carrier';
  const { reference } = confirmation;
  return reference === '' ? 'by_hand' : await connections.cancelWay(reference);
}

/**
 * Cancels with the carrier and returns the reference of that confirmation; undefined without a confirmation.
 */
async function cancelWithCarrier(app: App, id: BookingId): Promise<string | undefined> {
  const booking = await getBooking(app, 'operator', id);
  const { status: from, confirmation } = booking;
  const to = 'cancelled' as const;
  if (from === to || !mayMoveByHand(from, to)) return confirmation?.reference;
  await refuseDuringPayment(app.store, booking);
  if (confirmation === undefined || confirmation.reference === '') return confirmation?.reference;
  const { carrier, reference } = confirmation;
  const answer = await app.connections.cancel(reference);
  switch (answer.outcome) {
    case 'cancelled':
    case 'not_with_carrier':
      return reference;
    case 'by_hand':
      app.log.warn({ booking: id, carrier }, 'somebody must cancel a booking with its carrier');
      return reference;
    case 'refused':
      throw new Refusal({ code: 'cancellation_refused', id, carrier, reason: answer.reason });
    case 'unknown':
      throw new Refusal({ code: 'cancellation_unknown', id, carrier, reason: answer.reason });
  }
}

/** Reverses every amount taken for the booking. Returns the refund to request from the gateway, if any. */
async function reverseCharges(
  app: App,
  store: Store,
  { id: bookingId, memberId }: Booking,
): Promise<Payment | undefined> {
  if (memberId === undefined) return undefined;
  const payments = await store.payments.listOfBooking(bookingId);
  const charge = payments.findLast(
    ({ kind, status }) => kind === 'charge' && (status === 'charged' || status === 'pending'),
  );
  // Before the ledger is read: every process that ends a hold changes its payment first, so the hold is released
  // once.
  if (charge?.status === 'pending') {
    const change = { status: 'void', retryAtMs: undefined, evenIfSettled: true } as const;
    if (await store.payments.change(charge.id, { from: ['pending'], ...change }))
      await notePayment(app, store, { ...charge, status: 'void' });
  }
  const { owedCents, heldCents, keptCents } = await takenFor(store, { bookingId, memberId });
  const of = { bookingId, memberId, paymentId: charge?.id };
  const entries: NewLedgerEntry[] = [
    ...reverseSale(of, owedCents),
    ...voidHold(of, heldCents),
    ...oweRefund(of, keptCents),
  ];
  await store.ledger.post(entries, { nowMs: app.clock.nowMs(), isLimited: false });
  if (charge === undefined) return undefined;
  if (owedCents > 0) await noteCreditRefund(app, store, charge, owedCents);
  return keptCents > 0
    ? await addRefund(app, store, { ...charge, amountCents: keptCents })
    : undefined;
}

/** The amounts taken for a booking and not refunded: owed, held on credit, and kept by the gateway. */
export async function takenFor(
  store: Pick<Store, 'ledger'>,
  of: { bookingId: BookingId; memberId: MemberId },
): Promise<{ owedCents: Cents; heldCents: Cents; keptCents: Cents }> {
  const taken = await store.ledger.listOfBooking(of);
  return {
    owedCents: Math.max(0, balanceOf(taken, 'owed')),
    heldCents: balanceOf(taken, 'held'),
    keptCents: keptOfGateway(taken),
  };
}

/** A refund to the credit account is complete at once, without a gateway. */
async function noteCreditRefund(
  app: App,
  store: Store,
  charge: Payment,
  amountCents: number,
): Promise<void> {
  const refund = newRefund(charge, {
    key: newPaymentKey(app),
    method: 'credit',
    methodId: undefined,
    amountCents,
    status: 'refunded',
    createdAtMs: app.clock.nowMs(),
    retryAtMs: undefined,
  });
  await notePayment(app, store, { ...refund, id: await store.payments.add(refund) });
}
