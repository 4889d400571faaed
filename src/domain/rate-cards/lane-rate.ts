// The rows of a lane table and the charge of each for a number of units: the five break modes, the basic charge with the units
// it includes, minimum and maximum, and the optional bump rule. Everything that depends only on the row is calculated when the
// card is compiled, so that pricing is a binary search and one multiplication.
//
// The bump rule removes the saw-tooth of `whole` breaks. On 100:0.42|500:0.36 with basic 8.40, 95 kg cost 48.30 at their own
// break, but 100 kg at the next break cost 44.40, so the carrier bills 44.40. For each break, the cheapest price at the lower
// limit of any later break is stored, and the row charges the lower of the two.
//
// A row is a number: its eight figures are adjacent in one typed array, a cache line each, because a card may have a hundred
// thousand rows and a quote reads one row of each carrier. Units and prices are decimals times ten thousand, so charges are
// times a hundred million ("E8"). Only volumes are finer, in cubic millimetres, because a ten-thousandth of a cubic metre may
// be worth more than a cent.

import { packagingMask, packagingTypes } from '../bookings/item.ts';
import { mulDivFloor, one4 } from '../decimal.ts';
import type { BreakMode, LaneDefinition, LaneUnit } from './card-definition.ts';
import { mm3PerM34 } from './volume.ts';

/** Position of a row; `noRate` for none. */
export type LaneRate = number;
export const noRate: LaneRate = -1;

/** The result for more units than the last break allows. */
export const aboveLastBreak = -1;

/** The figures of all rows, then those of all their breaks. */
export type LaneRates = Float64Array;

/** Places among a row's figures. */
const figuresPerRow = 8;
const basicPlace = 0;
const includesPlace = 1;
const minimumPlace = 2;
const maximumPlace = 3;
/** Positions of the start and end of the row's breaks in the array. */
const firstBreakPlace = 4;
const endBreakPlace = 5;
const traitsPlace = 6;
/** One bit for each packaging type that the row prices. */
const packagingPlace = 7;

/** Places among a break's figures. */
const figuresPerBreak = 5;
/** Inclusive upper limit. */
const toPlace = 0;
const pricePlace = 1;
const stepPlace = 2;
/** `cumulative`: the full cost of the bands below this one. */
const sumPlace = 3;
/** `whole` with bump: the least charge at the lower limit of a later break, without the basic charge. */
const bumpPlace = 4;

/** Bits of the traits: break mode, unit, flags, and the number of packaging types in the row. */
const breakModes: readonly BreakMode[] = ['flat_rate', 'whole', 'cumulative', 'band', 'step'];
const laneUnits: readonly LaneUnit[] = ['kg', 'item', 'pallet', 'm3', 'km'];
const modeBits = 0b111;
const unitShift = 3;
const unitBits = 0b111;
const perItemBit = 1 << 6;
const bumpBit = 1 << 7;
const lastBit = 1 << 8;
const breadthShift = 9;

const volumeUnit = laneUnits.indexOf('m3');

const flatRateMode = breakModes.indexOf('flat_rate');
const wholeMode = breakModes.indexOf('whole');
const cumulativeMode = breakModes.indexOf('cumulative');
const bandMode = breakModes.indexOf('band');

/** `definitions` come in the order of their pairs. */
export function compileLaneRates(definitions: readonly LaneDefinition[]): LaneRates {
  let size = definitions.length * figuresPerRow;
  for (const { breaks } of definitions) size += breaks.length * figuresPerBreak;
  const rates = new Float64Array(size);
  let nextBreak = definitions.length * figuresPerRow;
  definitions.forEach((definition, rate) => {
    const { minimum, maximum, packaging, breaks } = definition;
    const endBreak = nextBreak + breaks.length * figuresPerBreak;
    const following = definitions[rate + 1];
    const isLast = following === undefined || !isSamePair(definition, following);
    rates.set(
      [
        definition.basic * one4,
        definition.basicIncludes * finenessOf(definition.unit),
        minimum === undefined ? 0 : minimum * one4,
        maximum === undefined ? Number.POSITIVE_INFINITY : maximum * one4,
        nextBreak,
        endBreak,
        traitsOf(definition, isLast),
        packaging === undefined ? -1 : packagingMask(packaging),
      ],
      rate * figuresPerRow,
    );
    fillBreaks(rates, definition, nextBreak);
    nextBreak = endBreak;
  });
  return rates;
}

function isSamePair(a: LaneDefinition, b: LaneDefinition): boolean {
  return (
    a.service === b.service &&
    a.fromZone === b.fromZone &&
    a.toZone === b.toZone &&
    a.toSuburb === b.toSuburb
  );
}

function traitsOf(definition: LaneDefinition, isLast: boolean): number {
  const { packaging } = definition;
  const breadth = packaging === undefined ? packagingTypes.length + 1 : packaging.length;
  return (
    breakModes.indexOf(definition.breakMode) |
    (laneUnits.indexOf(definition.unit) << unitShift) |
    (definition.per === 'item' ? perItemBit : 0) |
    (definition.bump ? bumpBit : 0) |
    (isLast ? lastBit : 0) |
    (breadth << breadthShift)
  );
}

function fillBreaks(rates: LaneRates, definition: LaneDefinition, first: number): void {
  const { breaks, basicIncludes: includes, unit } = definition;
  const fineness = finenessOf(unit);
  let lower = 0;
  let sum = 0;
  breaks.forEach(({ to, price, step }, index) => {
    const limit = to === undefined ? Number.POSITIVE_INFINITY : to * fineness;
    rates.set([limit, price, step * fineness, sum], first + index * figuresPerBreak);
    if (to !== undefined) {
      sum += price * Math.max(0, to - Math.max(lower, includes));
      lower = to;
    }
  });
  let least = Number.POSITIVE_INFINITY;
  for (let index = breaks.length - 1; index >= 0; index -= 1) {
    rates[first + index * figuresPerBreak + bumpPlace] = least;
    const below = index === 0 ? 0 : (breaks[index - 1]?.to ?? 0);
    const price = breaks[index]?.price ?? 0;
    least = Math.min(least, price * Math.max(0, below - includes));
  }
}

/** Counts per one ten-thousandth of the row's unit. */
function finenessOf(unit: LaneUnit): number {
  return unit === 'm3' ? mm3PerM34 : 1;
}

function figure(rates: LaneRates, rate: LaneRate, place: number): number {
  return rates[rate * figuresPerRow + place] ?? 0;
}

export function pricesPackaging(rates: LaneRates, rate: LaneRate, packaging: number): boolean {
  return (figure(rates, rate, packagingPlace) & (1 << packaging)) !== 0;
}

/** The number of packaging types in the row: fewer types make it more specific. */
export function breadthOf(rates: LaneRates, rate: LaneRate): number {
  return figure(rates, rate, traitsPlace) >> breadthShift;
}

export function unitOf(rates: LaneRates, rate: LaneRate): LaneUnit {
  return laneUnits[(figure(rates, rate, traitsPlace) >> unitShift) & unitBits] ?? 'kg';
}

export function isPerItem(rates: LaneRates, rate: LaneRate): boolean {
  return (figure(rates, rate, traitsPlace) & perItemBit) !== 0;
}

/** Whether the row is the last of its pair. */
export function isLastRate(rates: LaneRates, rate: LaneRate): boolean {
  return (figure(rates, rate, traitsPlace) & lastBit) !== 0;
}

export function modeOf(rates: LaneRates, rate: LaneRate): BreakMode {
  return breakModes[figure(rates, rate, traitsPlace) & modeBits] ?? 'whole';
}

/** The basic charge in dollars times 10^8. */
export function basicOf(rates: LaneRates, rate: LaneRate): number {
  return figure(rates, rate, basicPlace);
}

/** Units that the basic charge covers. */
export function includesOf(rates: LaneRates, rate: LaneRate): number {
  return figure(rates, rate, includesPlace);
}

/** The position of the break for this many units; undefined for a row without breaks. */
export function breakOf(rates: LaneRates, rate: LaneRate, units: number): number | undefined {
  const first = figure(rates, rate, firstBreakPlace);
  const end = figure(rates, rate, endBreakPlace);
  const at = findBreak(rates, first, end, units);
  return at < end ? at : undefined;
}

/** The inclusive upper limit of the break at this position. */
export function limitOf(rates: LaneRates, at: number): number {
  return rates[at + toPlace] ?? 0;
}

export function priceOf(rates: LaneRates, at: number): number {
  return rates[at + pricePlace] ?? 0;
}

export function stepOf(rates: LaneRates, at: number): number {
  return rates[at + stepPlace] ?? one4;
}

export function isFirstBreak(rates: LaneRates, rate: LaneRate, at: number): boolean {
  return at === figure(rates, rate, firstBreakPlace);
}

export function isLastBreak(rates: LaneRates, rate: LaneRate, at: number): boolean {
  return at + figuresPerBreak === figure(rates, rate, endBreakPlace);
}

export function nextBreak(at: number): number {
  return at + figuresPerBreak;
}

export function breakBefore(at: number): number {
  return at - figuresPerBreak;
}

/** The least charge at the lower limit of a later break; undefined if the row has no bump rule. */
export function bumpOf(rates: LaneRates, rate: LaneRate, at: number): number | undefined {
  const bumps = (figure(rates, rate, traitsPlace) & bumpBit) !== 0;
  return bumps ? rates[at + bumpPlace] : undefined;
}

/** The charge for a number of units at a price, in dollars times 10^8. */
export function unitsCharge(unit: LaneUnit, price: number, units: number): number {
  return unit === 'm3' ? mulDivFloor(price, units, mm3PerM34) : price * units;
}

/**
 * The charge for `units` (times ten thousand; of a volume, cubic millimetres), floor and ceiling included, or
 * `aboveLastBreak`. `breakUnits` chooses the break when the whole consignment decides it for every item; otherwise it
 * equals `units`.
 */
export function chargeLane(
  rates: LaneRates,
  rate: LaneRate,
  units: number,
  breakUnits: number,
): number {
  let charge = figure(rates, rate, basicPlace);
  const first = figure(rates, rate, firstBreakPlace);
  const end = figure(rates, rate, endBreakPlace);
  if (end > first) {
    const at = findBreak(rates, first, end, breakUnits);
    if (at === end) return aboveLastBreak;
    charge += chargeBreak(rates, rate, units, at);
  }
  charge = Math.max(charge, figure(rates, rate, minimumPlace));
  return Math.min(charge, figure(rates, rate, maximumPlace));
}

/** `at` is the position of the break's figures. */
function chargeBreak(rates: LaneRates, rate: LaneRate, units: number, at: number): number {
  const price = rates[at + pricePlace] ?? 0;
  const includes = figure(rates, rate, includesPlace);
  const beyond = units > includes ? units - includes : 0;
  const traits = figure(rates, rate, traitsPlace);
  const mode = traits & modeBits;
  if (mode === wholeMode) {
    const own = priceFor(traits, price, beyond);
    return (traits & bumpBit) === 0 ? own : Math.min(own, rates[at + bumpPlace] ?? own);
  }
  if (mode === cumulativeMode) {
    const isFirst = at === figure(rates, rate, firstBreakPlace);
    const start = Math.max(isFirst ? 0 : (rates[at - figuresPerBreak + toPlace] ?? 0), includes);
    const part = units > start ? units - start : 0;
    return (rates[at + sumPlace] ?? 0) + priceFor(traits, price, part);
  }
  if (mode === bandMode) return price * one4;
  if (mode === flatRateMode) return priceFor(traits, price, beyond);
  return Math.ceil(beyond / (rates[at + stepPlace] ?? one4)) * price * one4;
}

/** Amounts below a hundred-millionth of a dollar are dropped. */
function priceFor(traits: number, price: number, units: number): number {
  const isVolume = ((traits >> unitShift) & unitBits) === volumeUnit;
  return isVolume ? mulDivFloor(price, units, mm3PerM34) : price * units;
}

/** The position of the first break whose upper limit is at least `units`; `end` if there is none. */
function findBreak(rates: LaneRates, first: number, end: number, units: number): number {
  let low = 0;
  let high = (end - first) / figuresPerBreak;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rates[first + middle * figuresPerBreak + toPlace] ?? 0) < units) low = middle + 1;
    else high = middle;
  }
  return first + low * figuresPerBreak;
}
