// A quote as its buyer sees it. With a margin, the carrier's own figures would reveal what the operator pays, so one
// amount of freight stands for the carrier's price and the margin. Every other step stays, and the total is the same.
import { type Cents, gstWithin } from '../money.ts';
import type { AdjustmentKind, PriceStep, Quote, Waterfall } from './quote.ts';

/** Steps of the carrier's price. */
const ofCarrier: ReadonlySet<AdjustmentKind> = new Set(['tier', 'tailgate']);

export function asSold(quote: Quote): Quote {
  const margin = marginStepOf(quote);
  if (margin === undefined) return quote;
  return {
    ...quote,
    waterfall: soldWaterfall(quote.waterfall, carrierCentsOf(quote) + margin.cents),
  };
}

function soldWaterfall(waterfall: Waterfall, carrierPriceCents: Cents): Waterfall {
  const { gstPercent4: _unknown, ...rest } = waterfall;
  const gstCents = waterfall.gstCents === 0 ? 0 : gstWithin(carrierPriceCents);
  const exCents = carrierPriceCents - gstCents;
  return {
    ...rest,
    freight: { cents: exCents, parts: [] },
    charges: [],
    fuel: { percent4: 0, cents: 0, baseCents: 0 },
    exCents,
    gstCents,
    carrierPriceCents,
    adjustments: waterfall.adjustments.filter(
      ({ kind }) => kind !== 'margin' && !ofCarrier.has(kind),
    ),
  };
}

/** The carrier's whole price, GST included and without warranty: what the operator pays for freight. */
export function carrierCentsOf({ waterfall }: Quote): Cents {
  return waterfall.adjustments
    .filter(({ kind }) => ofCarrier.has(kind))
    .reduce((sum, { cents }) => sum + cents, waterfall.carrierPriceCents);
}

export function marginStepOf({ waterfall }: Quote): PriceStep | undefined {
  return waterfall.adjustments.find(({ kind }) => kind === 'margin');
}
