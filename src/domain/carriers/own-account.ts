// The breakdown of a quote from a member's own account has a mark that identifies the account by the moment it was connected.
// Confirming compares the mark with the connected account, because a booking must use the account that quoted it.
import type { Quote } from '../quotes/quote.ts';

/** Differs between any two accounts that a member has had with a carrier. */
export function ownAccountMark(connectedAtMs: number): string {
  return `Price of your own account with the carrier, which bills you (connected ${new Date(connectedAtMs).toISOString()})`;
}

/** Undefined for a quote from a house account or a rate card. */
export function ownMarkOf({ waterfall }: Pick<Quote, 'waterfall'>): string | undefined {
  return waterfall.adjustments.find(({ kind }) => kind === 'own_account')?.name;
}
