// What the ledger says was charged or given back after a booking was sold: each becomes an adjustment note. What belongs to
// attempts before the sale that stood is none of the invoice's business, however late it is entered: a charge that everybody had
// given up may turn up, and go back, after another way of paying was taken.

import type { EntryKind, LedgerEntry } from '../payments/ledger.ts';
import type { InvoiceAdjustment } from './invoice.ts';

const sales: readonly EntryKind[] = ['sale', 'charge'];

/** `dayOf` turns an instant into `YYYY-MM-DD`. Entries are in the order they were made. */
export function adjustmentsOf(
  entries: readonly LedgerEntry[],
  dayOf: (atMs: number) => string,
): InvoiceAdjustment[] {
  const stood = Math.max(
    ...entries.filter(({ kind }) => sales.includes(kind)).map(attemptOf),
    noAttempt,
  );
  const sold = entries.findLastIndex(
    (entry) => sales.includes(entry.kind) && attemptOf(entry) === stood,
  );
  const notes = new Map<string, InvoiceAdjustment>();
  for (const entry of entries.slice(sold + 1)) {
    const change = attemptOf(entry) < stood ? undefined : changeOf(entry);
    if (change === undefined) continue;
    // What was booked at one moment for one reason is one note.
    const key = `${entry.atMs} ${change.reason}`;
    const cents = (notes.get(key)?.cents ?? 0) + change.cents;
    notes.set(key, { ...change, day: dayOf(entry.atMs), cents });
  }
  return [...notes.values()].filter(({ cents }) => cents !== 0);
}

const noAttempt = 0;

/** Attempts to pay are numbered in their order; what belongs to none comes with the last. */
function attemptOf({ kind, paymentId }: LedgerEntry): number {
  if (paymentId !== undefined) return paymentId;
  return sales.includes(kind) ? noAttempt : Number.POSITIVE_INFINITY;
}

function changeOf({
  kind,
  debit,
  amountCents,
}: LedgerEntry): Omit<InvoiceAdjustment, 'day'> | undefined {
  if (kind === 'reversal')
    return { reason: 'Booking cancelled', cents: -amountCents, isCancellation: true };
  if (kind !== 'adjustment') return undefined;
  return debit === 'sales'
    ? { reason: 'Additional charges reduced', cents: -amountCents, isCancellation: false }
    : { reason: "Carrier's additional charges", cents: amountCents, isCancellation: false };
}
