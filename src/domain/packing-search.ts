// Searches for the fewest cartons: fills carton after carton by one strategy, compares strategies,
// then varies the best one until the work allowance is spent or no packing could be smaller.
//
// The allowance is a count of comparisons, never a clock, so the same order always gets the same
// cartons on a fast machine and on a busy one. The first packing is always finished, on a leaner
// footing; every later one is an attempt to beat it and may be abandoned. The variations come from
// a fixed sequence of numbers: they look random and are not.

import {
  type Filling,
  fillCarton,
  type Preference,
  type Strategy,
  type Turn,
} from './carton-filling.ts';
import { type ExtremePoints, makeExtremePoints, type Work } from './extreme-points.ts';
import { type CartonLimits, type PieceKind, volumeOf } from './piece-kind.ts';

export type KindCount = { readonly kind: PieceKind; readonly pieces: number };

/** A few milliseconds of comparisons in which a smaller packing is still looked for. */
const SEARCH_WORK = 300_000;
/** Beyond this a single packing stops offering every kind to every carton. */
const PATIENT_WORK = 3_000_000;
const HURRIED_PATIENCE = 8;
/** What starting a carton costs, in comparisons, however little goes into it. */
const CARTON_WORK = 100;
/** Free spaces remembered per carton; more of them cost more than they find. */
const POINTS_A_CARTON = 32;

const PREFERENCES: readonly Preference[] = ['tightest', 'nearest-corner', 'lowest'];

type Packing = {
  readonly fillings: readonly Filling[];
  /** Sum of squared fills: between packings of equal size, the fuller cartons win. */
  readonly concentration: number;
};

type Search = {
  readonly kinds: readonly PieceKind[];
  readonly pieces: Int32Array;
  readonly carton: CartonLimits;
  readonly cartonMm3: number;
  readonly volumeMm3: number;
  readonly points: ExtremePoints;
  readonly work: Work;
};

/** Where an attempt is given up: too many cartons, or the work allowance spent. */
type Bounds = { readonly cartons: number; readonly work: number };

const UNBOUNDED: Bounds = { cartons: Number.POSITIVE_INFINITY, work: Number.POSITIVE_INFINITY };

/** Cartons for all the pieces, fullest first. Every kind must fit the carton on its own. */
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
    points: makeExtremePoints(POINTS_A_CARTON, work),
    work,
  };
  const best = findSmallest(search);
  return [...best.fillings].sort((one, other) => other.volumeMm3 - one.volumeMm3);
}

function findSmallest(search: Search): Packing {
  const { work } = search;
  const strategies = strategiesFor(search);
  let favourite = strategies[0];
  let best = packAll(search, favourite, UNBOUNDED);
  if (best === undefined) throw new Error('a packing without bounds was given up');
  const enough = fewestPossible(search);
  const end = work.spent + SEARCH_WORK;
  const next = fixedSequence();
  for (let attempt = 1; best.fillings.length > enough && work.spent < end; attempt++) {
    const strategy = strategies[attempt] ?? vary(favourite, search, next);
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

/** All pieces by one strategy; undefined as soon as the bounds cannot be kept any more. */
function packAll(search: Search, strategy: Strategy, bounds: Bounds): Packing | undefined {
  const { kinds, carton, points, cartonMm3, work } = search;
  const left = search.pieces.slice();
  const hurryFrom = work.spent + PATIENT_WORK;
  const fillings: Filling[] = [];
  let concentration = 0;
  let remaining = left.reduce((sum, pieces) => sum + pieces, 0);
  let remainingMm3 = search.volumeMm3;
  while (remaining > 0) {
    const patience = work.spent > hurryFrom ? HURRIED_PATIENCE : Number.POSITIVE_INFINITY;
    const filling = fillCarton({ kinds, left, carton, points, patience }, strategy);
    work.spent += CARTON_WORK;
    // While enough pieces are left, the next carton would be filled the same way: copy it.
    const copies = copiesOf(filling, left);
    for (const { kind, pieces } of filling.blocks) {
      left[kind] = (left[kind] ?? 0) - pieces * copies;
      remaining -= pieces * copies;
    }
    for (let copy = 0; copy < copies; copy++) fillings.push(filling);
    remainingMm3 -= copies * filling.volumeMm3;
    concentration += copies * (filling.volumeMm3 / cartonMm3) ** 2;
    const isLost = fillings.length + Math.ceil(remainingMm3 / cartonMm3) > bounds.cartons;
    if (isLost || work.spent > bounds.work) return undefined;
  }
  return { fillings, concentration };
}

function copiesOf(filling: Filling, left: Int32Array): number {
  const used = new Map<number, number>();
  for (const { kind, pieces } of filling.blocks) used.set(kind, (used.get(kind) ?? 0) + pieces);
  let copies = Number.POSITIVE_INFINITY;
  for (const [kind, pieces] of used)
    copies = Math.min(copies, Math.floor((left[kind] ?? 0) / pieces));
  // A kind that fits an empty carton is always placed; anything else would loop for ever.
  if (!Number.isFinite(copies) || copies < 1) throw new Error('a carton was filled with nothing');
  return copies;
}

/** No packing has fewer cartons than its volume, its weight and the pieces that cannot share demand. */
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

/** Longer than half the carton along every axis however it is turned: two of them never share one. */
function isBulky(kind: PieceKind, carton: CartonLimits): boolean {
  const halves = [carton.lengthMm / 2, carton.widthMm / 2, carton.heightMm / 2];
  return kind.orientations.every((extentMm, index) => extentMm > (halves[index % 3] ?? 0));
}

/** In the order of how often each found the smallest packing of a mixed set of orders. */
function strategiesFor({ kinds, carton, cartonMm3 }: Search): [Strategy, ...Strategy[]] {
  const largestFirst = (measure: (kind: PieceKind) => number, inBlocks = true): Turn[] => {
    const measures = kinds.map(measure);
    const size = (index: number) => measures[index] ?? 0;
    const order = kinds.map((_, index) => index).sort((a, b) => size(b) - size(a) || a - b);
    return order.map((kind) => ({ kind, most: Number.POSITIVE_INFINITY, inBlocks }));
  };
  const share = (kind: PieceKind) =>
    Math.max(kind.volumeMm3 / cartonMm3, kind.weightGrams / carton.weightLimitGrams);
  const length = (kind: PieceKind) => kind.sidesMm[0];
  const face = (kind: PieceKind) => kind.sidesMm[0] * kind.sidesMm[1];
  const thickness = (kind: PieceKind) => kind.sidesMm[2];
  return [
    { turns: largestFirst(share), preference: 'tightest' },
    { turns: largestFirst(share), preference: 'nearest-corner' },
    { turns: largestFirst(length), preference: 'tightest' },
    { turns: largestFirst(share), preference: 'lowest' },
    { turns: largestFirst(face), preference: 'nearest-corner' },
    { turns: largestFirst(length), preference: 'nearest-corner' },
    { turns: largestFirst(share, false), preference: 'nearest-corner' },
    { turns: largestFirst(length, false), preference: 'tightest' },
    { turns: largestFirst(thickness), preference: 'lowest' },
  ];
}

/** The same strategy with one or two turns changed and now and then another preference. */
function vary(strategy: Strategy, search: Search, next: (below: number) => number): Strategy {
  const turns = [...strategy.turns];
  for (let changes = 1 + next(2); changes > 0; changes--) changeTurn(turns, search, next);
  const other = next(10) < 3 ? PREFERENCES[next(PREFERENCES.length)] : undefined;
  return { turns, preference: other ?? strategy.preference };
}

/** Moves a kind, brings a portion of it in earlier, or drops such a portion again. */
function changeTurn(turns: Turn[], search: Search, next: (below: number) => number): void {
  const from = next(turns.length);
  const turn = turns[from];
  const kind = search.kinds[turn?.kind ?? 0];
  if (turn === undefined || kind === undefined) return;
  const inOrder = search.pieces[turn.kind] ?? 0;
  const most = Math.min(inOrder, Math.floor(search.cartonMm3 / kind.volumeMm3));
  if (Number.isFinite(turn.most)) {
    turns.splice(from, 1);
  } else if (most > 1 && next(2) === 0) {
    const portion = { kind: turn.kind, most: 1 + next(most), inBlocks: next(4) > 0 };
    turns.splice(next(from + 1), 0, portion);
  } else {
    turns.splice(from, 1);
    turns.splice(next(turns.length + 1), 0, turn);
  }
}

/** Marsaglia's 32-bit xorshift from a fixed start: numbers below a bound, the same in every run. */
function fixedSequence(): (below: number) => number {
  let state = 0x2545f491;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
