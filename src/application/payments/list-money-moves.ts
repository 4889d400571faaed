// Every attempt to charge or refund a member, newest first, for the command line and the member's own page.
// Adjustments by carriers change the credit account directly, so they are read from the ledger.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import type { LedgerEntry } from '../../domain/payments/ledger.ts';
import { type Payment, type PaymentName, paymentName } from '../../domain/payments/payment.ts';
import type { AccountsApp } from '../ports.ts';

export type MoneyMove = {
  id: PaymentName | `adjustment_${number}`;
  kind: Payment['kind'] | 'adjustment';
  bookingId: BookingId | undefined;
  method: string;
  /** Negative for a refund. */
  cents: Cents;
  status: Payment['status'];
  detail: string;
  atMs: number;
};

export const movesPerPage = 50;

/** Without a page, all of them, or those of one booking. */
export type MovesWanted = { page?: number; bookingId?: BookingId };

export async function listMoneyMoves(
  { store }: Pick<AccountsApp, 'store'>,
  memberId: MemberId,
  { page, bookingId }: MovesWanted = {},
): Promise<MoneyMove[]> {
  if (bookingId !== undefined) {
    const payments = await store.payments.listOfBooking(bookingId);
    const entries = await store.ledger.listOfBooking({ bookingId, memberId });
    return merged(
      payments.filter((one) => one.memberId === memberId).toReversed(),
      entries.filter(({ kind }) => kind === 'adjustment').toReversed(),
    );
  }
  // The page is within this many of the newest of each list.
  const newest = page === undefined ? undefined : page * movesPerPage;
  const [payments, adjustments] = await Promise.all([
    store.payments.listOfMember(memberId, newest),
    store.ledger.listAdjustments(memberId, newest),
  ]);
  const moves = merged(payments.toReversed(), adjustments);
  return newest === undefined ? moves : moves.slice(newest - movesPerPage, newest);
}

/**
 * Keeps the order of each list, so that a page does not depend on how far the lists were read. At the same time, a
 * charge counts as older than an adjustment, and a refund as newer.
 */
function merged(payments: readonly Payment[], adjustments: readonly LedgerEntry[]): MoneyMove[] {
  const moves: MoneyMove[] = [];
  const left = adjustments.map(ofEntry);
  let next = 0;
  for (const payment of payments.map(ofPayment)) {
    for (let one = left[next]; one !== undefined && isNewer(one, payment); one = left[next]) {
      moves.push(one);
      next += 1;
    }
    moves.push(payment);
  }
  return [...moves, ...left.slice(next)];
}

function isNewer(adjustment: MoneyMove, payment: MoneyMove): boolean {
  return payment.kind === 'refund'
    ? adjustment.atMs > payment.atMs
    : adjustment.atMs >= payment.atMs;
}

function ofPayment(payment: Payment): MoneyMove {
  const { id, kind, bookingId, method, amountCents, status, detail, createdAtMs } = payment;
  const cents = kind === 'refund' ? -amountCents : amountCents;
  return { id: paymentName(id), kind, bookingId, method, cents, status, detail, atMs: createdAtMs };
}

function ofEntry({ id, bookingId, debit, amountCents, atMs }: LedgerEntry): MoneyMove {
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
