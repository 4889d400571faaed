// The part of a confirmation between its two transactions: charges through the gateway, then books with the carrier.
// The claim has already recorded everything that recovery needs.
import { type Booking, pieceCount, travellingItems } from '../../domain/bookings/booking.ts';
import { isConsignmentOf } from '../../domain/bookings/booking-status.ts';
import type { IssuedNumbers } from '../../domain/connectors/allotted-numbers.ts';
import type { OwnReason } from '../../domain/own-reason.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { movesMoney, type PaymentMethod } from '../../domain/payments/payment-method.ts';
import type { App, CarrierBooking, ConsignmentRequest } from '../ports.ts';
import { askCarrier, askPickup, isStillOurs, takeMoney } from './ask-outside.ts';
import type { Claim } from './claim-confirmation.ts';
import { declarationOf } from './declare-customs.ts';
import { takeAllotted } from './issue-connote.ts';
import { findClaimedLive } from './plan-confirmation.ts';
import { performRefund, returnLateCharge } from './return-money.ts';
import {
  type CarrierAnswer,
  type Outcomes,
  type Settlement,
  settleConfirmation,
} from './settle-confirmation.ts';

/** `method` is undefined for the credit account, where the hold is the charge. */
export async function carryOutConfirmation(
  app: App,
  claim: Claim,
  method: PaymentMethod | undefined,
): Promise<Settlement> {
  const charge = await takeMoney(app, claim.payment, method);
  if (charge.outcome !== 'charged')
    return await finish(app, claim, { charge, carrier: { outcome: 'not_asked' } });
  const carrier: CarrierAnswer = isStillOurs(app, claim.payment)
    ? await consign(app, claim)
    : { outcome: 'unknown', reason: 'no_answer' satisfies OwnReason };
  return await finish(app, claim, { charge, carrier });
}

export async function consign(app: App, { booking, payment }: Claim): Promise<CarrierAnswer> {
  const asked = await consignmentRequest(app, booking);
  const request = { ...asked, lease: payment };
  const live = await findClaimedLive(app, booking);
  const carrierBooking = live?.carrierBooking;
  if (carrierBooking !== undefined) {
    if (live?.isSimulated !== true && (await isTestMoney(app, payment)))
      return { outcome: 'rejected', reason: 'test_money' satisfies OwnReason };
    const numbers = await issueNumbers(app, carrierBooking, request);
    if (numbers === 'used_up')
      return { outcome: 'rejected', reason: 'numbers_used_up' satisfies OwnReason };
    const answer = await askCarrier(app, carrierBooking, { ...request, numbers });
    if (answer.outcome !== 'booked' || carrierBooking.pickups !== 'booked') return answer;
    // Recovery may have given the booking up in the meantime; then the operator arranges the pickup.
    if (!isStillOurs(app, payment)) return answer;
    return { ...answer, pickup: await askPickup(app, carrierBooking, request, answer.connote) };
  }
  // The account was disconnected after the claim: the carrier may have the booking.
  return request.reference === ''
    ? { outcome: 'own_number' }
    : { outcome: 'unknown', reason: 'account_disconnected' satisfies OwnReason };
}

/** Undefined for carriers that number consignments themselves. */
async function issueNumbers(
  app: App,
  { allotted }: CarrierBooking,
  { booking, confirmation }: ConsignmentRequest,
): Promise<IssuedNumbers | 'used_up' | undefined> {
  if (allotted === undefined) return undefined;
  const pieces = pieceCount(booking.items);
  return (await takeAllotted(app, confirmation.carrier, allotted, pieces)) ?? 'used_up';
}

/** The carrier may have been connected, or the gateway changed, after the booking was claimed. */
async function isTestMoney(app: App, { methodId }: Payment): Promise<boolean> {
  const method = methodId === undefined ? undefined : await app.store.paymentMethods.find(methodId);
  return method !== undefined && !movesMoney(method);
}

export async function consignmentRequest(app: App, booking: Booking): Promise<ConsignmentRequest> {
  const { confirmation } = booking;
  if (confirmation === undefined) throw new Error(`booking ${booking.id} is claimed without terms`);
  // For a boxed order the carrier receives the cartons.
  const handed = { ...booking, items: travellingItems(booking) };
  const customs = await declarationOf(app, booking);
  return { reference: confirmation.reference, booking: handed, confirmation, customs };
}

/** Settles, and refunds a charge that must not stand, such as one that succeeded after it was given up. */
export async function finish(app: App, claim: Claim, outcomes: Outcomes): Promise<Settlement> {
  const settlement = await settleConfirmation(app, claim, outcomes);
  const { charge } = outcomes;
  if (settlement.kind === 'rejected' && settlement.refund !== undefined) {
    await performRefund(app, settlement.refund);
  } else if (
    settlement.kind === 'overtaken' &&
    charge.outcome === 'charged' &&
    claim.payment.methodId !== undefined
  ) {
    await returnLateCharge(app, claim.payment, charge.reference);
  }
  if (settlement.kind === 'overtaken' && outcomes.carrier.outcome === 'booked')
    await reportOrphan(app, claim.booking, outcomes.carrier.connote);
  return settlement;
}

/**
 * The process that overtook us has either found the same consignment or given the booking up. In the second case the
 * operator has to cancel the consignment, so it becomes an issue.
 */
async function reportOrphan(
  app: App,
  { id, confirmation }: Booking,
  connote: string,
): Promise<void> {
  const isOrphan = await app.store.transaction(async (store) => {
    const now = await store.bookings.findForAnyMember(id);
    const reference = confirmation?.reference ?? '';
    // Recovery still waits for this consignment and will find it.
    if (
      now !== undefined &&
      isConsignmentOf(
        {
          status: now.status,
          reference: now.confirmation?.reference ?? '',
          connote: now.connote,
        },
        { reference, connote },
      )
    )
      return false;
    await store.sentConsignments.markOrphaned(reference, connote);
    return true;
  });
  if (!isOrphan) return;
  app.log.error(
    { booking: id, carrier: confirmation?.carrier, connote },
    'a carrier has an unpaid consignment: cancel it with the carrier',
  );
}
