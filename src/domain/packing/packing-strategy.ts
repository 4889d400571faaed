// The ways to pack an order that the search tries: a few fixed ones that usually do well, then endless variations of
// the best so far. The variations follow a fixed sequence of numbers, so the same order is always packed the same
// way. packing-search.ts tries and compares them.

import type { Preference, Strategy, Turn } from './carton-filling.ts';
import { type CartonLimits, type PieceKind, volumeOf } from './piece-kind.ts';

export type PackingTask = {
  readonly kinds: readonly PieceKind[];
  readonly pieces: Int32Array;
  readonly carton: CartonLimits;
};

/** Returns a number below the bound. */
export type NextNumber = (below: number) => number;

const preferences: readonly Preference[] = ['tightest', 'nearest-corner', 'lowest'];

type Recipe = readonly [measure: keyof typeof measureBy, preference: Preference, inBlocks: boolean];

/** Ordered by how often each found the smallest packing in a mixed set of orders. */
const strategies: readonly [Recipe, ...Recipe[]] = [
  ['share', 'tightest', true],
  ['share', 'nearest-corner', true],
  ['length', 'tightest', true],
  ['share', 'lowest', true],
  ['face', 'nearest-corner', true],
  ['length', 'nearest-corner', true],
  ['thickness', 'lowest', true],
  ['share', 'nearest-corner', false],
  ['length', 'tightest', false],
];

/** Kinds with a greater measure are packed first. */
const measureBy = {
  share: (kind: PieceKind, { carton }: PackingTask) =>
    Math.max(kind.volumeMm3 / volumeOf(carton), kind.weightGrams / carton.weightLimitGrams),
  length: ({ sidesMm }: PieceKind) => sidesMm[0],
  face: ({ sidesMm }: PieceKind) => sidesMm[0] * sidesMm[1],
  thickness: ({ sidesMm }: PieceKind) => sidesMm[2],
} as const;

/** The fixed strategy with this number; undefined if there is none or it would repeat an earlier one. */
export function findStrategy(attempt: number, task: PackingTask): Strategy | undefined {
  const recipe = strategies[attempt];
  if (recipe === undefined) return undefined;
  // The last strategies forbid blocks. With one piece of each kind there are no blocks, so they would repeat earlier
  // ones.
  const [, , inBlocks] = recipe;
  const isRepeat = !inBlocks && task.pieces.every((pieces) => pieces === 1);
  return isRepeat ? undefined : makeStrategy(recipe, task);
}

export function firstStrategy(task: PackingTask): Strategy {
  return makeStrategy(strategies[0], task);
}

function makeStrategy([measure, preference, inBlocks]: Recipe, task: PackingTask): Strategy {
  const measures = Float64Array.from(task.kinds, (kind) => measureBy[measure](kind, task));
  const size = (index: number) => measures[index] ?? 0;
  const indices = task.kinds.map((_, index) => index);
  indices.sort((one, other) => size(other) - size(one) || one - other);
  const turns = indices.map((kind) => ({ kind, most: Number.POSITIVE_INFINITY, inBlocks }));
  return { turns, preference };
}

/** The same strategy with one or two changed turns and sometimes another preference. */
export function varyStrategy(strategy: Strategy, task: PackingTask, next: NextNumber): Strategy {
  const turns = [...strategy.turns];
  for (let changes = 1 + next(2); changes > 0; changes--) changeTurn(turns, task, next);
  const other = next(10) < 3 ? preferences[next(preferences.length)] : undefined;
  return { turns, preference: other ?? strategy.preference };
}

/** Moves a kind, packs a portion of it earlier, or removes such a portion. */
function changeTurn(turns: Turn[], { kinds, pieces, carton }: PackingTask, next: NextNumber): void {
  const from = next(turns.length);
  const turn = turns[from];
  const kind = kinds[turn?.kind ?? 0];
  if (turn === undefined || kind === undefined) return;
  const inOrder = pieces[turn.kind] ?? 0;
  const most = Math.min(inOrder, Math.floor(volumeOf(carton) / kind.volumeMm3));
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

/** Marsaglia's 32-bit xorshift from a fixed seed: numbers below a bound, the same in every run. */
export function fixedSequence(): NextNumber {
  let state = 0x2545f491;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
