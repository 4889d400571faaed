// A member's credit account: how much may be owed, and how much is. Bookings that use it up are
// entered by the ledger; this file only knows the arithmetic.
import type { Cents } from '../money.ts';

export type CreditAccount = { limitCents: Cents; usedCents: Cents };

/** Never negative: a limit lowered below what is owed leaves nothing to spend, not less than nothing. */
export function availableCents(account: CreditAccount): Cents {
  return Math.max(0, account.limitCents - account.usedCents);
}
