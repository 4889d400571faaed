// The name a charge goes by wherever a price is broken down into its lines: in the waterfall of a quote, in a carrier's
// examples. The figures themselves are kept by the rating; nothing is computed again.

import type { RateCard } from './rate-card.ts';
import type { Charge } from './surcharge.ts';

/** The code of a charge: its area row's, otherwise its rule's. */
export function findChargeCode(card: RateCard, charge: Charge): string {
  const area = card.surcharges.areas.rows[charge.area];
  return area?.code ?? card.surcharges.definitions[charge.rule]?.code ?? '';
}
