// Confirms in one transaction, for bookings where nobody outside has to be asked: a demo, and a booking on credit with a
// carrier that takes our own consignment numbers. All of it happens or none: there is nothing to recover from.

import type { Booking, BookingId } from '../../domain/bookings/booking.ts';
import { factsOf } from '../../domain/bookings/booking-facts.ts';
import { demoConnote } from '../../domain/bookings/connote.ts';
import type { MemberId } from '../../domain/members/member.ts';
import { sellOnCredit } from '../../domain/payments/ledger.ts';
import { newCharge, type PaymentId } from '../../domain/payments/payment.ts';
import { Refusal } from '../../domain/refusal.ts';
import { together } from '../../domain/together.ts';
import type { App, Store } from '../ports.ts';
import { beginTracking } from '../tracking/begin-tracking.ts';
import { newPaymentKey, refuseOvertaken } from './claim-confirmation.ts';
import { takeConnote } from './own-connote.ts';
import { type ConfirmationPlan, confirmationOf } from './plan-confirmation.ts';
import { takeCredit } from './take-credit.ts';

const demoBytes = 24;

/** Part of a transaction that is under way. */
export async function confirmWithin(
  app: App,
  store: Store,
  booking: Booking,
  plan: ConfirmationPlan,
): Promise<Booking> {
  const confirmation = confirmationOf(plan, booking.id);
  const confirmedAtMs = app.clock.nowMs();
  // Everybody else who books on this account or with this carrier waits from here to the commit: the account and the
  // numbers come as late as they can, in this order for all.
  const connote = await paidConnote(app, store, booking, plan).catch(async (error: unknown) => {
    // Who was quicker with this very booking may have taken the last of the credit: then it is paid, not refused.
    if (error instanceof Refusal) await refuseIfOvertaken(store, booking);
    throw error;
  });
  const confirmed = { status: 'confirmed' as const, confirmation, connote, confirmedAtMs };
  const stored = { ...confirmed, facts: factsOf(booking) };
  const [isOurs] = await together([
    store.bookings.confirm(booking.id, booking.version, stored),
    // Not before the booking is ours: an order that is attached until then would not be found.
    store.orders.markBooked(booking.id, confirmedAtMs),
    beginTracking(app, store, { ...booking, ...confirmed }, 'us'),
  ]);
  // What was written meanwhile ends with the refusal.
  if (!isOurs) return await refuseOvertaken(store, booking.id);
  return { ...booking, ...confirmed };
}

async function paidConnote(
  app: App,
  store: Store,
  booking: Booking,
  { funding, terms: { carrier, costCents } }: ConfirmationPlan,
): Promise<string> {
  if (funding.kind === 'demo') return await drawDemoConnote(app, store);
  const { memberId } = booking;
  if (memberId === undefined) throw new Error("nobody's booking can't be paid for");
  const paymentId = await addPayment(app, store, booking.id, memberId, costCents);
  const entries = sellOnCredit({ memberId, bookingId: booking.id, paymentId }, costCents);
  const [, connote] = await together([
    takeCredit(store, memberId, entries, app.clock.nowMs()),
    takeConnote(app, store, carrier),
  ]);
  if (connote !== undefined) return connote;
  const reason = 'its range of consignment numbers is used up';
  throw new Refusal({ code: 'carrier_rejected', carrier, reason });
}

async function refuseIfOvertaken(store: Store, { id, version }: Booking): Promise<void> {
  const now = await store.bookings.findForAnyMember(id);
  if (now?.status !== 'new' || now.version !== version) await refuseOvertaken(store, id);
}

function addPayment(
  app: App,
  store: Store,
  bookingId: BookingId,
  memberId: MemberId,
  amountCents: number,
): Promise<PaymentId> {
  const charge = newCharge({
    key: newPaymentKey(app),
    bookingId,
    memberId,
    method: 'credit',
    methodId: undefined,
    amountCents,
    status: 'charged',
    createdAtMs: app.clock.nowMs(),
    retryAtMs: undefined,
  });
  return store.payments.add(charge);
}

async function drawDemoConnote(app: App, store: Store): Promise<string> {
  for (;;) {
    const connote = demoConnote(app.secrets.randomText(demoBytes));
    if (connote !== undefined && !(await store.bookings.isConnoteTaken(connote))) return connote;
  }
}
