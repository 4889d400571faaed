// Finishes or undoes what a crash or a lost answer left behind. Every open payment says when it is to be looked at; the
// gateway and the carrier are asked what became of it, by the same key, and the answer goes through the same settlement
// as in the request that began it.
//
// What has happened outside is followed up: charged money is followed by a booking. What has not is undone: a hold that
// nobody was told of is let go, a charge the gateway never saw is given up.
import type { Booking } from '../../domain/bookings/booking.ts';
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
import type { App, ConsignmentOutcome } from '../ports.ts';

const mostAtOnce = 20;

/** Looks at what is due; how many were looked at. One that fails is left for its next time and holds up no other. */
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
 * The gateway hints that something became of the payment with this key: it is looked at now instead of later. A failure is
 * thrown: what is settled is looked at by nobody else, so whoever hinted must hear that it has to be said again.
 */
export async function recoverPayment(app: App, key: string): Promise<void> {
  const payment = await app.store.payments.findByKey(key);
  if (payment === undefined) return;
  if (payment.retryAtMs === undefined) return await lookAgain(app, payment);
  const isAsked = payment.status === 'pending' || payment.isLeased;
  const isUnderWay = isAsked && payment.retryAtMs > app.clock.nowMs();
  // Whoever asked is still waiting for the same answer.
  if (!isUnderWay && (await takeUp(app, payment))) return;
  // But that a refund was given may be what they heard before it came back.
  if (payment.kind === 'refund') await reviewRefund(app, payment);
}

/** False when somebody else is on it, or has entered something meanwhile. */
async function takeUp(app: App, payment: Payment): Promise<boolean> {
  const untilMs = app.clock.nowMs() + claimLeaseMs(app);
  if (!(await app.store.payments.takeUp(payment, untilMs))) return false;
  const taken = { ...payment, retryAtMs: untilMs, attempts: payment.attempts + 1, isLeased: true };
  if (payment.kind === 'refund') return await recoverRefund(app, taken);
  await lookInto(app, taken);
  return true;
}

/** Settled, and yet there is something to say about it. */
async function lookAgain(app: App, payment: Payment): Promise<void> {
  // No gateway knows what was held on a credit account, or given back to one.
  if (payment.methodId === undefined) return;
  if (payment.status === 'void' && (await isOfThisGateway(app, payment)))
    await lookForLateCharge(app, payment);
  if (payment.status === 'refunded') await reviewRefund(app, payment);
}

async function lookInto(app: App, payment: Payment): Promise<void> {
  if (payment.status === 'void') return await lookForLateCharge(app, payment);
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
  // A mere hold for a booking that is nowhere and that nobody was told of.
  const isForgotten = payment.methodId === undefined && booking.status === 'pending_payment';
  if (isForgotten) return { charge: { outcome: 'absent' }, carrier: notAsked };
  const carrier: CarrierAnswer = await consign(app, { booking, payment });
  return { charge, carrier };
}

/** The account it was to be sent with is not connected any more: what was written down of it is all there is to know. */
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
        reason: 'the account with the carrier is no longer connected; connect it again',
      };
  }
}

/** Another gateway would be asked for ever, and never know. */
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

/** A charge that was given up: has it come through after all? */
async function lookForLateCharge(app: App, payment: Payment): Promise<void> {
  const found = await chargeOf(app, payment);
  if (found.outcome === 'charged') return await returnLateCharge(app, payment, found.reference);
  const isUnknown = found.outcome === 'unknown';
  await app.store.payments.change(payment.id, {
    from: ['void'],
    status: 'void',
    retryAtMs: isUnknown ? app.clock.nowMs() + lateChargePauseMs : undefined,
    // Also one that nobody was going to look for any more.
    ...(isUnknown ? { evenIfSettled: true } : {}),
  });
}

/** Nobody has found out for a week whether the carrier has it: what is held for it is the member's again. */
async function expireHold(app: App, payment: Payment): Promise<void> {
  const { id: paymentId, memberId, bookingId, amountCents } = payment;
  const nowMs = app.clock.nowMs();
  const isOurs = await app.store.transaction(async (store) => {
    const change = { status: 'void', detail: 'the hold expired', retryAtMs: undefined } as const;
    if (!(await store.payments.change(paymentId, { from: ['pending'], ...change }))) return false;
    const entries = voidHold({ paymentId, memberId, bookingId }, amountCents);
    await store.ledger.post(entries, { nowMs, isLimited: false });
    return true;
  });
  if (isOurs) app.log.warn({ payment: paymentId, booking: bookingId }, 'a hold has expired');
}
