// One row of a lane table and what it charges for a number of units: the five break modes, the basic charge with
// the units it includes, floor and ceiling, and the opt-in bump rule. Everything that depends on the row alone is
// worked out when the card is compiled, so that pricing is a binary search and one multiplication.
//
// The bump rule removes the saw-tooth of `whole` breaks. On 100:0.42|500:0.36 with basic 8.40, 95 kg cost 48.30 at
// their own break, but 100 kg at the next one cost 44.40: the carrier bills 44.40. For each break the cheapest
// price at the lower limit of any later break is stored (`bumps`), and the row charges the lesser.
//
// Units and prices are decimals times ten thousand, so charges are times a hundred million ("E8").

import type { BreakMode, LaneDefinition, LaneUnit } from './card-definition.ts';
import { ONE } from './decimal.ts';
import { PACKAGING_TYPES, packagingMask } from './item.ts';

/** What a row answers for more units than its last break allows. */
export const ABOVE_LAST_BREAK = -1;

export interface LaneRate {
  /** One bit for each packaging type that the row prices. */
  readonly packagingMask: number;
  /** How many types that are: the narrower row is the more particular one. */
  readonly breadth: number;
  readonly unit: LaneUnit;
  readonly isPerItem: boolean;
  readonly mode: BreakMode;
  readonly basicE8: number;
  readonly includes: number;
  readonly minimumE8: number;
  readonly maximumE8: number;
  /** Where this row's breaks start and end in the pool. */
  readonly first: number;
  readonly end: number;
  readonly hasBump: boolean;
}

/** The breaks of all rows of a card, one after the other. */
export interface BreakPool {
  readonly tos: Float64Array;
  readonly prices: Float64Array;
  readonly steps: Float64Array;
  /** `cumulative`: what the bands below this one cost in full. */
  readonly sums: Float64Array;
  /** `whole` with bump: the least charge at the lower limit of a later break, without the basic charge. */
  readonly bumps: Float64Array;
}

export function compileLaneRates(definitions: readonly LaneDefinition[]): {
  readonly rates: readonly LaneRate[];
  readonly pool: BreakPool;
} {
  let total = 0;
  for (const { breaks } of definitions) total += breaks.length;
  const pool: BreakPool = {
    tos: new Float64Array(total),
    prices: new Float64Array(total),
    steps: new Float64Array(total),
    sums: new Float64Array(total),
    bumps: new Float64Array(total),
  };
  let next = 0;
  const rates = definitions.map((definition) => {
    const first = next;
    next += definition.breaks.length;
    fillPool(pool, definition, first);
    return compileRate(definition, first, next);
  });
  return { rates, pool };
}

function compileRate(definition: LaneDefinition, first: number, end: number): LaneRate {
  const { minimum, maximum, packaging } = definition;
  return {
    packagingMask: packaging === undefined ? -1 : packagingMask(packaging),
    breadth: packaging === undefined ? PACKAGING_TYPES.length + 1 : packaging.length,
    unit: definition.unit,
    isPerItem: definition.per === 'item',
    mode: definition.breakMode,
    basicE8: definition.basic * ONE,
    includes: definition.basicIncludes,
    minimumE8: minimum === undefined ? 0 : minimum * ONE,
    maximumE8: maximum === undefined ? Number.POSITIVE_INFINITY : maximum * ONE,
    first,
    end,
    hasBump: definition.bump,
  };
}

function fillPool(pool: BreakPool, definition: LaneDefinition, first: number): void {
  const { breaks, basicIncludes: includes } = definition;
  let lower = 0;
  let sum = 0;
  breaks.forEach((entry, index) => {
    const at = first + index;
    const to = entry.to ?? Number.POSITIVE_INFINITY;
    pool.tos[at] = to;
    pool.prices[at] = entry.price;
    pool.steps[at] = entry.step;
    pool.sums[at] = sum;
    if (entry.to !== undefined) {
      sum += entry.price * Math.max(0, entry.to - Math.max(lower, includes));
      lower = entry.to;
    }
  });
  let least = Number.POSITIVE_INFINITY;
  for (let index = breaks.length - 1; index >= 0; index -= 1) {
    pool.bumps[first + index] = least;
    const below = index === 0 ? 0 : (breaks[index - 1]?.to ?? 0);
    const price = breaks[index]?.price ?? 0;
    least = Math.min(least, price * Math.max(0, below - includes));
  }
}

/**
 * The charge for `units`, floor and ceiling included, or ABOVE_LAST_BREAK. `breakUnits` chooses the break when
 * the whole consignment decides it for every item; otherwise it equals `units`.
 */
export function chargeLane(
  rate: LaneRate,
  pool: BreakPool,
  units: number,
  breakUnits: number,
): number {
  let charge = rate.basicE8;
  if (rate.end > rate.first) {
    const at = findBreak(pool.tos, rate.first, rate.end, breakUnits);
    if (at === rate.end) return ABOVE_LAST_BREAK;
    charge += chargeBreak(rate, pool, units, at);
  }
  if (charge < rate.minimumE8) charge = rate.minimumE8;
  return Math.min(charge, rate.maximumE8);
}

function chargeBreak(rate: LaneRate, pool: BreakPool, units: number, at: number): number {
  const price = pool.prices[at] ?? 0;
  const beyond = units > rate.includes ? units - rate.includes : 0;
  switch (rate.mode) {
    case 'flat_rate':
      return price * beyond;
    case 'whole': {
      const own = price * beyond;
      if (!rate.hasBump) return own;
      const bumped = pool.bumps[at] ?? own;
      return Math.min(bumped, own);
    }
    case 'cumulative': {
      const lower = at === rate.first ? 0 : (pool.tos[at - 1] ?? 0);
      const start = Math.max(lower, rate.includes);
      return (pool.sums[at] ?? 0) + price * (units > start ? units - start : 0);
    }
    case 'band':
      return price * ONE;
    case 'step': {
      const step = pool.steps[at] ?? ONE;
      return Math.ceil(beyond / step) * price * ONE;
    }
  }
}

/** The first break whose upper limit is not below `units`; `end` when there is none. */
function findBreak(tos: Float64Array, first: number, end: number, units: number): number {
  let low = first;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((tos[middle] ?? 0) < units) low = middle + 1;
    else high = middle;
  }
  return low;
}
