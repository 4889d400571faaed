// Confirms a booking: claim → charge → book → settle (docs/internals/confirming.md). Requests to the gateway and the
// carrier are recorded before they are sent, so that a booking is charged once or not at all. If neither is needed,
// claim and settlement are one transaction.

import { type Booking, type BookingId, refuseUnlessNew } from '../../domain/bookings/booking.ts';
import { isPaid } from '../../domain/bookings/booking-status.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { Order } from '../../domain/orders/order.ts';
import type { OrderId } from '../../domain/orders/order-id.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, Store } from '../ports.ts';
import { carryOutConfirmation } from './carry-out-confirmation.ts';
import { addSettledCharge, type Claim, claimConfirmation } from './claim-confirmation.ts';
import type { ConfirmInput } from './confirm-input.ts';
import {
  type ConfirmationPlan,
  confirmationOf,
  incompleteIssues,
  isDemoConfirm,
  planConfirmation,
} from './plan-confirmation.ts';
import { getBooking } from './read-bookings.ts';
import { atTodaysPrice } from './renew-quotes.ts';
import { settleNew } from './settle-confirmation.ts';

export type Attempt = {
  /** Lets a front door record, in the transaction that begins a payment, which booking it is for. */
  note(store: Store, id: BookingId): Promise<void>;
  /** The booking that an earlier attempt had begun to pay for before its process died. */
  begunBefore: BookingId | undefined;
};

const firstAttempt: Attempt = { note: async () => {}, begunBefore: undefined };

/** Paid, or still `pending_payment` or `request_sent`: then recovery settles it. */
export async function confirmBooking(
  app: App,
  caller: SignedInCaller,
  id: BookingId,
  input: ConfirmInput,
  { note, begunBefore } = firstAttempt,
): Promise<Booking> {
  if (begunBefore !== undefined) {
    const left = await getBooking(app, caller, begunBefore);
    if (isPaid(left.status)) return left;
  }
  refuseInvalid(incompleteIssues(caller, input));
  const stored = await getBooking(app, caller, id, input.carrier);
  refuseUnlessNew(stored);
  const booking = isDemoConfirm(caller, input)
    ? stored
    : await atTodaysPrice(app, caller, stored, input);
  const plan = await planConfirmation(app, caller, booking, input);
  return await confirmAsPlanned(app, plan, (begin) =>
    app.store.transaction(async (store) => {
      await note(store, id);
      await refuseOrderElsewhere(caller, id, input, store.orders.find);
      const begun = await begin(store, booking);
      // The booking is locked by now, which comes before the lock of its order everywhere (`Orders` in ports.ts).
      await refuseOrderElsewhere(caller, id, input, (orderId, memberId) =>
        store.orders.lock({ id: orderId, memberId }),
      );
      return begun;
    }),
  );
}

/** Two tabs that book one order have a booking each; only the booking that the order is linked to may be paid. */
async function refuseOrderElsewhere(
  { member }: SignedInCaller,
  id: BookingId,
  { linkedOrderId: orderId }: ConfirmInput,
  find: (orderId: OrderId, memberId: MemberId) => Promise<Order | undefined>,
): Promise<void> {
  if (orderId === undefined) return;
  const order = await find(orderId, member.id);
  if (order === undefined) throw new Refusal({ code: 'order_not_found', id: orderId });
  const { bookingId } = order;
  if (bookingId !== id)
    throw new Refusal({ code: 'order_with_other_booking', id: orderId, notWith: id, bookingId });
}

type Begin = (store: Store, booking: Booking) => Promise<Booking | Claim>;

/** `within` runs the first transaction, and may do more in it, such as store the booking. */
export async function confirmAsPlanned(
  app: App,
  plan: ConfirmationPlan,
  within: (begin: Begin) => Promise<Booking | Claim>,
): Promise<Booking> {
  const { funding, carrierBooking } = plan;
  const isLocal =
    funding.kind === 'demo' || (funding.kind === 'credit' && carrierBooking === undefined);
  const begun = await within((store, booking) =>
    isLocal
      ? claimAndSettle(app, store, booking, plan)
      : claimConfirmation(app, store, booking, plan),
  );
  if (!('payment' in begun)) return begun;
  const method = funding.kind === 'method' ? funding.method : undefined;
  const settlement = await carryOutConfirmation(app, begun, method);
  const { payment, booking } = begun;
  switch (settlement.kind) {
    case 'confirmed':
    case 'pending':
    case 'failed':
      return settlement.booking;
    case 'declined':
      throw new Refusal({
        code: 'payment_declined',
        reason: settlement.code,
        userMessage: settlement.userMessage,
        method: payment.method,
        paymentId: payment.id,
      });
    case 'rejected':
      throw new Refusal({
        code: 'carrier_rejected',
        carrier: plan.terms.carrier,
        reason: settlement.reason,
        refund: settlement.refund && (await refundOf(app, booking, payment)),
      });
    case 'undone':
    case 'overtaken':
      return await outcomeOfRecovery(app, booking, payment);
  }
}

/** For a demo, and for credit with a carrier that takes the operator's own connotes. */
async function claimAndSettle(
  app: App,
  store: Store,
  booking: Booking,
  plan: ConfirmationPlan,
): Promise<Booking> {
  const confirmation = confirmationOf(plan, booking.id);
  const payment =
    plan.funding.kind === 'demo'
      ? undefined
      : await addSettledCharge(app, store, booking, confirmation);
  return await settleNew(app, store, { booking: { ...booking, confirmation }, payment });
}

/** Recovery took over because this process was too slow: the answer is the outcome that recovery reached. */
async function outcomeOfRecovery(
  app: App,
  { id }: Booking,
  payment: Pick<Payment, 'id' | 'method'>,
): Promise<Booking> {
  const booking = await app.store.bookings.findForAnyMember(id);
  if (booking !== undefined && isPaid(booking.status)) return booking;
  throw new Refusal({
    code: 'payment_declined',
    reason: 'processing_error',
    userMessage: undefined,
    refund: await refundOf(app, { id }, payment),
    method: payment.method,
    paymentId: payment.id,
  });
}

/** Read again, because the gateway may have answered a moment ago. */
async function refundOf(
  app: App,
  { id: bookingId }: Pick<Booking, 'id'>,
  { id }: Pick<Payment, 'id'>,
): Promise<Payment | undefined> {
  const payments = await app.store.payments.listOfBooking(bookingId);
  return payments.find(({ ofPaymentId }) => ofPaymentId === id);
}
