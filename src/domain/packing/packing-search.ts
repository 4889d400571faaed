// Searches for the fewest cartons: fills carton after carton by one strategy, compares strategies,
// then varies the best one until the work allowance is spent or no packing could be smaller.
//
// The allowance is a count of comparisons, never a clock, so the same order always gets the same
// cartons on a fast machine and on a busy one. The first packing is always finished; every later one
// is an attempt to beat it and may be abandoned.

import { type Filling, fillCarton, type Strategy } from './carton-filling.ts';
import { type ExtremePoints, makeExtremePoints, type Work } from './extreme-points.ts';
import {
  findStrategy,
  firstStrategy,
  fixedSequence,
  type PackingTask,
  varyStrategy,
} from './packing-strategy.ts';
import { type CartonLimits, type PieceKind, volumeOf } from './piece-kind.ts';

export type KindCount = { readonly kind: PieceKind; readonly pieces: number };

/** The allowance for improving a packing: a few milliseconds of comparisons. */
const searchWork = 300_000;
/** After this much work, a packing no longer offers every kind to every carton. */
const patientWork = 3_000_000;
const hurriedPatience = 8;
/** The cost of starting a carton, in comparisons. */
const cartonWork = 100;
/** The most free spaces kept per carton; more cost more time than they save space. */
const pointsACarton = 32;

type Packing = {
  readonly fillings: readonly Filling[];
  /** The sum of squared fill levels: between packings of the same number of cartons, fuller cartons win. */
  readonly concentration: number;
};

type Search = PackingTask & {
  readonly cartonMm3: number;
  readonly volumeMm3: number;
  readonly points: ExtremePoints;
  readonly work: Work;
};

/** An attempt is abandoned when it needs too many cartons or exceeds the work allowance. */
type Limits = { readonly cartons: number; readonly work: number };

const unbounded: Limits = { cartons: Number.POSITIVE_INFINITY, work: Number.POSITIVE_INFINITY };

/** Packs all pieces into cartons, fullest first. Every kind must fit an empty carton. */
export function findPacking(
  counts: readonly KindCount[],
  carton: CartonLimits,
  work: Work = { spent: 0 },
): Filling[] {
  if (counts.length === 0) return [];
  const search: Search = {
    kinds: counts.map(({ kind }) => kind),
    pieces: Int32Array.from(counts, ({ pieces }) => pieces),
    carton,
    cartonMm3: volumeOf(carton),
    volumeMm3: counts.reduce((sum, { kind, pieces }) => sum + kind.volumeMm3 * pieces, 0),
    points: makeExtremePoints(pointsACarton, work),
    work,
  };
  const best = findSmallest(search);
  return [...best.fillings].sort((one, other) => other.volumeMm3 - one.volumeMm3);
}

function findSmallest(search: Search): Packing {
  const { work } = search;
  let favourite = firstStrategy(search);
  let best = packAll(search, favourite, unbounded);
  if (best === undefined) throw new Error('a packing without limits was given up');
  const enough = fewestPossible(search);
  const end = work.spent + searchWork;
  const next = fixedSequence();
  for (let attempt = 1; best.fillings.length > enough && work.spent < end; attempt++) {
    const strategy: Strategy =
      findStrategy(attempt, search) ?? varyStrategy(favourite, search, next);
    const rival = packAll(search, strategy, { cartons: best.fillings.length, work: end });
    if (rival === undefined || isWorse(rival, best)) continue;
    best = rival;
    favourite = strategy;
  }
  return best;
}

function isWorse(rival: Packing, best: Packing): boolean {
  if (rival.fillings.length !== best.fillings.length) {
    return rival.fillings.length > best.fillings.length;
  }
  return rival.concentration < best.concentration;
}

/** Packs all pieces by one strategy; undefined as soon as the limits are exceeded. */
function packAll(search: Search, strategy: Strategy, limits: Limits): Packing | undefined {
  const { kinds, carton, points, cartonMm3, work } = search;
  const left = search.pieces.slice();
  const hurryFrom = work.spent + patientWork;
  const fillings: Filling[] = [];
  let concentration = 0;
  let remaining = left.reduce((sum, pieces) => sum + pieces, 0);
  let remainingMm3 = search.volumeMm3;
  while (remaining > 0) {
    const patience = work.spent > hurryFrom ? hurriedPatience : Number.POSITIVE_INFINITY;
    const filling = fillCarton({ kinds, left, carton, points, patience }, strategy);
    work.spent += cartonWork;
    // While enough pieces are left, the next carton would be filled the same way, so copy it.
    const copies = copiesOf(filling, left);
    for (const { kind, pieces } of filling.blocks) {
      left[kind] = (left[kind] ?? 0) - pieces * copies;
      remaining -= pieces * copies;
    }
    for (let copy = 0; copy < copies; copy++) fillings.push(filling);
    remainingMm3 -= copies * filling.volumeMm3;
    concentration += copies * (filling.volumeMm3 / cartonMm3) ** 2;
    const isLost = fillings.length + Math.ceil(remainingMm3 / cartonMm3) > limits.cartons;
    if (isLost || work.spent > limits.work) return undefined;
  }
  return { fillings, concentration };
}

function copiesOf(filling: Filling, left: Int32Array): number {
  const used = new Map<number, number>();
  for (const { kind, pieces } of filling.blocks) used.set(kind, (used.get(kind) ?? 0) + pieces);
  let copies = Number.POSITIVE_INFINITY;
  for (const [kind, pieces] of used)
    copies = Math.min(copies, Math.floor((left[kind] ?? 0) / pieces));
  // Every kind fits an empty carton, so each filling has pieces; an empty one would loop for ever.
  if (!Number.isFinite(copies) || copies < 1) throw new Error('a carton was filled with nothing');
  return copies;
}

/**
 * A lower bound of the number of cartons, from the volume, the weight, and the pieces that cannot share a carton.
 */
function fewestPossible({ kinds, pieces, carton, volumeMm3, cartonMm3 }: Search): number {
  let weightGrams = 0;
  let bulky = 0;
  let heavy = 0;
  kinds.forEach((kind, index) => {
    const count = pieces[index] ?? 0;
    weightGrams += kind.weightGrams * count;
    if (isBulky(kind, carton)) bulky += count;
    if (kind.weightGrams * 2 > carton.weightLimitGrams) heavy += count;
  });
  return Math.max(
    Math.ceil(volumeMm3 / cartonMm3),
    Math.ceil(weightGrams / carton.weightLimitGrams),
    bulky,
    heavy,
  );
}

/** Longer than half the carton along every axis in every rotation, so two of them never share a carton. */
function isBulky(kind: PieceKind, carton: CartonLimits): boolean {
  const halves = [carton.lengthMm / 2, carton.widthMm / 2, carton.heightMm / 2];
  return kind.orientations.every((extentMm, index) => extentMm > (halves[index % 3] ?? 0));
}
