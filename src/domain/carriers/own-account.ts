// A quote by the member's own account with a carrier says so in its breakdown, in a mark that names the account by the
// moment it was connected. The same mark tells, when the quote is accepted, whether that account is still the one in use:
// what was quoted with one account is never booked with another.
import type { Quote } from '../quotes/quote.ts';

/** For a breakdown; differs between any two accounts a member ever had with a carrier. */
export function ownAccountMark(connectedAtMs: number): string {
  return `Price of your own account with the carrier, which bills you (connected ${new Date(connectedAtMs).toISOString()})`;
}

/** Undefined when the house sells it. */
export function ownMarkOf({ waterfall }: Pick<Quote, 'waterfall'>): string | undefined {
  return waterfall.adjustments.find(({ kind }) => kind === 'own_account')?.name;
}
