// Transaction 1 of a confirmation that has to ask somebody outside: the booking is claimed, so that a second confirm
// loses, and it is written down what is about to be asked, under which key. From here on recovery can finish or undo it.
import { type Booking, type BookingId, refuseUnlessNew } from '../../domain/bookings/booking.ts';
import { factsOf } from '../../domain/bookings/booking-facts.ts';
import { holdCredit } from '../../domain/payments/ledger.ts';
import { newCharge, type Payment } from '../../domain/payments/payment.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { App, Store } from '../ports.ts';
import { type ConfirmationPlan, confirmationOf } from './plan-confirmation.ts';
import { takeCredit } from './take-credit.ts';

/** A booking that is being confirmed and the payment it is confirmed by. */
export type Claim = { booking: Booking; payment: Payment };

const keyBytes = 18;
const slackMs = 10_000;

/** Longer than whoever holds the claim can take to ask everybody; then it is taken for dead. */
export function claimLeaseMs(app: App): number {
  return 2 * app.timing.confirmDeadlineMs + slackMs;
}

/** Unguessable, and never used twice even if a database is restored from a copy. */
export function newPaymentKey(app: App): string {
  return app.secrets.randomText(keyBytes);
}

/** Somebody else has paid for it, or changed what was to be paid for, since it was read. */
export async function refuseOvertaken(store: Store, id: BookingId): Promise<never> {
  const now = await store.bookings.findForAnyMember(id);
  if (now === undefined) throw new Refusal({ code: 'booking_not_found', id });
  refuseUnlessNew(now);
  throw new Refusal({ code: 'booking_changed', id });
}

export async function claimConfirmation(
  app: App,
  store: Store,
  booking: Booking,
  plan: ConfirmationPlan,
): Promise<Claim> {
  const { id: bookingId, memberId } = booking;
  const { funding } = plan;
  const confirmation = confirmationOf(plan, bookingId);
  if (memberId === undefined) throw new Error("nobody's booking can't be paid for");
  const nowMs = app.clock.nowMs();
  const claimed = {
    status: 'pending_payment' as const,
    confirmation,
    facts: factsOf(booking),
    connote: undefined,
    confirmedAtMs: undefined,
  };
  if (!(await store.bookings.confirm(bookingId, booking.version, claimed)))
    return await refuseOvertaken(store, bookingId);
  const payment = newCharge({
    key: newPaymentKey(app),
    bookingId,
    memberId,
    method: confirmation.funding,
    methodId: funding.kind === 'method' ? funding.method.id : undefined,
    // What the carrier bills is not ours to take.
    amountCents: funding.kind === 'own_account' ? 0 : confirmation.costCents,
    status: 'pending',
    createdAtMs: nowMs,
    retryAtMs: nowMs + claimLeaseMs(app),
  });
  const paymentId = await store.payments.add(payment);
  if (funding.kind === 'credit') {
    const entries = holdCredit({ memberId, bookingId, paymentId }, confirmation.costCents);
    await takeCredit(store, memberId, entries, nowMs);
  }
  return {
    booking: { ...booking, status: 'pending_payment', confirmation },
    payment: { ...payment, id: paymentId, attempts: 0, isLeased: false },
  };
}
