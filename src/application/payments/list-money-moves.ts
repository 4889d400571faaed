// Every attempt to take money from a member or to give it back, oldest first. What a carrier charged afterwards goes on the
// member's account without anybody being asked: the books alone have it.
import type { MemberId } from '../../domain/accounts/member.ts';
import type { BookingId } from '../../domain/bookings/booking.ts';
import type { Cents } from '../../domain/money.ts';
import type { LedgerEntry } from '../../domain/payments/ledger.ts';
import type { Payment, PaymentId } from '../../domain/payments/payment.ts';
import type { AccountsApp } from '../ports.ts';

export type MoneyMove = {
  /** Payments are numbered; an adjustment has the number of its entry, which may be a payment's too. */
  id: PaymentId | `adjustment_${number}`;
  bookingId: BookingId | undefined;
  method: string;
  /** What went back is less than nothing. */
  cents: Cents;
  status: Payment['status'];
  atMs: number;
};

const entriesAtOnce = 1_000;

export async function listMoneyMoves(
  { store }: Pick<AccountsApp, 'store'>,
  member: MemberId,
): Promise<MoneyMove[]> {
  const payments = (await store.payments.listOfMember(member)).map(ofPayment);
  const adjustments: MoneyMove[] = [];
  for (let afterId = 0; ; ) {
    const entries = await store.ledger.list(member, afterId, entriesAtOnce);
    for (const entry of entries) if (entry.kind === 'adjustment') adjustments.push(ofEntry(entry));
    const last = entries.at(-1);
    if (last === undefined || entries.length < entriesAtOnce) break;
    afterId = last.id;
  }
  return inOrder(payments, adjustments);
}

/** Each list keeps its own order; of one moment the payment of a booking comes first, its cancellation last. */
function inOrder(payments: readonly MoneyMove[], adjustments: readonly MoneyMove[]): MoneyMove[] {
  const rank = ({ id, cents }: MoneyMove) => (typeof id === 'string' ? 1 : cents < 0 ? 2 : 0);
  return [...payments, ...adjustments].sort((a, b) => a.atMs - b.atMs || rank(a) - rank(b));
}

function ofPayment({ id, bookingId, method, kind, amountCents, status, createdAtMs }: Payment) {
  const cents = kind === 'refund' ? -amountCents : amountCents;
  return { id, bookingId, method, cents, status, atMs: createdAtMs };
}

function ofEntry({ id, bookingId, debit, amountCents, atMs }: LedgerEntry): MoneyMove {
  const isMore = debit === 'owed';
  return {
    id: `adjustment_${id}`,
    bookingId,
    method: 'credit',
    cents: isMore ? amountCents : -amountCents,
    status: isMore ? 'charged' : 'refunded',
    atMs,
  };
}
