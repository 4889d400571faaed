// A rating told line by line: code, label, basis, rate, amount. Made only when somebody reads it, from the numbers the
// rating kept; nothing is computed again here, so the lines always add up to the price that was quoted.

import { type Decimal4, ONE } from './decimal.ts';
import { unitOf } from './lane-rate.ts';
import type { Cents } from './money.ts';
import type { RateCard } from './rate-card.ts';
import type { Amounts, Rating } from './rating.ts';
import type { Charge } from './surcharge.ts';

export interface BreakdownLine {
  readonly kind: 'freight' | 'surcharge' | 'fuel' | 'gst';
  readonly code: string;
  readonly label: string;
  /** What was counted and the price of one, as decimals times ten thousand; a percentage has `%` as unit. */
  readonly basis: Decimal4;
  readonly unit: string;
  readonly rate: Decimal4;
  readonly amountCents: Cents;
}

export interface Breakdown {
  readonly rateCardCode: string;
  readonly rateCardVersion: string;
  readonly isSample: boolean;
  readonly fromZone: string;
  readonly toZone: string;
  readonly deadKg: Decimal4;
  readonly cubicKg: Decimal4;
  readonly chargeKg: Decimal4;
  readonly lines: readonly BreakdownLine[];
  readonly exCents: Cents;
  readonly gstCents: Cents;
  readonly priceCents: Cents;
}

const DOLLARS4_PER_CENT = 100;
const GRAMS_TO_KG4 = 10;

/** The breakdown of the everyday price, or of a tier when its amounts are given. */
export function describeBreakdown(
  rating: Rating,
  weightGrams: number,
  amounts: Amounts = rating,
): Breakdown {
  const { card } = rating;
  const { definition } = card;
  const gst: BreakdownLine = {
    kind: 'gst',
    code: 'GST',
    label: card.pricesIncludeGst ? 'GST included' : 'GST',
    basis: amounts.exCents * DOLLARS4_PER_CENT,
    unit: '%',
    rate: card.gstRate * 100,
    amountCents: amounts.gstCents,
  };
  return {
    rateCardCode: definition.code,
    rateCardVersion: definition.version,
    isSample: definition.isSample,
    fromZone: card.zones.codes[rating.fromZone] ?? '',
    toZone: card.zones.codes[rating.toZone] ?? '',
    deadKg: weightGrams * GRAMS_TO_KG4,
    cubicKg: rating.totalCubicKg,
    chargeKg: rating.chargeKg,
    lines: [
      freightLine(rating, amounts),
      ...amounts.charges.map((charge) => chargeLine(card, charge)),
      ...fuelLines(rating, amounts),
      gst,
    ],
    exCents: amounts.exCents,
    gstCents: amounts.gstCents,
    priceCents: amounts.priceCents,
  };
}

function freightLine(rating: Rating, amounts: Amounts): BreakdownLine {
  const [first] = rating.lanes;
  const isSingle = rating.lanes.length === 1 && first !== undefined;
  return {
    kind: 'freight',
    code: 'FREIGHT',
    label: 'Freight',
    basis: isSingle ? first.units : rating.chargeKg,
    unit: isSingle ? unitOf(rating.card.lanes.rates, first.rate) : 'kg',
    // A lane has a basic charge, breaks and a minimum; the rate shown is what one unit came to.
    rate: isSingle && first.units > 0 ? unitRate(amounts.freightCents, first.units) : 0,
    amountCents: amounts.freightCents,
  };
}

function unitRate(cents: Cents, units: Decimal4): Decimal4 {
  return Math.round((cents * DOLLARS4_PER_CENT * ONE) / units);
}

function chargeLine(card: RateCard, charge: Charge): BreakdownLine {
  const rule = card.surcharges.definitions[charge.rule];
  const area = card.surcharges.areas.rows[charge.area];
  const isPercent = rule?.charge.kind === 'percent';
  const unit = rule?.charge.kind === 'amount' ? rule.charge.per : (area?.per ?? '');
  return {
    kind: 'surcharge',
    code: findChargeCode(card, charge),
    label: area?.label ?? rule?.label ?? '',
    basis: charge.basis,
    unit: isPercent ? '%' : unit,
    rate: charge.rate,
    amountCents: charge.cents,
  };
}

function fuelLines(rating: Rating, amounts: Amounts): BreakdownLine[] {
  if (rating.fuelPercent === 0) return [];
  let base = amounts.freightCents;
  for (const charge of amounts.charges) if (charge.bearsFuel) base += charge.cents;
  return [
    {
      kind: 'fuel',
      code: 'FUEL',
      label: 'Fuel levy',
      basis: base * DOLLARS4_PER_CENT,
      unit: '%',
      rate: rating.fuelPercent,
      amountCents: amounts.fuelCents,
    },
  ];
}

/** The code a charge goes by: its area row's, otherwise its rule's. */
export function findChargeCode(card: RateCard, charge: Charge): string {
  const area = card.surcharges.areas.rows[charge.area];
  return area?.code ?? card.surcharges.definitions[charge.rule]?.code ?? '';
}
