// Every attempt to take money from a member or to give it back, newest first, for the command line as for the member's own
// page. What a carrier charged afterwards goes on the member's account without anybody being asked: the books alone have it.

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
  /** What went back is less than nothing. */
  cents: Cents;
  status: Payment['status'];
  detail: string;
  atMs: number;
};

export const movesPerPage = 50;

/** All of them without a page, or those of one booking. */
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
  // Whatever is on the page is among so many of either kind.
  const newest = page === undefined ? undefined : page * movesPerPage;
  const [payments, adjustments] = await Promise.all([
    store.payments.listOfMember(memberId, newest),
    store.ledger.listAdjustments(memberId, newest),
  ]);
  const moves = merged(payments.toReversed(), adjustments);
  return newest === undefined ? moves : moves.slice(newest - movesPerPage, newest);
}

/** Either list keeps its own order, so that a page is the same however far down is read; of one moment a charge is the oldest, a refund the newest. */
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
