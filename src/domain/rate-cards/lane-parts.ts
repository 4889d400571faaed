// The charge of a lane's row in parts: the basic charge, each break, the bump, and the minimum or maximum if it applies. Runs for
// every quote, so it builds no texts.

import { divHalfUp, one4 } from '../decimal.ts';
import {
  dollars4Of,
  type FreightPart,
  type FreightPartKind,
  isFlatCharge,
  numbersOf,
} from '../quotes/freight-part.ts';
import type { LaneUnit } from './card-definition.ts';
import type { LaneCharge } from './freight.ts';
import {
  basicOf,
  breakBefore,
  breakOf,
  bumpOf,
  includesOf,
  isFirstBreak,
  isLastBreak,
  isPerItem,
  type LaneRates,
  limitOf,
  modeOf,
  nextBreak,
  priceOf,
  stepOf,
  unitOf,
  unitsCharge,
} from './lane-rate.ts';
import { mm3PerM34 } from './volume.ts';

const e8PerCent = 1_000_000;

/** The parts of all rows. Their sum is the freight before rounding. */
export function freightParts(rates: LaneRates, lanes: readonly LaneCharge[]): FreightPart[] {
  const [first] = lanes;
  if (first !== undefined && lanes.length === 1) return partsOfLane(rates, first);
  const parts: FreightPart[] = [];
  for (const lane of lanes) for (const part of partsOfLane(rates, lane)) merge(parts, part);
  return parts;
}

/** Items with the same price for the same reason share a part. */
function merge(parts: FreightPart[], part: FreightPart): void {
  for (let at = 0; at < parts.length; at += 1) {
    const one = parts[at];
    if (one === undefined || !isSame(one, part)) continue;
    parts[at] = { ...one, basis4: one.basis4 + part.basis4 };
    return;
  }
  parts.push(part);
}

function isSame(one: FreightPart, other: FreightPart): boolean {
  return (
    one.kind === other.kind &&
    one.rate4 === other.rate4 &&
    one.unit === other.unit &&
    one.first4 === other.first4 &&
    one.second4 === other.second4 &&
    one.step4 === other.step4 &&
    one.times === other.times
  );
}

function partsOfLane(rates: LaneRates, lane: LaneCharge): FreightPart[] {
  const { rate, times, units } = lane;
  const parts: FreightPart[] = [];
  const basicE8 = basicOf(rates, rate);
  const unit = unitOf(rates, rate);
  const each = isPerItem(rates, rate) ? 'item' : 'consignment';
  let freeE8 = basicE8;
  if (basicE8 !== 0) add(parts, 'basic', one4 * times, each, basicE8 / one4, lane, unit, 0, 0);
  const at = breakOf(rates, rate, lane.breakUnits);
  if (at !== undefined) freeE8 += addBreak(rates, lane, at, unit, each, parts);
  const chargeE8 = lane.chargeE8 / times;
  if (chargeE8 === freeE8) return parts;
  const kind = chargeE8 > freeE8 ? 'minimum' : 'maximum';
  const free4 = dollars4Of(divHalfUp(freeE8, e8PerCent));
  const bound: FreightPart[] = [];
  const units4 = shownUnits(unit, units);
  add(bound, kind, one4 * times, each, chargeE8 / one4, lane, unit, units4, free4);
  return bound;
}

function add(
  parts: FreightPart[],
  kind: FreightPartKind,
  basis4: number,
  unit: string,
  rate4: number,
  lane: LaneCharge,
  counts: LaneUnit,
  first4: number,
  second4: number,
  step4 = 0,
): void {
  // The explanations of the other kinds do not mention the number of items.
  const times = numbersOf[kind] > 2 ? lane.times : 1;
  const counted = isFlatCharge(kind) ? counts : unit;
  parts.push({ kind, basis4, unit, rate4, first4, second4, step4, times, counts: counted });
}

/** Returns the charge of the breaks, in dollars times 10^8. */
function addBreak(
  rates: LaneRates,
  lane: LaneCharge,
  at: number,
  unit: LaneUnit,
  each: string,
  parts: FreightPart[],
): number {
  const { rate, units, times } = lane;
  const includes = includesOf(rates, rate);
  const price = priceOf(rates, at);
  const beyond = units > includes ? units - includes : 0;
  switch (modeOf(rates, rate)) {
    case 'whole':
    case 'flat_rate': {
      const own = unitsCharge(unit, price, beyond);
      const least = bumpOf(rates, rate, at);
      if (least !== undefined && least < own) return addBump(rates, lane, at, unit, least, parts);
      const isLess = includes !== 0 && beyond !== 0;
      const [kind, first4, second4] = isLess
        ? (['beyond', shownUnits(unit, units), shownUnits(unit, includes)] as const)
        : (['rate', 0, 0] as const);
      addUnits(parts, kind, lane, unit, beyond, price, first4, second4);
      return own;
    }
    case 'cumulative':
      return addBands(rates, lane, at, unit, parts);
    case 'band': {
      const isOpen = isLastBreak(rates, rate, at) && !Number.isFinite(limitOf(rates, at));
      const limit = !isOpen
        ? limitOf(rates, at)
        : isFirstBreak(rates, rate, at)
          ? 0
          : limitOf(rates, breakBefore(at));
      const kind = isOpen ? 'above' : 'up_to';
      if (price !== 0)
        add(parts, kind, one4 * times, each, price, lane, unit, shownUnits(unit, limit), 0);
      return price * one4;
    }
    case 'step': {
      const step = stepOf(rates, at);
      const steps = Math.ceil(beyond / step);
      const [units4, includes4] = [shownUnits(unit, units), shownUnits(unit, includes)];
      const step4 = shownUnits(unit, step);
      if (steps !== 0 && price !== 0)
        add(parts, 'step', steps * one4 * times, unit, price, lane, unit, units4, includes4, step4);
      return steps * price * one4;
    }
  }
}

/** The later break that is cheaper at its lower limit. */
function addBump(
  rates: LaneRates,
  lane: LaneCharge,
  from: number,
  unit: LaneUnit,
  leastE8: number,
  parts: FreightPart[],
): number {
  const { rate, units } = lane;
  const includes = includesOf(rates, rate);
  for (let at = from; !isLastBreak(rates, rate, at); at = nextBreak(at)) {
    const limit = limitOf(rates, at);
    const price = priceOf(rates, nextBreak(at));
    const charged = Math.max(0, limit - includes);
    if (unitsCharge(unit, price, charged) !== leastE8) continue;
    const [units4, limit4] = [shownUnits(unit, units), shownUnits(unit, limit)];
    addUnits(parts, 'bump', lane, unit, charged, price, units4, limit4);
    break;
  }
  return leastE8;
}

/** Adds every band up to the one that the units reach, with the units inside it. */
function addBands(
  rates: LaneRates,
  lane: LaneCharge,
  reached: number,
  unit: LaneUnit,
  parts: FreightPart[],
): number {
  const { rate, units } = lane;
  let first = reached;
  while (!isFirstBreak(rates, rate, first)) first = breakBefore(first);
  let sum = 0;
  let lower = includesOf(rates, rate);
  for (let at = first; at <= reached; at = nextBreak(at)) {
    const upper = Math.min(limitOf(rates, at), units);
    if (upper <= lower) continue;
    const [lower4, upper4] = [shownUnits(unit, lower), shownUnits(unit, upper)];
    const price = priceOf(rates, at);
    addUnits(parts, 'between', lane, unit, upper - lower, price, lower4, upper4);
    sum += unitsCharge(unit, price, upper - lower);
    lower = upper;
  }
  return sum;
}

function addUnits(
  parts: FreightPart[],
  kind: FreightPartKind,
  lane: LaneCharge,
  unit: LaneUnit,
  units: number,
  price: number,
  first4: number,
  second4: number,
): void {
  if (units === 0 || price === 0) return;
  const basis4 = (unit === 'm3' ? units / mm3PerM34 : units) * lane.times;
  add(parts, kind, basis4, unit, price, lane, unit, first4, second4);
}

/** Volumes are counted in cubic millimetres and shown in cubic metres. */
function shownUnits(unit: LaneUnit, units: number): number {
  return unit === 'm3' ? divHalfUp(units, mm3PerM34) : units;
}
