// The claim of a confirmation marks the booking as being paid, so that a second confirm loses, and records the
// payment with the key that the gateway and the carrier will receive. From then on recovery can finish or undo the
// confirmation.
import { type Booking, type BookingId, refuseUnlessNew } from '../../domain/bookings/booking.ts';
import { factsOf } from '../../domain/bookings/booking-facts.ts';
import type { Confirmation } from '../../domain/bookings/confirmation.ts';
import { holdCredit } from '../../domain/payments/ledger.ts';
import { newCharge, type Payment } from '../../domain/payments/payment.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { App, Store } from '../ports.ts';
import { notePayment } from '../webhooks/note-events.ts';
import { type ConfirmationPlan, confirmationOf } from './plan-confirmation.ts';
import { takeCredit } from './take-credit.ts';

/** A booking that is being confirmed and the payment it is confirmed by. */
export type Claim = { booking: Booking; payment: Payment };

const keyBytes = 18;
const slackMs = 10_000;

/** Longer than the gateway and the carrier together can take to answer; after that the process counts as dead. */
export function claimLeaseMs(app: App): number {
  return 2 * app.timing.confirmDeadlineMs + slackMs;
}

/** Unguessable, and unique even if the database is restored from a backup. */
export function newPaymentKey(app: App): string {
  return app.secrets.randomText(keyBytes);
}

/** The booking was paid or changed since it was read. */
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
  const { id, version } = booking;
  const { funding } = plan;
  const confirmation = confirmationOf(plan, id);
  const claimed = {
    status: 'pending_payment' as const,
    confirmation,
    facts: factsOf(booking),
    connote: undefined,
    confirmedAtMs: undefined,
  };
  if (!(await store.bookings.confirm(id, version, claimed)))
    return await refuseOvertaken(store, id);
  const payment = await addCharge(app, store, booking, {
    method: confirmation.funding,
    methodId: funding.kind === 'method' ? funding.method.id : undefined,
    // With a member's own carrier account the carrier bills the member.
    amountCents: funding.kind === 'own_account' ? 0 : confirmation.costCents,
    status: 'pending',
  });
  if (funding.kind === 'credit') {
    const { id: paymentId, memberId, bookingId, createdAtMs } = payment;
    const entries = holdCredit({ memberId, bookingId, paymentId }, confirmation.costCents);
    await takeCredit(store, memberId, entries, createdAtMs);
  }
  return { booking: { ...booking, status: 'pending_payment', confirmation }, payment };
}

/** A charge on credit that is settled in this transaction, so that recovery never has to look it up. */
export function addSettledCharge(
  app: App,
  store: Store,
  booking: Booking,
  { funding: method, costCents: amountCents }: Confirmation,
): Promise<Payment> {
  const status = 'charged' as const;
  return addCharge(app, store, booking, { method, methodId: undefined, amountCents, status });
}

async function addCharge(
  app: App,
  store: Store,
  { id: bookingId, memberId }: Booking,
  terms: Pick<Payment, 'method' | 'methodId' | 'amountCents'> & { status: 'pending' | 'charged' },
): Promise<Payment> {
  if (memberId === undefined) throw new Error('a booking without a member cannot be paid');
  const createdAtMs = app.clock.nowMs();
  const charge = newCharge({
    ...terms,
    key: newPaymentKey(app),
    bookingId,
    memberId,
    createdAtMs,
    retryAtMs: terms.status === 'charged' ? undefined : createdAtMs + claimLeaseMs(app),
  });
  const payment = { ...charge, id: await store.payments.add(charge), attempts: 0, isLeased: false };
  await notePayment(app, store, payment);
  return payment;
}
