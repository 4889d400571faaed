// Issues that an operator has to look at: bookings with an unknown outcome and their payments, other open payments,
// refunds that the gateway refused, orphaned consignments, consignments whose price differs from the quote,
// consignments on no manifest, open claims, monthly invoices that were not issued or not sent, and carriers to notify.
// Recovery resolves most open bookings and payments automatically, and the list shows its progress; the other kinds
// need an operator.

import type { PlainBooking } from '../../domain/bookings/booking.ts';
import { isUnsettled } from '../../domain/bookings/booking-status.ts';
import type { Member } from '../../domain/members/member.ts';
import { type Payment, type PaymentId, paymentId } from '../../domain/payments/payment.ts';
import { Refusal } from '../../domain/refusal.ts';
import { listPickupsToNotify, pickupsDueUntil } from '../bookings/notify-carriers.ts';
import { type ListedClaim, listUndecided } from '../claims/claims.ts';
import type { App, MonthlyInvoiceProblem, RefusedManifest, SentConsignment } from '../ports.ts';

const mostListed = 100;

type TroubledBooking = {
  booking: PlainBooking;
  member: Member | undefined;
  /** The latest charge; undefined if the booking was never charged. */
  payment: Payment | undefined;
};

export type Issues = {
  /** Oldest first. */
  bookings: readonly TroubledBooking[];
  /** Open charges and refunds of other bookings. */
  payments: readonly PaymentOf[];
  /**
   * Refunds that the gateway refused or the bank returned, so they are still due to the members; oldest first.
   */
  refundsDue: readonly PaymentOf[];
  /** Consignments that their carrier has and no booking pays for; oldest first. */
  orphans: readonly SentConsignment[];
  /**
   * Consignments that the carrier booked at another price than it quoted; oldest first. The member's price stays as
   * quoted.
   */
  otherPrices: readonly SentConsignment[];
  /** Accounts whose last manifest was refused; oldest first. */
  refusedManifests: readonly (RefusedManifest & { member: Member | undefined })[];
  /** Consignments on no manifest, because the carrier did not know them; oldest first. */
  leftOut: readonly SentConsignment[];
  /** Oldest first. */
  claims: readonly ListedClaim[];
  monthlyInvoices: readonly (MonthlyInvoiceProblem & { member: Member | undefined })[];
  /** The number of confirmed bookings whose carrier the operator still has to notify. */
  toNotify: number;
};

type PaymentOf = { payment: Payment; member: Member | undefined };

export async function listIssues(app: App): Promise<Issues> {
  const found = await findIssues(app);
  const { bookings, open, refused, orphans, otherPrices, manifests, leftOut, toNotify } = found;
  const { claims, invoices } = found;
  const withOwner = async (payment: Payment): Promise<PaymentOf> => ({
    payment,
    member: await ownerOf(app, payment.memberId),
  });
  const listed = new Set<number>(bookings.map(({ id }) => id));
  return {
    bookings: await Promise.all(
      bookings.map(async (booking) => ({
        booking,
        member: await ownerOf(app, booking.memberId),
        payment: (await app.store.payments.listOfBooking(booking.id)).findLast(
          ({ kind }) => kind === 'charge',
        ),
      })),
    ),
    payments: await Promise.all(
      open
        .filter(({ bookingId }) => bookingId === undefined || !listed.has(bookingId))
        .map(withOwner),
    ),
    refundsDue: await Promise.all(refused.map(withOwner)),
    orphans,
    otherPrices,
    refusedManifests: await Promise.all(
      manifests.map(async (one) => ({ ...one, member: await ownerOf(app, one.memberId) })),
    ),
    leftOut,
    claims,
    monthlyInvoices: await Promise.all(
      invoices.map(async (one) => ({ ...one, member: await ownerOf(app, one.memberId) })),
    ),
    toNotify: toNotify.length,
  };
}

/** Open payments usually settle within this time. */
const settlesWithinMs = 30 * 60_000;

/** The number of listed issues by kind; the keys are the labels of a metric. */
export type IssueCount = Readonly<
  Record<
    | 'bookings'
    | 'payments'
    | 'refunds_due'
    | 'orphans'
    | 'other_prices'
    | 'refused_manifests'
    | 'left_out'
    | 'claims'
    | 'monthly_invoices'
    | 'to_tell'
    | 'to_tell_today',
    number
  >
>;

/**
 * Counts issues for alerts. Leaves out payments and bookings that recovery is likely to settle, although they
 * are listed.
 */
export async function countIssues(app: App): Promise<IssueCount> {
  const found = await findIssues(app);
  const { bookings, open, refused, orphans, otherPrices, manifests, leftOut, toNotify } = found;
  const due = pickupsDueUntil(app);
  const sinceMs = app.clock.nowMs() - settlesWithinMs;
  return {
    bookings: bookings.filter(({ status }) => !isUnsettled(status)).length,
    payments: open.filter(({ createdAtMs }) => createdAtMs <= sinceMs).length,
    refunds_due: refused.length,
    orphans: orphans.length,
    other_prices: otherPrices.length,
    refused_manifests: manifests.length,
    left_out: leftOut.length,
    claims: found.claims.length,
    monthly_invoices: found.invoices.length,
    to_tell: toNotify.length,
    to_tell_today: toNotify.filter(({ pickupDate }) => pickupDate <= due).length,
  };
}

async function findIssues(app: App) {
  const { store } = app;
  const [
    bookings,
    open,
    refused,
    orphans,
    otherPrices,
    manifests,
    leftOut,
    claims,
    invoices,
    toNotify,
  ] = await Promise.all([
    store.bookings.listTroubled(mostListed),
    store.payments.listOpen(mostListed),
    store.payments.listRefused(mostListed),
    store.sentConsignments.listOrphaned(mostListed),
    store.sentConsignments.listOtherPrice(mostListed),
    store.manifests.listRefused(mostListed),
    store.manifests.listLeftOut(mostListed),
    listUndecided(app, mostListed),
    store.monthlyInvoices.listProblems(mostListed),
    listPickupsToNotify(app),
  ]);
  return {
    ...{ bookings, open, refused, orphans, otherPrices },
    ...{ manifests, leftOut, claims, invoices, toNotify },
  };
}

async function ownerOf(app: App, id: Member['id'] | undefined): Promise<Member | undefined> {
  return id === undefined ? undefined : await app.store.members.find(id);
}

/** Acknowledges a different price, which the operator settles with the carrier. Idempotent. */
export async function acknowledgePrice(app: App, reference: string): Promise<void> {
  if (!(await app.store.sentConsignments.markPriceSeen(reference)))
    throw new Refusal({ code: 'consignment_not_found', reference });
}

/** Asks the gateway and the carrier now rather than at the next recovery, and returns the updated payment. */
export async function checkPayment(app: App, id: number): Promise<Payment> {
  const payment = await getPayment(app, paymentId(id));
  await app.recoverPayment(payment.key);
  return await getPayment(app, payment.id);
}

async function getPayment(app: App, id: PaymentId): Promise<Payment> {
  const payment = await app.store.payments.find(id);
  if (payment === undefined) throw new Refusal({ code: 'payment_not_found', id });
  return payment;
}
