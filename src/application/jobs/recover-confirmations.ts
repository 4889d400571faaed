// Finishes or undoes confirmations and balance payments that a crash or a lost answer interrupted. Every open payment
// has a time for its next check; then the gateway and the carrier are asked for the outcome under the same key, and
// their answers go through the same settlement as in the original request.
//
// A charge that succeeded is followed by the booking with the carrier. A charge that the gateway never received is
// given up, and a hold for a booking that no carrier received is released.
import type { Booking } from '../../domain/bookings/booking.ts';
import type { OwnReason } from '../../domain/own-reason.ts';
import { voidHold } from '../../domain/payments/ledger.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { findCharge, findConsignment } from '../bookings/ask-outside.ts';
import { consign, consignmentRequest, finish } from '../bookings/carry-out-confirmation.ts';
import { claimLeaseMs } from '../bookings/claim-confirmation.ts';
import { findClaimedLive } from '../bookings/plan-confirmation.ts';
import { recoverRefund, returnLateCharge, reviewRefund } from '../bookings/return-money.ts';
import {
  type CarrierAnswer,
  lateChargePauseMs,
  type Outcomes,
} from '../bookings/settle-confirmation.ts';
import { finishBalancePayment } from '../payments/pay-balance.ts';
import type { App, ConsignmentOutcome } from '../ports.ts';
import { notePayment } from '../webhooks/note-events.ts';

const mostAtOnce = 20;

/**
 * Checks the payments that are due and returns their number. One that fails is retried next time and does not delay
 * the others.
 */
export async function recoverConfirmations(app: App, atMost = mostAtOnce): Promise<number> {
  const due = await app.store.payments.listDue(app.clock.nowMs(), atMost);
  await Promise.all(
    due.map(async (payment) => {
      try {
        await takeUp(app, payment);
      } catch (error) {
        app.log.error({ err: error, payment: payment.id }, 'a payment could not be looked into');
      }
    }),
  );
  return due.length;
}

/**
 * The gateway hints at a change of the payment with this key, so it is checked now. Throws on failure: no job checks
 * a settled payment again, so the gateway has to repeat the hint.
 */
export async function recoverPayment(app: App, key: string): Promise<void> {
  const payment = await app.store.payments.findByKey(key);
  if (payment === undefined) return;
  if (payment.retryAtMs === undefined) return await lookAgain(app, payment);
  const isAsked = payment.status === 'pending' || payment.isLeased;
  const isUnderWay = isAsked && payment.retryAtMs > app.clock.nowMs();
  // A request in progress still waits for the same answer.
  if (!isUnderWay && (await takeUp(app, payment))) return;
  // That request may have received the news of the refund from before the bank returned it.
  if (payment.kind === 'refund') await reviewRefund(app, payment);
}

/** False if another process is working on it or has changed it in the meantime. */
async function takeUp(app: App, payment: Payment): Promise<boolean> {
  const untilMs = app.clock.nowMs() + claimLeaseMs(app);
  if (!(await app.store.payments.takeUp(payment, untilMs))) return false;
  const taken = { ...payment, retryAtMs: untilMs, attempts: payment.attempts + 1, isLeased: true };
  if (payment.kind === 'refund') return await recoverRefund(app, taken);
  await lookInto(app, taken);
  return true;
}

/**
 * Checks a settled payment again: a given-up charge may have succeeded, and a refund may have been returned.
 */
async function lookAgain(app: App, payment: Payment): Promise<void> {
  // Holds and refunds on a credit account are unknown to any gateway.
  if (payment.methodId === undefined) return;
  if (payment.status === 'void' && (await isOfThisGateway(app, payment)))
    await lookForLateCharge(app, payment);
  if (payment.status === 'refunded') await reviewRefund(app, payment);
}

async function lookInto(app: App, payment: Payment): Promise<void> {
  if (payment.status === 'void') return await lookForLateCharge(app, payment);
  if (payment.bookingId === undefined) {
    await finishBalancePayment(app, payment, await chargeOf(app, payment));
    return;
  }
  const booking = await app.store.bookings.findForAnyMember(payment.bookingId);
  if (booking === undefined) throw new Error(`payment ${payment.id} has no booking`);
  if (booking.status === 'request_failed') return await expireHold(app, payment);
  const settlement = await finish(app, { booking, payment }, await askAgain(app, booking, payment));
  if (settlement.kind === 'overtaken' || settlement.kind === 'pending') return;
  app.log.info(
    { payment: payment.id, booking: booking.id, became: settlement.kind },
    'a confirmation was settled afterwards',
  );
  if (settlement.kind === 'failed') {
    app.log.error(
      { booking: booking.id, carrier: booking.confirmation?.carrier },
      'a carrier has not confirmed a booking for a day: call the carrier',
    );
  }
}

async function askAgain(app: App, booking: Booking, payment: Payment): Promise<Outcomes> {
  const notAsked = { outcome: 'not_asked' } as const;
  const charge = await chargeOf(app, payment);
  if (charge.outcome !== 'charged') return { charge, carrier: notAsked };
  const request = await consignmentRequest(app, booking);
  const carrierBooking = (await findClaimedLive(app, booking))?.carrierBooking;
  const found =
    carrierBooking === undefined
      ? await lastKnown(app, request.reference)
      : await findConsignment(app, carrierBooking, request);
  if (found.outcome !== 'absent') return { charge, carrier: found };
  // A hold on credit for a booking that the carrier never received.
  const isForgotten = payment.methodId === undefined && booking.status === 'pending_payment';
  if (isForgotten) return { charge: { outcome: 'absent' }, carrier: notAsked };
  const carrier: CarrierAnswer = await consign(app, { booking, payment });
  return { charge, carrier };
}

/** The carrier account was disconnected, so the stored record is all that is known. */
async function lastKnown(
  app: App,
  reference: string,
): Promise<ConsignmentOutcome | { outcome: 'absent' }> {
  const sent = reference === '' ? undefined : await app.store.sentConsignments.find(reference);
  switch (sent?.state) {
    case undefined:
      return { outcome: 'absent' };
    case 'booked':
    case 'cancelling':
    case 'cancelled':
    case 'orphaned':
      return { outcome: 'booked', connote: sent.connote };
    case 'rejected':
      return { outcome: 'rejected', reason: sent.detail };
    case 'sending':
      return {
        outcome: 'unknown',
        reason: 'account_disconnected' satisfies OwnReason,
      };
  }
}

/** Another gateway could never know the payment. */
async function isOfThisGateway(app: App, { methodId }: Payment): Promise<boolean> {
  const method = methodId === undefined ? undefined : await app.store.paymentMethods.find(methodId);
  return method?.gateway === app.gateway.name;
}

async function chargeOf(app: App, payment: Payment): Promise<Outcomes['charge']> {
  const { methodId, status, reference, amountCents } = payment;
  if (methodId === undefined || amountCents === 0 || status === 'charged')
    return { outcome: 'charged', reference };
  const method = await app.store.paymentMethods.find(methodId);
  if (method === undefined) throw new Error(`payment ${payment.id} has no method`);
  return await findCharge(app, payment, method);
}

/** Checks whether a charge that was given up has succeeded after all. */
async function lookForLateCharge(app: App, payment: Payment): Promise<void> {
  const found = await chargeOf(app, payment);
  if (found.outcome === 'charged') return await returnLateCharge(app, payment, found.reference);
  const isUnknown = found.outcome === 'unknown';
  await app.store.payments.change(payment.id, {
    from: ['void'],
    status: 'void',
    retryAtMs: isUnknown ? app.clock.nowMs() + lateChargePauseMs : undefined,
    // Schedules another check even if none was planned.
    ...(isUnknown ? { evenIfSettled: true } : {}),
  });
}

/** The carrier's answer has been missing for a week, so the held credit is released. */
async function expireHold(app: App, payment: Payment): Promise<void> {
  const { id: paymentId, memberId, bookingId, amountCents } = payment;
  const nowMs = app.clock.nowMs();
  const isOurs = await app.store.transaction(async (store) => {
    const change = {
      status: 'void',
      detail: 'hold_expired' satisfies OwnReason,
      retryAtMs: undefined,
    } as const;
    if (!(await store.payments.change(paymentId, { from: ['pending'], ...change }))) return false;
    await notePayment(app, store, { ...payment, status: 'void' });
    const entries = voidHold({ paymentId, memberId, bookingId }, amountCents);
    await store.ledger.post(entries, { nowMs, isLimited: false });
    return true;
  });
  if (isOurs) app.log.warn({ payment: paymentId, booking: bookingId }, 'a hold has expired');
}
