// How the parts of a rated price were calculated: the name of each charge, in a quote's breakdown and in a carrier's examples,
// and the working of each amount. The rating keeps the amounts.

import { divHalfUp, formatDecimal4, one4 } from '../decimal.ts';
import type { Cents } from '../money.ts';
import {
  dollars4PerCent,
  flatWorking,
  type Working,
  workedCents,
  writtenWorking,
} from '../quotes/working.ts';
import type { RateCard } from './rate-card.ts';
import type { RatedTier, Rating } from './rating.ts';
import type { Charge } from './surcharge.ts';

/** The code of a charge: its area row's, otherwise its rule's. */
export function findChargeCode(card: RateCard, charge: Charge): string {
  const area = card.surcharges.areas.rows[charge.area];
  return area?.code ?? card.surcharges.definitions[charge.rule]?.code ?? '';
}

export function chargeWorking(card: RateCard, charge: Charge): Working {
  const { basis, unit, rate, cents, times } = charge;
  const plain = { basis4: basis, unit, rate4: rate, note: '' };
  if (workedCents(plain) === cents) return plain;
  const each = { basis4: basis / times, unit, rate4: rate };
  const reason = reasonOf(card, charge, cents / times, workedCents(each));
  return {
    basis4: times * one4,
    unit: times === 1 ? 'consignment' : 'item',
    rate4: (cents / times) * dollars4PerCent,
    note: `${reason}, ${writtenWorking(each)} comes to ${written(workedCents(each))}`,
  };
}

function reasonOf(card: RateCard, { rule }: Charge, charged: Cents, own: Cents): string {
  const { minimum, maximum } = card.surcharges.definitions[rule] ?? {};
  const isBound = (bound: number | undefined): boolean =>
    bound !== undefined && divHalfUp(bound, dollars4PerCent) === charged;
  if (own < charged && isBound(minimum)) return `minimum of ${written(charged)}`;
  if (own > charged && isBound(maximum)) return `maximum of ${written(charged)}`;
  return 'rounded for each item';
}

/** The rating with the frequent-rate price and its amounts in place of the everyday ones. */
export function tierWorking(rating: Rating, tier: RatedTier): Working {
  const parts = [
    `freight ${written(tier.freightCents)}`,
    `surcharges ${written(tier.surchargeCents)}`,
    `fuel levy ${written(tier.fuelCents)}`,
    `GST ${written(tier.gstCents)}`,
  ];
  return flatWorking(
    tier.priceCents - rating.priceCents,
    `${written(tier.priceCents)} in place of ${written(rating.priceCents)}: ${parts.join(', ')}`,
  );
}

function written(cents: Cents): string {
  return formatDecimal4(cents * dollars4PerCent, 2);
}
