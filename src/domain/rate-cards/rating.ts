// Rates a shipment with a rate card: the carrier's price with its breakdown, or the precise reason for having no price.
//
// The order is fixed, and each step feeds the next: limits, zones, weights, lane freight (rounded once), surcharges (each
// rounded), fuel on freight and on the charges that attract fuel, GST. Tiers repeat the steps from the freight on, with the
// freight adjusted before it is rounded. Margins and warranty are added elsewhere: the result here is `priceCents`, the
// carrier's price including GST.
//
// This is the hot path: every quote rates one shipment with every carrier. The code works in place on a few scratch objects,
// allocates only its results, builds no strings, and must stay synchronous because the scratch objects are shared.

import { divHalfUp, mulDivHalfUp, one4 } from '../decimal.ts';
import type { Cents } from '../money.ts';
import { createShipment, type Shipment } from '../quotes/shipment.ts';
import type { Day } from './card-day.ts';
import { checkLimits } from './card-limits.ts';
import {
  chargeableWeight,
  createWeighing,
  totalCubicWeight,
  type Weighing,
  weighLines,
} from './chargeable-weight.ts';
import { chargeFreight, type LaneCharge } from './freight.ts';
import { findFuelPercent } from './fuel-timeline.ts';
import { noRate } from './lane-rate.ts';
import { chooseLanes, createLaneChoice } from './lane-table.ts';
import type { CardService, RateCard } from './rate-card.ts';
import { fail, type RatingFailure } from './rating-failure.ts';
import type { RuleContext } from './rule-context.ts';
import { type Charge, chargeSurcharges } from './surcharge.ts';
import { rateWarranty, type Warranty } from './warranty.ts';
import { ambiguousZone, findZone, findZoneCandidates, noZone, type Side } from './zone-table.ts';

/** The amounts of one price; `ex + gst = price` to the cent. */
type Amounts = {
  readonly freightCents: Cents;
  readonly charges: readonly Charge[];
  readonly surchargeCents: Cents;
  readonly fuelCents: Cents;
  readonly exCents: Cents;
  readonly gstCents: Cents;
  readonly priceCents: Cents;
};

export type RatedTier = Amounts & {
  readonly identifier: number;
  readonly description: string;
};

export type Rating = Amounts & {
  readonly isPriced: true;
  readonly card: RateCard;
  readonly service: CardService;
  readonly fromZone: number;
  readonly toZone: number;
  /** The weight that is charged, in ten-thousandths of a kilogram. */
  readonly chargeKg: number;
  readonly totalCubicKg: number;
  readonly lanes: readonly LaneCharge[];
  readonly fuelPercent: number;
  readonly tiers: readonly RatedTier[];
};

export type RatingOutcome = Rating | RatingFailure;

/** Ten million dollars: far above any consignment, and far below the limit of exact integers. */
const mostFreightE8 = 1e15;
const e8PerCent = 1_000_000;
const hundredPercent = 100 * one4;

const anywhere = { postcode: '', suburb: '', type: 'business' } as const;
const item = { packaging: 0, quantity: 1, weightGrams: 0, lengthMm: 0, widthMm: 0, heightMm: 0 };
const placeholder = createShipment({ sender: anywhere, receiver: anywhere, items: [item] });
const [placeholderLine] = placeholder.lines;
if (placeholderLine === undefined) throw new Error('a shipment has at least one line');

const context: RuleContext = {
  shipment: placeholder,
  line: placeholderLine,
  cubicKg: 0,
  totalCubicKg: 0,
  chargeKg: 0,
  fromZone: 0,
  toZone: 0,
  service: 0,
};
const choice = createLaneChoice();
const noRates: readonly number[] = [];
let weighing: Weighing = createWeighing(16);

/** Rates one service of a card; `day` is the pickup day at the origin. */
export function rateShipment(
  card: RateCard,
  service: CardService,
  shipment: Shipment,
  day: Day,
): RatingOutcome {
  const refused = checkLimits(card.limits, service.packagingMask, shipment);
  if (refused !== undefined) return refused;
  const fromZone = findZone(card.zones, shipment.sender, 'pickup');
  const toZone = findZone(card.zones, shipment.receiver, 'delivery');
  if (fromZone === ambiguousZone || toZone === ambiguousZone) {
    return rateAmbiguous(card, service, shipment, day);
  }
  if (fromZone <= noZone) return fail('pickup_not_served');
  if (toZone <= noZone) return fail('delivery_not_served');
  return rateBetween(card, service, shipment, day, fromZone, toZone);
}

/** An address in several zones: the card refuses it, or charges the dearest price. */
function rateAmbiguous(
  card: RateCard,
  service: CardService,
  shipment: Shipment,
  day: Day,
): RatingOutcome {
  if (card.zones.onAmbiguous === 'error') return fail('ambiguous_zone');
  let dearest: RatingOutcome | undefined;
  for (const from of candidates(card, shipment, 'pickup')) {
    for (const to of candidates(card, shipment, 'delivery')) {
      const outcome = rateBetween(card, service, shipment, day, from, to);
      if (dearest === undefined || !dearest.isPriced) dearest = outcome;
      else if (outcome.isPriced && outcome.priceCents > dearest.priceCents) dearest = outcome;
    }
  }
  return dearest ?? fail('route_not_served');
}

function candidates(card: RateCard, shipment: Shipment, side: Side): readonly number[] {
  const end = side === 'pickup' ? shipment.sender : shipment.receiver;
  const zone = findZone(card.zones, end, side);
  if (zone === ambiguousZone) return findZoneCandidates(card.zones, end, side);
  return zone <= noZone ? [] : [zone];
}

function rateBetween(
  card: RateCard,
  service: CardService,
  shipment: Shipment,
  day: Day,
  fromZone: number,
  toZone: number,
): RatingOutcome {
  context.shipment = shipment;
  context.fromZone = fromZone;
  context.toZone = toZone;
  context.service = service.index;
  if (card.rulesReadDistance && shipment.distanceMetres === undefined) {
    return fail('distance_unknown');
  }
  if (shipment.lines.length > weighing.itemDead.length) {
    weighing = createWeighing(shipment.lines.length * 2);
  }
  const tooBulky = weighLines(card.weight, context, weighing);
  if (tooBulky >= 0) return failCubic(card, shipment, tooBulky);
  const isServed = chooseLanes(
    card.lanes,
    {
      lanes: service.lanes,
      fromZone,
      toZone,
      toSuburb: shipment.receiver.suburb,
      packagings: shipment.packagings,
    },
    choice,
  );
  if (!isServed) return fail('route_not_served');
  context.totalCubicKg = totalCubicWeight(card.weight, weighing);
  context.chargeKg = chargeableWeight(card.weight, weighing, noRates, noRate);

  const lanes: LaneCharge[] = [];
  const failed = chargeFreight(card, shipment, weighing, choice, lanes);
  if (failed !== undefined) return failed;
  let freightE8 = 0;
  for (const lane of lanes) freightE8 += lane.chargeE8;
  if (freightE8 > mostFreightE8) return fail('price_out_of_range');
  return settle(card, service, day, lanes, freightE8);
}

function failCubic(card: RateCard, shipment: Shipment, at: number): RatingFailure {
  const limit = card.weight.maxItemCubicKg[shipment.lines[at]?.packaging ?? 0] ?? 0;
  return fail('item_cubic_too_heavy', { line: at, actual: weighing.itemCubic[at] ?? 0, limit });
}

function settle(
  card: RateCard,
  service: CardService,
  day: Day,
  lanes: readonly LaneCharge[],
  freightE8: number,
): RatingOutcome {
  const fuelPercent = findFuelPercent(card.fuel, day, context);
  const amounts = addUp(card, fuelPercent, divHalfUp(freightE8, e8PerCent));
  if (!('priceCents' in amounts)) return amounts;
  const tiers: RatedTier[] = [];
  for (const { identifier, description, basePercent } of card.definition.tiers) {
    const share = hundredPercent + basePercent;
    const freightCents = mulDivHalfUp(freightE8, share, hundredPercent * e8PerCent);
    const tier = addUp(card, fuelPercent, freightCents);
    if ('priceCents' in tier) tiers.push({ identifier, description, ...tier });
  }
  return {
    isPriced: true,
    card,
    service,
    fromZone: context.fromZone,
    toZone: context.toZone,
    chargeKg: context.chargeKg,
    totalCubicKg: context.totalCubicKg,
    lanes,
    fuelPercent,
    tiers,
    freightCents: amounts.freightCents,
    charges: amounts.charges,
    surchargeCents: amounts.surchargeCents,
    fuelCents: amounts.fuelCents,
    exCents: amounts.exCents,
    gstCents: amounts.gstCents,
    priceCents: amounts.priceCents,
  };
}

/** Freight in cents → surcharges, fuel, GST, price. */
function addUp(card: RateCard, fuelPercent: number, freightCents: Cents): Amounts | RatingFailure {
  const charges: Charge[] = [];
  const failed = chargeSurcharges(card.surcharges, context, weighing, freightCents, charges);
  if (failed !== undefined) return failed;
  let surchargeCents = 0;
  let fuelBaseCents = freightCents;
  for (const charge of charges) {
    surchargeCents += charge.cents;
    if (charge.bearsFuel) fuelBaseCents += charge.cents;
  }
  const fuelCents = mulDivHalfUp(fuelBaseCents, fuelPercent, hundredPercent);
  const sum = freightCents + surchargeCents + fuelCents;
  const { gstRate } = card;
  // A card stated with GST already holds it; otherwise it comes on top.
  const gstCents = card.pricesIncludeGst
    ? mulDivHalfUp(sum, gstRate, one4 + gstRate)
    : mulDivHalfUp(sum, gstRate, one4);
  const exCents = card.pricesIncludeGst ? sum - gstCents : sum;
  const priceCents = exCents + gstCents;
  return { freightCents, charges, surchargeCents, fuelCents, exCents, gstCents, priceCents };
}

/** The warranty of a rated shipment; a card may make it void by a rule on the same facts. */
export function rateShipmentWarranty(
  rating: Rating,
  shipment: Shipment,
  declaredCents: Cents,
  isIncluded: boolean,
): Warranty {
  context.shipment = shipment;
  context.fromZone = rating.fromZone;
  context.toZone = rating.toZone;
  context.service = rating.service.index;
  context.chargeKg = rating.chargeKg;
  context.totalCubicKg = rating.totalCubicKg;
  return rateWarranty(rating.card.warranty, declaredCents, isIncluded, context);
}
