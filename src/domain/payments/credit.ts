// A member's credit account: its limit and the amount used. Only the arithmetic; the ledger records the bookings that
// use the credit.
import type { Cents } from '../money.ts';

export type CreditAccount = { limitCents: Cents; usedCents: Cents };

/** Never negative, even if the limit was lowered below the amount owed. */
export function availableCents(account: CreditAccount): Cents {
  return Math.max(0, account.limitCents - account.usedCents);
}
