// Refunds through the gateway of the charge. A refund is recorded under its own key before the gateway is asked, so that a
// crash neither loses nor repeats it. It stays due until the gateway has paid.

import type { OwnReason } from '../../domain/own-reason.ts';
import { chargeMethod, oweRefund, payRefund, returnRefund } from '../../domain/payments/ledger.ts';
import { newRefund, type Payment, pauseBeforeRetryMs } from '../../domain/payments/payment.ts';
import type { PaymentMethod } from '../../domain/payments/payment-method.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { App, RefundOutcome, RefundRequest, Store } from '../ports.ts';
import { notePayment } from '../webhooks/note-events.ts';
import { askRefund, findRefund } from './ask-outside.ts';
import { claimLeaseMs, newPaymentKey } from './claim-confirmation.ts';

/** Runs in the transaction that makes the refund due. The charge must have the gateway's reference. */
export async function addRefund(app: App, store: Store, charge: Payment): Promise<Payment> {
  const nowMs = app.clock.nowMs();
  const refund = newRefund(charge, {
    key: newPaymentKey(app),
    method: charge.method,
    methodId: charge.methodId,
    amountCents: charge.amountCents,
    status: 'pending',
    createdAtMs: nowMs,
    retryAtMs: nowMs + claimLeaseMs(app),
  });
  return { ...refund, id: await store.payments.add(refund), attempts: 0, isLeased: false };
}

/** Asks the gateway for the first time, and records the outcome. */
export async function performRefund(app: App, refund: Payment): Promise<void> {
  const request = await refundRequest(app, refund);
  const method = await methodOf(app, refund);
  await settleRefund(app, refund, await askRefund(app, request, method));
}

/** Looks a refund up, asks for it if the gateway does not have it, and records the outcome; false if another process did. */
export async function recoverRefund(app: App, refund: Payment): Promise<boolean> {
  const request = await refundRequest(app, refund);
  const method = await methodOf(app, refund);
  const found = await findRefund(app, request, method);
  return await settleRefund(
    app,
    refund,
    found.outcome === 'absent' ? await askRefund(app, request, method) : found,
  );
}

/** A charge that succeeded after it was given up is entered in the ledger and refunded. */
export async function returnLateCharge(app: App, given: Payment, reference: string): Promise<void> {
  const charge = { ...given, reference };
  const refund = await app.store.transaction(async (store) => {
    const detail: OwnReason = 'charged_late';
    const isFirst = await store.payments.change(charge.id, {
      from: ['void'],
      status: 'charged',
      reference,
      detail,
      retryAtMs: undefined,
      evenIfSettled: true,
    });
    if (!isFirst) return undefined;
    await notePayment(app, store, { ...charge, status: 'charged' });
    const of = { paymentId: charge.id, memberId: charge.memberId, bookingId: charge.bookingId };
    const entries = [...chargeMethod(of, charge.amountCents), ...oweRefund(of, charge.amountCents)];
    await store.ledger.post(entries, { nowMs: app.clock.nowMs(), isLimited: false });
    return await addRefund(app, store, charge);
  });
  if (refund === undefined) return;
  app.log.warn({ payment: charge.id, booking: charge.bookingId }, 'refunding a late charge');
  await performRefund(app, refund);
}

/**
 * The gateway has sent a notice about a refund: the bank may have returned it. If the gateway does not answer, the notice is
 * refused, so that the gateway sends it again: no job looks at a refund that was paid.
 */
export async function reviewRefund(app: App, refund: Payment): Promise<void> {
  const request = await refundRequest(app, refund);
  const found = await findRefund(app, request, await methodOf(app, refund));
  if (found.outcome === 'unknown')
    throw new Refusal({
      code: 'payment_gateway_unavailable',
      reason: 'refund_unconfirmed' satisfies OwnReason,
    });
  if (found.outcome !== 'refused') return;
  const { id: paymentId, memberId, bookingId, amountCents } = refund;
  const { reason } = found;
  const change = { status: 'refused', detail: reason, retryAtMs: undefined } as const;
  const entered = await app.store.transaction(async (store) => {
    // In this order, so that this waits for a process that is just recording the refund as paid.
    if (await store.payments.change(paymentId, { from: open, ...change })) {
      await notePayment(app, store, { ...refund, status: 'refused' });
      return 'refused';
    }
    const from = ['refunded'] as const;
    if (!(await store.payments.change(paymentId, { from, ...change, evenIfSettled: true })))
      return undefined;
    await notePayment(app, store, { ...refund, status: 'refused' });
    const entries = returnRefund({ memberId, bookingId, paymentId }, amountCents);
    await store.ledger.post(entries, { nowMs: app.clock.nowMs(), isLimited: false });
    return 'returned';
  });
  if (entered !== undefined)
    app.log.error(
      { payment: paymentId, booking: bookingId, reason },
      entered === 'refused'
        ? 'a refund was refused by the gateway: the money is still due to the member'
        : 'a refund came back to the gateway: the money is due to the member again',
    );
}

async function methodOf(app: App, { id, methodId }: Payment): Promise<PaymentMethod> {
  const method = methodId === undefined ? undefined : await app.store.paymentMethods.find(methodId);
  if (method === undefined) throw new Error(`refund ${id} has no method to go back to`);
  return method;
}

async function refundRequest(app: App, refund: Payment): Promise<RefundRequest> {
  const charge =
    refund.ofPaymentId === undefined
      ? undefined
      : await app.store.payments.find(refund.ofPaymentId);
  if (charge === undefined) throw new Error(`refund ${refund.id} has no charge to return`);
  const { key, amountCents, bookingId } = refund;
  return { key, chargeReference: charge.reference, amountCents, bookingId };
}

/** Statuses whose outcome is not known yet. */
const open = ['pending', 'unknown'] as const;

/** False, without a change, if another process recorded the outcome first. */
async function settleRefund(app: App, refund: Payment, outcome: RefundOutcome): Promise<boolean> {
  const { id: paymentId, memberId, bookingId, amountCents } = refund;
  const nowMs = app.clock.nowMs();
  const isOurs = await app.store.transaction(async (store) => {
    switch (outcome.outcome) {
      case 'refunded': {
        const { reference } = outcome;
        const change = { from: open, status: 'refunded', reference, retryAtMs: undefined } as const;
        if (!(await store.payments.change(paymentId, change))) return false;
        await notePayment(app, store, { ...refund, status: 'refunded' });
        const entries = payRefund({ memberId, bookingId, paymentId }, amountCents);
        await store.ledger.post(entries, { nowMs, isLimited: false });
        return true;
      }
      case 'refused': {
        const { reason: detail } = outcome;
        const change = { from: open, status: 'refused', detail, retryAtMs: undefined } as const;
        if (!(await store.payments.change(paymentId, change))) return false;
        await notePayment(app, store, { ...refund, status: 'refused' });
        return true;
      }
      case 'unknown':
        return await store.payments.change(paymentId, {
          from: open,
          status: 'unknown',
          detail: outcome.reason,
          retryAtMs: nowMs + pauseBeforeRetryMs(refund.attempts),
        });
    }
  });
  if (isOurs && outcome.outcome === 'refused')
    app.log.error(
      { payment: paymentId, booking: bookingId, reason: outcome.reason },
      'a refund was refused by the gateway: the money is still due to the member',
    );
  return isOurs;
}
