// Calls to the gateway and the carrier, each with a deadline. No answer is the outcome `unknown`, never a refusal: taking
// silence for a refusal would charge a booking twice.

import type { OwnReason } from '../../domain/own-reason.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import type { PaymentMethod } from '../../domain/payments/payment-method.ts';
import type {
  App,
  CarrierBooking,
  ChargeOutcome,
  ChargeRequest,
  ConsignmentOutcome,
  ConsignmentRequest,
  PickupOutcome,
  RefundOutcome,
  RefundRequest,
} from '../ports.ts';

type Unknown = { outcome: 'unknown'; reason: string };
export type Found<Outcome> = Outcome | { outcome: 'absent' };

function chargeRequest(payment: Payment, method: PaymentMethod): ChargeRequest {
  return {
    key: payment.key,
    amountCents: payment.amountCents,
    method: { kind: method.kind, token: method.token, customer: method.customer },
    bookingId: payment.bookingId,
    memberId: payment.memberId,
    description: chargeText(payment),
  };
}

function chargeText({ bookingId }: Payment): string {
  return bookingId === undefined ? 'Account balance' : `Booking ${bookingId}`;
}

/** A process that was paused for minutes must stop where recovery may have taken over. */
export function isStillOurs(app: App, payment: Payment): boolean {
  return app.clock.nowMs() + app.timing.confirmDeadlineMs <= (payment.retryAtMs ?? 0);
}

/** Charges a claimed payment. `method` is undefined for the credit account. */
export async function takeMoney(
  app: App,
  payment: Payment,
  method: PaymentMethod | undefined,
): Promise<ChargeOutcome> {
  if (method === undefined || payment.amountCents === 0)
    return { outcome: 'charged', reference: '' };
  return isStillOurs(app, payment)
    ? await askCharge(app, payment, method)
    : { outcome: 'unknown', reason: 'no_answer' satisfies OwnReason };
}

async function askCharge(
  app: App,
  payment: Payment,
  method: PaymentMethod,
): Promise<ChargeOutcome> {
  const { name } = app.gateway;
  if (method.gateway !== name && name !== 'none') {
    const code = 'method_unusable' satisfies OwnReason;
    return { outcome: 'declined', code, userMessage: code };
  }
  // After the lease, recovery may look the charge up, and must not find it absent while the request is still in
  // transit.
  const request = { ...chargeRequest(payment, method), chargeBeforeMs: payment.retryAtMs };
  return await guarded(app, 'charge', () => app.gateway.charge(request));
}

export async function findCharge(
  app: App,
  payment: Payment,
  method: PaymentMethod,
): Promise<Found<ChargeOutcome>> {
  return (
    otherGateway(app, method) ??
    (await guarded(app, 'findCharge', () => app.gateway.findCharge(chargeRequest(payment, method))))
  );
}

export async function askRefund(
  app: App,
  request: RefundRequest,
  method: PaymentMethod,
): Promise<RefundOutcome> {
  return (
    otherGateway(app, method) ?? (await guarded(app, 'refund', () => app.gateway.refund(request)))
  );
}

export async function findRefund(
  app: App,
  request: RefundRequest,
  method: PaymentMethod,
): Promise<Found<RefundOutcome>> {
  return (
    otherGateway(app, method) ??
    (await guarded(app, 'findRefund', () => app.gateway.findRefund(request)))
  );
}

export async function askCarrier(
  app: App,
  carrierBooking: CarrierBooking,
  request: ConsignmentRequest,
): Promise<ConsignmentOutcome> {
  return await guarded(app, 'book', () => carrierBooking.book(request));
}

/** A separate call, so that a failed pickup request leaves no doubt about the consignment. */
export async function askPickup(
  app: App,
  carrierBooking: CarrierBooking,
  request: ConsignmentRequest,
  connote: string,
): Promise<PickupOutcome> {
  const { pickup } = carrierBooking;
  if (pickup === undefined) return { outcome: 'refused' };
  return await guarded(app, 'pickup', () => pickup(request, connote));
}

export async function findConsignment(
  app: App,
  carrierBooking: CarrierBooking,
  request: ConsignmentRequest,
): Promise<Found<ConsignmentOutcome>> {
  return await guarded(app, 'find', () => carrierBooking.find(request));
}

/** A gateway knows nothing of another gateway's payments, so its "absent" would mean nothing. */
function otherGateway(app: App, method: PaymentMethod): Unknown | undefined {
  if (method.gateway === app.gateway.name) return undefined;
  return { outcome: 'unknown', reason: 'other_gateway' satisfies OwnReason };
}

async function guarded<Outcome>(
  app: App,
  question: string,
  ask: () => Promise<Outcome>,
): Promise<Outcome | Unknown> {
  const { promise: late, resolve } = Promise.withResolvers<Unknown>();
  const timer = setTimeout(
    () => resolve({ outcome: 'unknown', reason: 'no_answer' satisfies OwnReason }),
    app.timing.confirmDeadlineMs,
  );
  try {
    return await Promise.race([ask(), late]);
  } catch (error) {
    app.log.error({ err: error, question }, 'asking a gateway or a carrier failed');
    return { outcome: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
