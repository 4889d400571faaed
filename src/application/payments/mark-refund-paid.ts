// A refund that the gateway refused, or that the member's bank returned, is still due. The operator pays it another
// way and marks it as paid here, which balances the ledger. A mistake is undone by reversing entries, because ledger
// entries never change.
//
// The payment and its entries are one transaction. Marking it again with the same note succeeds without a change;
// with another note it is refused, because the refund may have been paid twice.
import type { BookingId } from '../../domain/bookings/booking.ts';
import type { OwnReason } from '../../domain/own-reason.ts';
import { payManually, reversePayout } from '../../domain/payments/ledger.ts';
import type { Payment, PaymentId } from '../../domain/payments/payment.ts';
import { type NotDueReason, Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { readNote } from '../issues/operator-note.ts';
import type { App, Store } from '../ports.ts';
import { notePayment } from '../webhooks/note-events.ts';

/** `note`: how the refund was paid, such as `bank transfer 8841`. */
export async function markRefundPaid(app: App, id: PaymentId, note: string): Promise<Payment> {
  const detail = readNote(note, 'refund');
  return await app.store.transaction(async (store) => {
    const refund = await getRefund(store, id);
    if (refund.status === 'returned' && refund.detail === detail) return refund;
    if (refund.status === 'returned') refuse(id, 'marked', refund.detail);
    if (refund.status !== 'refused') refuse(id, 'not_refused');
    const change = { status: 'returned', detail, retryAtMs: undefined } as const;
    await move(app, store, refund, change);
    const { memberId, bookingId, amountCents } = refund;
    const entries = payManually({ memberId, bookingId, paymentId: id }, amountCents);
    await store.ledger.post(entries, { nowMs: app.clock.nowMs(), isLimited: false });
    return { ...refund, ...change };
  });
}

/** Undoes `markRefundPaid`: the refund is due again. */
export async function unmarkRefundPaid(app: App, id: PaymentId): Promise<Payment> {
  return await app.store.transaction(async (store) => {
    const refund = await getRefund(store, id);
    if (refund.status === 'refused') return refund;
    if (refund.status !== 'returned') refuse(id, 'not_marked');
    const detail: OwnReason = 'unmarked';
    const change = { status: 'refused', detail, retryAtMs: undefined } as const;
    await move(app, store, refund, change);
    const { memberId, bookingId, amountCents } = refund;
    const entries = reversePayout({ memberId, bookingId, paymentId: id }, amountCents);
    await store.ledger.post(entries, { nowMs: app.clock.nowMs(), isLimited: false });
    return { ...refund, ...change };
  });
}

/** The refund of a booking that is, or was, due by hand. If there are several, `named` must choose one. */
export async function refundOfBooking(
  app: App,
  bookingId: BookingId,
  named: number | undefined,
): Promise<PaymentId> {
  const refunds = (await app.store.payments.listOfBooking(bookingId)).filter(
    ({ id, kind, status }) =>
      kind === 'refund' &&
      (status === 'refused' || status === 'returned') &&
      (named === undefined || id === named),
  );
  const due = refunds.filter(({ status }) => status === 'refused');
  const [one, ...others] = due.length > 0 ? due : refunds;
  if (one === undefined) throw new Refusal({ code: 'no_refund_due', booking: bookingId });
  if (others.length > 0) {
    const refunds = [one, ...others].map(({ id }) => id);
    refuseInvalid([{ path: ['payment'], problem: 'refund_unnamed', booking: bookingId, refunds }]);
  }
  return one.id;
}

async function getRefund(store: Store, id: PaymentId): Promise<Payment> {
  const payment = await store.payments.find(id);
  if (payment === undefined) throw new Refusal({ code: 'payment_not_found', id });
  if (payment.kind !== 'refund') refuse(id, 'charge');
  return payment;
}

/** Of two simultaneous requests, one succeeds. */
async function move(
  app: App,
  store: Store,
  refund: Payment,
  change: Pick<Payment, 'status' | 'detail' | 'retryAtMs'>,
): Promise<void> {
  const { id, status } = refund;
  if (!(await store.payments.change(id, { from: [status], ...change, evenIfSettled: true })))
    refuse(id, 'changed');
  await notePayment(app, store, { ...refund, status: change.status });
}

function refuse(id: PaymentId, why: NotDueReason, note = ''): never {
  throw new Refusal({ code: 'refund_not_due', id, why, note });
}
