// Fills one carton by one strategy: takes kinds of pieces in a given order and puts each at the extreme point that
// the strategy prefers, in the rotation that fits best. Equal pieces go in together as a block of rows and layers,
// which is tidier and far cheaper than one by one. packing-search.ts chooses the strategy.

import {
  type Bounds,
  type ExtremePoints,
  numbersASpace,
  occupy,
  openCarton,
  read,
} from './extreme-points.ts';
import type { CartonLimits, PieceKind } from './piece-kind.ts';

/** The preferred extreme point among those that can hold a piece. The other measures break ties. */
export type Preference = 'tightest' | 'lowest' | 'nearest-corner';

/**
 * A kind's turn to be packed; `most` splits a kind into portions, so that other kinds can go between them.
 */
export type Turn = { readonly kind: number; readonly most: number; readonly inBlocks: boolean };

export type Strategy = { readonly turns: readonly Turn[]; readonly preference: Preference };

/** `columns` × `rows` × `layers` equal pieces, all in the same rotation. */
export type Block = {
  readonly kind: number;
  readonly pieces: number;
  readonly cornerMm: readonly [number, number, number];
  readonly pieceMm: readonly [number, number, number];
  readonly counts: readonly [number, number, number];
};

export type Filling = {
  readonly blocks: readonly Block[];
  readonly volumeMm3: number;
  readonly weightGrams: number;
};

export type FillingTask = {
  readonly kinds: readonly PieceKind[];
  readonly left: Int32Array;
  readonly carton: CartonLimits;
  readonly points: ExtremePoints;
  /** The number of kinds that may fail to fit before the carton is closed. */
  readonly patience: number;
};

/** The range of a side or coordinate in a combined sort key: above any length that the service accepts. */
const keyStep = 2 ** 15;

export function fillCarton(task: FillingTask, strategy: Strategy): Filling {
  const { kinds, left, carton, points } = task;
  openCarton(points, [0, 0, 0, carton.lengthMm, carton.widthMm, carton.heightMm]);
  points.work.spent += strategy.turns.length;
  const taken = new Int32Array(kinds.length);
  const thinnestMm = thinnestSide(kinds, left);
  const blocks: Block[] = [];
  let volumeMm3 = 0;
  let weightGrams = 0;
  let misses = 0;
  for (const turn of strategy.turns) {
    const kind = kinds[turn.kind];
    const wanted = Math.min(turn.most, read(left, turn.kind) - read(taken, turn.kind));
    if (kind === undefined || wanted === 0 || !mayFit(kind, points)) continue;
    let pieces = Math.min(wanted, piecesUnder(carton.weightLimitGrams - weightGrams, kind));
    while (pieces > 0) {
      const most = turn.inBlocks ? pieces : 1;
      const block = chooseBlock(turn.kind, kind, most, points, strategy.preference);
      if (block === undefined) {
        misses++;
        break;
      }
      blocks.push(block);
      pieces -= block.pieces;
      taken[turn.kind] = read(taken, turn.kind) + block.pieces;
      volumeMm3 += block.pieces * kind.volumeMm3;
      weightGrams += block.pieces * kind.weightGrams;
      occupy(points, boxOf(block), thinnestMm);
    }
    if (points.count === 0 || misses >= task.patience) break;
  }
  return { blocks, volumeMm3, weightGrams };
}

/** A quick test: false if a side of the piece is longer than in any free space. */
function mayFit(kind: PieceKind, points: ExtremePoints): boolean {
  const { sidesMm } = kind;
  const { roomiestMm } = points;
  return sidesMm[2] <= roomiestMm[2] && sidesMm[1] <= roomiestMm[1] && sidesMm[0] <= roomiestMm[0];
}

function piecesUnder(weightGrams: number, kind: PieceKind): number {
  return kind.weightGrams === 0
    ? Number.POSITIVE_INFINITY
    : Math.floor(weightGrams / kind.weightGrams);
}

/**
 * The best block of up to `most` pieces: the space that holds the most pieces, then the larger block, then the
 * strategy's preference. This is the inner loop of the packer, so it uses only numbers.
 */
function chooseBlock(
  index: number,
  kind: PieceKind,
  most: number,
  points: ExtremePoints,
  preference: Preference,
): Block | undefined {
  const { bounds, count } = points;
  const { orientations } = kind;
  points.work.spent += count;
  const isTightest = preference === 'tightest';
  let best = { space: -1, turn: 0, columns: 0, rows: 0, layers: 0 };
  let bestHeld = 0;
  let bestFirst = 0;
  let bestSecond = 0;
  for (let space = 0; space < count; space++) {
    if (!holds(points, space, kind)) continue;
    points.work.spent += orientations.length / 3;
    const at = space * numbersASpace;
    const x = read(bounds, at);
    const y = read(bounds, at + 1);
    const z = read(bounds, at + 2);
    const roomX = read(bounds, at + 3) - x;
    const roomY = read(bounds, at + 4) - y;
    const roomZ = read(bounds, at + 5) - z;
    for (let turn = 0; turn < orientations.length; turn += 3) {
      const dx = read(orientations, turn);
      const dy = read(orientations, turn + 1);
      const dz = read(orientations, turn + 2);
      if (dx > roomX || dy > roomY || dz > roomZ) continue;
      const fitX = most === 1 ? 1 : Math.floor(roomX / dx);
      const fitY = most === 1 ? 1 : Math.floor(roomY / dy);
      const fitZ = most === 1 ? 1 : Math.floor(roomZ / dz);
      const columns = Math.min(most, fitX);
      const rows = Math.min(Math.floor(most / columns), fitY);
      const layers = Math.min(Math.floor(most / (columns * rows)), fitZ);
      const held = Math.min(most, fitX * fitY * fitZ) * keyStep + columns * rows * layers;
      if (held < bestHeld) continue;
      const slack = slackKey(roomX - columns * dx, roomY - rows * dy, roomZ - layers * dz);
      const place = placeKey(preference, x, y, z);
      const first = isTightest ? slack : place;
      const second = isTightest ? place : slack;
      const isNoBetter = first > bestFirst || (first === bestFirst && second >= bestSecond);
      if (held === bestHeld && isNoBetter) continue;
      best = { space, turn, columns, rows, layers };
      bestHeld = held;
      bestFirst = first;
      bestSecond = second;
    }
  }
  if (best.space < 0) return undefined;
  return {
    kind: index,
    pieces: best.columns * best.rows * best.layers,
    cornerMm: threeAt(bounds, best.space * numbersASpace),
    pieceMm: threeAt(orientations, best.turn),
    counts: [best.columns, best.rows, best.layers],
  };
}

/** Compares sorted sides: the space holds the piece in some rotation. */
function holds({ sidesMm }: ExtremePoints, space: number, kind: PieceKind): boolean {
  const at = space * 3;
  return (
    kind.sidesMm[2] <= read(sidesMm, at + 2) &&
    kind.sidesMm[1] <= read(sidesMm, at + 1) &&
    kind.sidesMm[0] <= read(sidesMm, at)
  );
}

function threeAt(numbers: Int32Array, at: number): [number, number, number] {
  return [read(numbers, at), read(numbers, at + 1), read(numbers, at + 2)];
}

function placeKey(preference: Preference, x: number, y: number, z: number): number {
  return preference === 'nearest-corner' ? x + y + z : (z * keyStep + y) * keyStep + x;
}

/** Small if the block leaves little space on one side, then on the next: a snug fit. */
function slackKey(x: number, y: number, z: number): number {
  const least = Math.min(x, y, z);
  const most = Math.max(x, y, z);
  return (least * keyStep + (x + y + z - least - most)) * keyStep + most;
}

function boxOf(block: Block): Bounds {
  const [x, y, z] = block.cornerMm;
  const [dx, dy, dz] = block.pieceMm;
  const [columns, rows, layers] = block.counts;
  return [x, y, z, x + columns * dx, y + rows * dy, z + layers * dz];
}

function thinnestSide(kinds: readonly PieceKind[], left: Int32Array): number {
  let thinnestMm = Number.POSITIVE_INFINITY;
  for (let index = 0; index < kinds.length; index++) {
    const side = kinds[index]?.sidesMm[2] ?? Number.POSITIVE_INFINITY;
    if ((left[index] ?? 0) > 0 && side < thinnestMm) thinnestMm = side;
  }
  return thinnestMm;
}
