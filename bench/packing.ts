// The cost of order boxing: the small orders that shops send, and the largest that the service accepts. The caller
// judges the figures.

import { type Carton, type PackingItem, packOrder } from '../src/domain/packing/packing.ts';

export type PackingFigures = {
  readonly order: string;
  readonly pieces: number;
  readonly cartons: number;
  readonly medianMs: number;
  readonly slowestMs: number;
};

const carton: Carton = {
  lengthMm: 600,
  widthMm: 400,
  heightMm: 400,
  weightLimitGrams: 25_000,
  minimumFillPercent: 30,
};

/** A linear congruential generator: the same orders in every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function anOrder(lines: number, quantity: number, longestMm: number): PackingItem[] {
  const next = numbersFrom(lines * 31 + quantity);
  return Array.from({ length: lines }, () => ({
    lengthMm: 20 + next(longestMm),
    widthMm: 20 + next(longestMm * 0.7),
    heightMm: 10 + next(longestMm * 0.5),
    weightGrams: 50 + next(800),
    quantity,
  }));
}

const orders: readonly [string, PackingItem[]][] = [
  ['three lines of a web shop', anOrder(3, 2, 200)],
  ['twenty mixed lines', anOrder(20, 2, 300)],
  ['one line of a thousand', anOrder(1, 1000, 120)],
  ['two hundred lines of five, small', anOrder(200, 5, 90)],
  ['two hundred lines of five, large', anOrder(200, 5, 350)],
  ['a thousand different pieces', anOrder(1000, 1, 250)],
];

export function measurePacking(rounds = 15): PackingFigures[] {
  for (const [, items] of orders) for (let round = 0; round < 3; round++) packOrder(items, carton);
  return orders.map(([order, items]) => {
    let cartons = 0;
    const times = Array.from({ length: rounds }, () => {
      const start = performance.now();
      cartons = packOrder(items, carton).cartons.length;
      return performance.now() - start;
    }).sort((one, other) => one - other);
    return {
      order,
      pieces: items.reduce((sum, { quantity }) => sum + quantity, 0),
      cartons,
      medianMs: times[Math.floor(rounds / 2)] ?? 0,
      slowestMs: times.at(-1) ?? 0,
    };
  });
}

if (import.meta.main) console.table(measurePacking());
