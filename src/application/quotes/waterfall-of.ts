// The breakdown of a rate card's price, from freight to the caller's price, with the working of each amount.
import type { PriceStep, Waterfall } from '../../domain/quotes/quote.ts';
import { chargeWorking, findChargeCode, tierWorking } from '../../domain/rate-cards/breakdown.ts';
import { freightParts } from '../../domain/rate-cards/lane-parts.ts';
import type { RatedTier, Rating } from '../../domain/rate-cards/rating.ts';
import { type Warranty, warrantyWorking } from '../../domain/rate-cards/warranty.ts';

/** `frequent`: the tier whose price replaces the everyday price. */
export function waterfallOf(
  rating: Rating,
  frequent: RatedTier | undefined,
  steps: readonly PriceStep[],
  warranty: Warranty,
): Waterfall {
  const { card, freightCents } = rating;
  let fuelBaseCents = freightCents;
  for (const { bearsFuel, cents } of rating.charges) if (bearsFuel) fuelBaseCents += cents;
  return {
    fromZone: card.zones.codes[rating.fromZone] ?? '',
    toZone: card.zones.codes[rating.toZone] ?? '',
    cubicKg4: rating.totalCubicKg,
    chargeKg4: rating.chargeKg,
    freight: { cents: freightCents, parts: freightParts(card.lanes.rates, rating.lanes) },
    charges: rating.charges.map((charge) => {
      const { basis4, unit, rate4, note } = chargeWorking(card, charge);
      const label =
        card.surcharges.areas.rows[charge.area]?.label ??
        card.surcharges.definitions[charge.rule]?.label ??
        '';
      const code = findChargeCode(card, charge);
      return { code, label, basis4, unit, rate4, cents: charge.cents, note };
    }),
    fuel: { percent4: rating.fuelPercent, cents: rating.fuelCents, baseCents: fuelBaseCents },
    exCents: rating.exCents,
    gstCents: rating.gstCents,
    gstPercent4: card.gstRate * 100,
    carrierPriceCents: rating.priceCents,
    adjustments: frequent === undefined ? steps : [tierStep(rating, frequent), ...steps],
    ...warrantyPart(rating, warranty),
  };
}

function tierStep(rating: Rating, tier: RatedTier): PriceStep {
  return {
    kind: 'tier',
    name: tier.description,
    cents: tier.priceCents - rating.priceCents,
    working: tierWorking(rating, tier),
  };
}

/** The working of the fee; empty without a fee. */
export function warrantyPart(rating: Rating, warranty: Warranty): Pick<Waterfall, 'warranty'> {
  const working = warrantyWorking(rating.card.warranty, warranty);
  return working === undefined ? {} : { warranty: working };
}
