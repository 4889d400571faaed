// An operator cancels a booking, and what was paid for it goes back: off the credit account at once, to a card or wallet
// through the gateway. What goes back is what the ledger says was taken, adjustments included. Its order can be booked
// again. A connected carrier is told first: what it will not take back is not cancelled here either. That it is asked is
// written down before, and stays so until the booking is cancelled too: should the process die in between or the answer be
// lost, a job asks again (`finishCancellations`), because what is cancelled already can be cancelled again. With any other
// carrier a person cancels. A pickup that the carrier was asked for is called off by a person.

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
import { newPaymentKey } from './claim-confirmation.ts';
import { getBooking } from './read-bookings.ts';
import { refuseDuringPayment } from './refuse-during-payment.ts';
import { addRefund, performRefund } from './return-money.ts';

export async function cancelBooking(app: App, id: BookingId): Promise<Booking> {
  const told = await tellCarrier(app, id);
  const { booking, refund } = await app.store.transaction(async (store) => {
    const before = await getBooking({ store }, 'operator', id);
    const { status: from } = before;
    await refuseDuringPayment(store, before);
    // Confirmed meanwhile, perhaps once more: its carrier has something that nobody has asked back.
    if (before.confirmation?.reference !== told) throw new Refusal({ code: 'booking_changed', id });
    const to = 'cancelled' as const;
    const isTold = (await store.notifiedCarriers.list([id])).length > 0;
    const ordered = withPickupToCancel(before.confirmation, { isTold });
    const move = { from, to, connote: undefined, confirmedAtMs: undefined, confirmation: ordered };
    if (from === to || !(await store.bookings.settle(id, move)))
      throw new Refusal({ code: 'status_not_possible', id, from, to });
    const reference = before.confirmation?.reference ?? '';
    if (reference !== '') await store.sentConsignments.markCancelled(reference);
    // What somebody has told before was something else.
    if (ordered !== undefined) await store.notifiedCarriers.remove(id);
    await releaseOrder(app, store, before);
    const changed = ordered === undefined ? {} : { confirmation: ordered };
    const booking = { ...before, status: to, ...changed };
    return { booking, refund: await giveBack(app, store, before) };
  });
  // It is written down: should this fail or the process die, the jobs go on with it.
  if (refund !== undefined) await performRefund(app, refund);
  return booking;
}

/** How its carrier will hear of it. */
export async function cancelWayOf(
  { connections }: App,
  { confirmation }: PlainBooking,
): Promise<CancelWay> {
  if (confirmation === undefined || isDemoConfirmation(confirmation)) return 'not_with_carrier';
  const { reference } = confirmation;
  return reference === '' ? 'by_hand' : await connections.cancelWay(reference);
}

/** Which confirmation is dealt with, by its reference; undefined where there is none. */
async function tellCarrier(app: App, id: BookingId): Promise<string | undefined> {
  const booking = await getBooking(app, 'operator', id);
  const { status: from, confirmation } = booking;
  const to = 'cancelled' as const;
  if (from === to || !mayMoveByHand(from, to)) return confirmation?.reference;
  await refuseDuringPayment(app.store, booking);
  if (confirmation === undefined || confirmation.reference === '') return confirmation?.reference;
  const { carrier, reference } = confirmation;
  const told = await app.connections.cancel(reference);
  switch (told.outcome) {
    case 'cancelled':
    case 'not_with_carrier':
      return reference;
    case 'by_hand':
      app.log.warn({ booking: id, carrier }, 'somebody must cancel a booking with its carrier');
      return reference;
    case 'refused':
      throw new Refusal({ code: 'cancellation_refused', id, carrier, reason: told.reason });
    case 'unknown':
      throw new Refusal({ code: 'cancellation_unknown', id, carrier, reason: told.reason });
  }
}

/** Everything that was taken for the booking; the refund that the gateway has to be asked for, if any. */
async function giveBack(
  app: App,
  store: Store,
  { id: bookingId, memberId }: Booking,
): Promise<Payment | undefined> {
  if (memberId === undefined) return undefined;
  const payments = await store.payments.listOfBooking(bookingId);
  const charge = payments.findLast(
    ({ kind, status }) => kind === 'charge' && (status === 'charged' || status === 'pending'),
  );
  // Before the books are read: whoever ends a hold takes its payment first, so that it is let go once.
  if (charge?.status === 'pending') {
    const change = { status: 'void', retryAtMs: undefined, evenIfSettled: true } as const;
    await store.payments.change(charge.id, { from: ['pending'], ...change });
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

/** What the books say was taken for a booking and not given back: owed, held on credit, kept by the gateway. */
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

/** Taken off what is owed there and then: nobody has to be asked. */
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
  await store.payments.add(refund);
}
