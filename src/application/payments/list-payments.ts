// A member's payments and refunds with every failed attempt, newest first. Adjustments by carriers change the credit
// account directly, so they are ledger entries.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import type { LedgerEntry } from '../../domain/payments/ledger.ts';
import { type Payment, type PaymentName, paymentName } from '../../domain/payments/payment.ts';
import type { AccountsApp } from '../ports.ts';

/** A payment, or a carrier's adjustment from the ledger. */
export type ListedPayment = {
  id: PaymentName | `adjustment_${number}`;
  kind: Payment['kind'] | 'adjustment';
  bookingId: BookingId | undefined;
  method: string;
  /** Negative for a refund, and for an adjustment that lowers the price. */
  cents: Cents;
  status: Payment['status'];
  detail: string;
  atMs: number;
};

export const paymentsPerPage = 50;

/** Without a page or a booking, returns all of them. */
export async function listPayments(
  { store }: Pick<AccountsApp, 'store'>,
  memberId: MemberId,
  { page, bookingId }: { page?: number; bookingId?: BookingId } = {},
): Promise<ListedPayment[]> {
  if (bookingId !== undefined) {
    const payments = await store.payments.listOfBooking(bookingId);
    const entries = await store.ledger.listOfBooking({ bookingId, memberId });
    return merged(
      payments.filter((payment) => payment.memberId === memberId).toReversed(),
      entries.filter(({ kind }) => kind === 'adjustment').toReversed(),
    );
  }
  // The page is within this many of the newest of each list.
  const newest = page === undefined ? undefined : page * paymentsPerPage;
  const [payments, adjustments] = await Promise.all([
    store.payments.listOfMember(memberId, newest),
    store.ledger.listAdjustments(memberId, newest),
  ]);
  const listed = merged(payments.toReversed(), adjustments);
  return newest === undefined ? listed : listed.slice(newest - paymentsPerPage, newest);
}

/**
 * Keeps the order of each list, so that a page does not depend on how far the lists were read. At the same time, a
 * charge counts as older than an adjustment, and a refund as newer.
 */
function merged(
  payments: readonly Payment[],
  adjustments: readonly LedgerEntry[],
): ListedPayment[] {
  const entries = adjustments.map(ofEntry);
  let next = 0;
  const listed = payments.map(ofPayment).flatMap((payment) => {
    const first = next;
    while (isNewer(entries[next], payment)) next += 1;
    return [...entries.slice(first, next), payment];
  });
  return [...listed, ...entries.slice(next)];
}

function isNewer(adjustment: ListedPayment | undefined, payment: ListedPayment): boolean {
  if (adjustment === undefined) return false;
  return payment.kind === 'refund'
    ? adjustment.atMs > payment.atMs
    : adjustment.atMs >= payment.atMs;
}

function ofPayment(payment: Payment): ListedPayment {
  const { id, kind, bookingId, method, amountCents, status, detail, createdAtMs } = payment;
  const cents = kind === 'refund' ? -amountCents : amountCents;
  return { id: paymentName(id), kind, bookingId, method, cents, status, detail, atMs: createdAtMs };
}

function ofEntry({ id, bookingId, debit, amountCents, atMs }: LedgerEntry): ListedPayment {
  const isMore = debit === 'owed';
  return {
    id: `adjustment_${id}`,
    kind: 'adjustment',
    bookingId,
    method: 'credit',
    cents: isMore ? amountCents : -amountCents,
    status: isMore ? 'charged' : 'refunded',
    detail: '',
    atMs,
  };
}
