// The adjustment notes of a booking: one for each charge or refund in the ledger after the sale. Entries of earlier
// payment attempts are ignored, even if they are recorded later: an abandoned charge may turn up, and be refunded,
// after the member paid another way.

import type { EntryKind, LedgerEntry } from '../payments/ledger.ts';
import type { InvoiceAdjustment } from './invoice.ts';

const sales: readonly EntryKind[] = ['sale', 'charge'];

/** `dayOf` formats an instant as `YYYY-MM-DD`. */
export function adjustmentsOf(
  entries: readonly LedgerEntry[],
  dayOf: (atMs: number) => string,
): InvoiceAdjustment[] {
  return datedAdjustments(entries).map(({ atMs, ...one }) => ({ ...one, day: dayOf(atMs) }));
}

type DatedAdjustment = Omit<InvoiceAdjustment, 'day'> & { atMs: number };

/** `entries` must be in the order of their creation. */
export function datedAdjustments(entries: readonly LedgerEntry[]): DatedAdjustment[] {
  const stood = Math.max(
    ...entries.filter(({ kind }) => sales.includes(kind)).map(attemptOf),
    noAttempt,
  );
  const sold = entries.findLastIndex(
    (entry) => sales.includes(entry.kind) && attemptOf(entry) === stood,
  );
  const notes = new Map<string, DatedAdjustment>();
  for (const entry of entries.slice(sold + 1)) {
    const change = attemptOf(entry) < stood ? undefined : changeOf(entry);
    if (change === undefined) continue;
    // Entries of the same moment and reason share a note.
    const key = `${entry.atMs} ${change.reason}`;
    const cents = (notes.get(key)?.cents ?? 0) + change.cents;
    notes.set(key, { ...change, atMs: entry.atMs, cents });
  }
  return [...notes.values()].filter(({ cents }) => cents !== 0);
}

const noAttempt = 0;

/**
 * Payment attempts have rising numbers. A sale without one counts as the first, any other entry as the last.
 */
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
