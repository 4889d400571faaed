// The rows of a lane table and what each charges for a number of units: the five break modes, the basic charge with the
// units it includes, floor and ceiling, and the opt-in bump rule. Everything that depends on the row alone is worked out
// when the card is compiled, so that pricing is a binary search and one multiplication.
//
// The bump rule removes the saw-tooth of `whole` breaks. On 100:0.42|500:0.36 with basic 8.40, 95 kg cost 48.30 at
// their own break, but 100 kg at the next one cost 44.40: the carrier bills 44.40. For each break the cheapest
// price at the lower limit of any later break is stored, and the row charges the lesser.
//
// A row is a number: its eight figures lie side by side in one typed array, a cache line each, because a card may have
// a hundred thousand rows and a quote reads one of each carrier's. Units and prices are decimals times ten thousand, so
// charges are times a hundred million ("E8").

import { PACKAGING_TYPES, packagingMask } from '../bookings/item.ts';
import { ONE } from '../decimal.ts';
import type { BreakMode, LaneDefinition, LaneUnit } from './card-definition.ts';

/** Position of a row; NO_RATE for none. */
export type LaneRate = number;
export const NO_RATE: LaneRate = -1;

/** What a row answers for more units than its last break allows. */
export const ABOVE_LAST_BREAK = -1;

/** The figures of all rows, then those of all their breaks. */
export type LaneRates = Float64Array;

/** Places among a row's figures. */
const ROW = 8;
const BASIC_E8 = 0;
const INCLUDES = 1;
const MINIMUM_E8 = 2;
const MAXIMUM_E8 = 3;
/** Where the row's breaks start and end in the array. */
const FIRST_BREAK = 4;
const END_BREAK = 5;
const TRAITS = 6;
/** One bit for each packaging type that the row prices. */
const PACKAGING = 7;

/** Places among a break's figures. */
const BREAK = 5;
/** Inclusive upper limit. */
const TO = 0;
const PRICE = 1;
const STEP = 2;
/** `cumulative`: what the bands below this one cost in full. */
const SUM = 3;
/** `whole` with bump: the least charge at the lower limit of a later break, without the basic charge. */
const BUMP = 4;

/** Bits of the traits: break mode, unit, the flags, and how many packaging types the row speaks of. */
const MODES: readonly BreakMode[] = ['flat_rate', 'whole', 'cumulative', 'band', 'step'];
const UNITS: readonly LaneUnit[] = ['kg', 'item', 'pallet', 'm3', 'km'];
const MODE_BITS = 0b111;
const UNIT_SHIFT = 3;
const UNIT_BITS = 0b111;
const PER_ITEM = 1 << 6;
const HAS_BUMP = 1 << 7;
const IS_LAST = 1 << 8;
const BREADTH_SHIFT = 9;

const FLAT_RATE = MODES.indexOf('flat_rate');
const WHOLE = MODES.indexOf('whole');
const CUMULATIVE = MODES.indexOf('cumulative');
const BAND = MODES.indexOf('band');

/** `definitions` come in the order of their pairs. */
export function compileLaneRates(definitions: readonly LaneDefinition[]): LaneRates {
  let size = definitions.length * ROW;
  for (const { breaks } of definitions) size += breaks.length * BREAK;
  const rates = new Float64Array(size);
  let nextBreak = definitions.length * ROW;
  definitions.forEach((definition, rate) => {
    const { minimum, maximum, packaging, breaks } = definition;
    const endBreak = nextBreak + breaks.length * BREAK;
    const following = definitions[rate + 1];
    const isLast = following === undefined || !isSamePair(definition, following);
    rates.set(
      [
        definition.basic * ONE,
        definition.basicIncludes,
        minimum === undefined ? 0 : minimum * ONE,
        maximum === undefined ? Number.POSITIVE_INFINITY : maximum * ONE,
        nextBreak,
        endBreak,
        traitsOf(definition, isLast),
        packaging === undefined ? -1 : packagingMask(packaging),
      ],
      rate * ROW,
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
  const breadth = packaging === undefined ? PACKAGING_TYPES.length + 1 : packaging.length;
  return (
    MODES.indexOf(definition.breakMode) |
    (UNITS.indexOf(definition.unit) << UNIT_SHIFT) |
    (definition.per === 'item' ? PER_ITEM : 0) |
    (definition.bump ? HAS_BUMP : 0) |
    (isLast ? IS_LAST : 0) |
    (breadth << BREADTH_SHIFT)
  );
}

function fillBreaks(rates: LaneRates, definition: LaneDefinition, first: number): void {
  const { breaks, basicIncludes: includes } = definition;
  let lower = 0;
  let sum = 0;
  breaks.forEach(({ to, price, step }, index) => {
    rates.set([to ?? Number.POSITIVE_INFINITY, price, step, sum], first + index * BREAK);
    if (to !== undefined) {
      sum += price * Math.max(0, to - Math.max(lower, includes));
      lower = to;
    }
  });
  let least = Number.POSITIVE_INFINITY;
  for (let index = breaks.length - 1; index >= 0; index -= 1) {
    rates[first + index * BREAK + BUMP] = least;
    const below = index === 0 ? 0 : (breaks[index - 1]?.to ?? 0);
    const price = breaks[index]?.price ?? 0;
    least = Math.min(least, price * Math.max(0, below - includes));
  }
}

function figure(rates: LaneRates, rate: LaneRate, place: number): number {
  return rates[rate * ROW + place] ?? 0;
}

export function pricesPackaging(rates: LaneRates, rate: LaneRate, packaging: number): boolean {
  return (figure(rates, rate, PACKAGING) & (1 << packaging)) !== 0;
}

/** How many packaging types the row speaks of: the narrower row is the more particular one. */
export function breadthOf(rates: LaneRates, rate: LaneRate): number {
  return figure(rates, rate, TRAITS) >> BREADTH_SHIFT;
}

export function unitOf(rates: LaneRates, rate: LaneRate): LaneUnit {
  return UNITS[(figure(rates, rate, TRAITS) >> UNIT_SHIFT) & UNIT_BITS] ?? 'kg';
}

export function isPerItem(rates: LaneRates, rate: LaneRate): boolean {
  return (figure(rates, rate, TRAITS) & PER_ITEM) !== 0;
}

/** Whether the row is the last of its pair. */
export function isLastRate(rates: LaneRates, rate: LaneRate): boolean {
  return (figure(rates, rate, TRAITS) & IS_LAST) !== 0;
}

/**
 * The charge for `units`, floor and ceiling included, or ABOVE_LAST_BREAK. `breakUnits` chooses the break when
 * the whole consignment decides it for every item; otherwise it equals `units`.
 */
export function chargeLane(
  rates: LaneRates,
  rate: LaneRate,
  units: number,
  breakUnits: number,
): number {
  let charge = figure(rates, rate, BASIC_E8);
  const first = figure(rates, rate, FIRST_BREAK);
  const end = figure(rates, rate, END_BREAK);
  if (end > first) {
    const at = findBreak(rates, first, end, breakUnits);
    if (at === end) return ABOVE_LAST_BREAK;
    charge += chargeBreak(rates, rate, units, at);
  }
  charge = Math.max(charge, figure(rates, rate, MINIMUM_E8));
  return Math.min(charge, figure(rates, rate, MAXIMUM_E8));
}

/** `at` is where the break's figures start. */
function chargeBreak(rates: LaneRates, rate: LaneRate, units: number, at: number): number {
  const price = rates[at + PRICE] ?? 0;
  const includes = figure(rates, rate, INCLUDES);
  const beyond = units > includes ? units - includes : 0;
  const traits = figure(rates, rate, TRAITS);
  const mode = traits & MODE_BITS;
  if (mode === WHOLE) {
    const own = price * beyond;
    return (traits & HAS_BUMP) === 0 ? own : Math.min(own, rates[at + BUMP] ?? own);
  }
  if (mode === CUMULATIVE) {
    const isFirst = at === figure(rates, rate, FIRST_BREAK);
    const start = Math.max(isFirst ? 0 : (rates[at - BREAK + TO] ?? 0), includes);
    return (rates[at + SUM] ?? 0) + price * (units > start ? units - start : 0);
  }
  if (mode === BAND) return price * ONE;
  if (mode === FLAT_RATE) return price * beyond;
  return Math.ceil(beyond / (rates[at + STEP] ?? ONE)) * price * ONE;
}

/** Where the first break stands whose upper limit is not below `units`; `end` when there is none. */
function findBreak(rates: LaneRates, first: number, end: number, units: number): number {
  let low = 0;
  let high = (end - first) / BREAK;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rates[first + middle * BREAK + TO] ?? 0) < units) low = middle + 1;
    else high = middle;
  }
  return first + low * BREAK;
}
