// The freight of a shipment: each row of the lane prices its own lines, together or item by item. The charges of rows
// with different packaging types are added and rounded once, by the caller.

import { one4 } from '../decimal.ts';
import type { Shipment } from '../quotes/shipment.ts';
import type { LaneUnit } from './card-definition.ts';
import { chargeableWeight, type Weighing } from './chargeable-weight.ts';
import {
  aboveLastBreak,
  chargeLane,
  isPerItem,
  type LaneRate,
  noRate,
  unitOf,
} from './lane-rate.ts';
import type { LaneChoice } from './lane-table.ts';
import type { RateCard } from './rate-card.ts';
import { fail, type RatingFailure } from './rating-failure.ts';
import { mm3PerM34 } from './volume.ts';

/** The charge of one row: for everything it prices, or for the items of one line when it prices each item separately. */
export type LaneCharge = {
  readonly rate: LaneRate;
  /** The units of one charge in the row's unit: times ten thousand, or cubic millimetres. */
  readonly units: number;
  /** The units that decided the break. */
  readonly breakUnits: number;
  readonly times: number;
  /** The total of all `times` charges, in dollars times 10^8. */
  readonly chargeE8: number;
};

const metresToKm4 = 10;

/** Reused between calls, which is safe because rating is synchronous. */
const rateOfLine: LaneRate[] = [];

/** Adds each row's charge to `lanes`; returns the reason when one of them cannot be priced. */
export function chargeFreight(
  card: RateCard,
  shipment: Shipment,
  weighing: Weighing,
  choice: LaneChoice,
  lanes: LaneCharge[],
): RatingFailure | undefined {
  const { lines } = shipment;
  const { rates } = card.lanes;
  rateOfLine.length = lines.length;
  for (let at = 0; at < lines.length; at += 1) {
    const rate = choice.rateOf[lines[at]?.packaging ?? 0] ?? noRate;
    if (rate === noRate) return fail('packaging_not_carried', { line: at });
    rateOfLine[at] = rate;
  }
  for (let at = 0; at < lines.length; at += 1) {
    const rate = rateOfLine[at] ?? noRate;
    if (rateOfLine.indexOf(rate) < at) continue;
    if (unitOf(rates, rate) === 'km' && shipment.distanceMetres === undefined) {
      return fail('distance_unknown');
    }
    const failed = isPerItem(rates, rate)
      ? chargeEachItem(card, shipment, weighing, rate, lanes)
      : chargeTogether(card, shipment, weighing, rate, lanes);
    if (failed !== undefined) return failed;
  }
  return undefined;
}

function chargeTogether(
  card: RateCard,
  shipment: Shipment,
  weighing: Weighing,
  rate: LaneRate,
  lanes: LaneCharge[],
): RatingFailure | undefined {
  const units = unitsOf(card, shipment, weighing, rate);
  const chargeE8 = chargeLane(card.lanes.rates, rate, units, units);
  if (chargeE8 === aboveLastBreak) {
    return tooMany(unitOf(card.lanes.rates, rate), units);
  }
  lanes.push({ rate, units, breakUnits: units, times: 1, chargeE8 });
  return undefined;
}

function chargeEachItem(
  card: RateCard,
  shipment: Shipment,
  weighing: Weighing,
  rate: LaneRate,
  lanes: LaneCharge[],
): RatingFailure | undefined {
  const together = card.breaksByConsignment ? unitsOf(card, shipment, weighing, rate) : -1;
  const unit = unitOf(card.lanes.rates, rate);
  for (let at = 0; at < shipment.lines.length; at += 1) {
    const line = shipment.lines[at];
    if (line === undefined || rateOfLine[at] !== rate) continue;
    const own = itemUnitsOf(shipment, weighing, unit, at);
    const breakUnits = together < 0 ? own : together;
    const charge = chargeLane(card.lanes.rates, rate, own, breakUnits);
    if (charge === aboveLastBreak) {
      return tooMany(unit, breakUnits, at);
    }
    const times = line.quantity;
    lanes.push({ rate, units: own, breakUnits, times, chargeE8: charge * times });
  }
  return undefined;
}

/** The units of all lines that a row prices, in the row's unit. */
function unitsOf(card: RateCard, shipment: Shipment, weighing: Weighing, rate: LaneRate): number {
  const unit = unitOf(card.lanes.rates, rate);
  if (unit === 'km') return (shipment.distanceMetres ?? 0) * metresToKm4;
  if (unit === 'kg') return chargeableWeight(card.weight, weighing, rateOfLine, rate);
  let pieces = 0;
  let volumeMm3 = 0;
  for (let at = 0; at < shipment.lines.length; at += 1) {
    const line = shipment.lines[at];
    if (line === undefined || rateOfLine[at] !== rate) continue;
    pieces += line.quantity;
    volumeMm3 += line.quantity * line.volumeMm3;
  }
  return unit === 'm3' ? volumeMm3 : pieces * one4;
}

function itemUnitsOf(shipment: Shipment, weighing: Weighing, unit: LaneUnit, at: number): number {
  if (unit === 'kg') return weighing.itemCharge[at] ?? 0;
  if (unit === 'km') return (shipment.distanceMetres ?? 0) * metresToKm4;
  if (unit === 'm3') return shipment.lines[at]?.volumeMm3 ?? 0;
  return one4;
}

/** Rounded up, so that an amount above the last break never shows as the limit itself. */
function tooMany(unit: LaneUnit, units: number, line?: number): RatingFailure {
  const actual = unit === 'm3' ? Math.ceil(units / mm3PerM34) : units;
  return fail('above_last_break', { ...(line === undefined ? {} : { line }), actual, note: unit });
}
