// Order boxing: packs an order's items, in three dimensions and in any rotation, into copies of the key's configured carton.
// Items that do not fit travel unboxed, and so do the contents of a last carton that would be too empty. Every item is in the
// result, and the result does not depend on the order of the items.
//
// The settings: `box_length`, `box_width` and `box_height` are the carton's size both inside and as shipped, `box_weight` is
// the weight limit of its contents, and the empty carton weighs `cartonOwnWeightGrams`. Fill is by volume. Fragile goods,
// "this way up" and the load that a piece can carry are not considered; a piece always rests on the floor or another piece.
//
// Example: a 300 × 200 × 200 carton and five 100 × 100 × 200 pieces. Three stand in a row, the next two behind them: one
// carton, 83 % full. A sixth piece fills it. A seventh is alone in a second carton, 17 % full, and travels unboxed if the
// minimum fill is 50 %.

import type { Block, Filling } from './carton-filling.ts';
import { findPacking, type KindCount } from './packing-search.ts';
import {
  type CartonLimits,
  compareKinds,
  findKind,
  type PieceKind,
  volumeOf,
} from './piece-kind.ts';

/** The interface has no weight for the empty carton, so none is added. */
const cartonOwnWeightGrams = 0;

export type PackingItem = {
  readonly lengthMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly weightGrams: number;
  readonly quantity: number;
};

export type Carton = CartonLimits & { readonly minimumFillPercent: number };

/** A piece's position: its lowest corner and its extents along the carton's length, width and height. */
type Placement<Item> = {
  readonly item: Item;
  readonly xMm: number;
  readonly yMm: number;
  readonly zMm: number;
  readonly lengthMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
};

type ItemCount<Item> = { readonly item: Item; readonly quantity: number };

type PackedCarton<Item> = {
  readonly lengthMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly weightGrams: number;
  readonly fillPercent: number;
  readonly contents: readonly ItemCount<Item>[];
  readonly placements: readonly Placement<Item>[];
};

export type PackedOrder<Item> = {
  /** Fullest first. */
  readonly cartons: readonly PackedCarton<Item>[];
  /** Items that travel unboxed. */
  readonly loose: readonly ItemCount<Item>[];
};

/**
 * Lines whose pieces are equal for the packer, with the number of pieces of each line that are still unpacked.
 */
type Shelf<Item> = { readonly kind: PieceKind; readonly lines: { item: Item; left: number }[] };

/**
 * `nameOf` distinguishes items of equal size and weight (by packaging type and sku), so that the choice between them
 * does not depend on the order of the list.
 */
export function packOrder<Item extends PackingItem>(
  items: readonly Item[],
  carton: Carton,
  nameOf: (item: Item) => string = () => '',
): PackedOrder<Item> {
  assertMeasures(items, carton);
  const canonical = [...items].sort((one, other) => compareItems(one, other, nameOf));
  const byKind = new Map<string, Shelf<Item>>();
  const unfit: ItemCount<Item>[] = [];
  for (const item of canonical) {
    const kind = findKind(item, carton);
    if (kind === undefined) unfit.push({ item, quantity: item.quantity });
    else shelve(byKind, kind, item);
  }
  const shelves = [...byKind.values()].sort((one, other) => compareKinds(one.kind, other.kind));
  const fillings = findPacking(shelves.map(countOf), carton);
  const last = fillings.at(-1);
  if (last !== undefined && isUnderfilled(last, carton)) fillings.pop();
  const cartons = fillings.map((filling) => packCarton(filling, shelves, carton));
  const leftOver = shelves.flatMap(({ lines }) =>
    lines.filter(({ left }) => left > 0).map(({ item, left }) => ({ item, quantity: left })),
  );
  return { cartons, loose: [...unfit, ...leftOver] };
}

function shelve<Item extends PackingItem>(
  shelves: Map<string, Shelf<Item>>,
  kind: PieceKind,
  item: Item,
): void {
  const line = { item, left: item.quantity };
  const name = `${kind.sidesMm.join(' ')} ${kind.weightGrams}`;
  const shelf = shelves.get(name);
  if (shelf === undefined) shelves.set(name, { kind, lines: [line] });
  else shelf.lines.push(line);
}

function countOf<Item>({ kind, lines }: Shelf<Item>): KindCount {
  return { kind, pieces: lines.reduce((sum, { left }) => sum + left, 0) };
}

/** Compares whole numbers, so that a carton filled to exactly the minimum is kept. */
function isUnderfilled(filling: Filling, carton: Carton): boolean {
  return filling.volumeMm3 * 100 < carton.minimumFillPercent * volumeOf(carton);
}

function packCarton<Item>(
  filling: Filling,
  shelves: readonly Shelf<Item>[],
  carton: Carton,
): PackedCarton<Item> {
  const contents = new Map<Item, number>();
  const placements: Placement<Item>[] = [];
  for (const block of filling.blocks) {
    for (const corner of cornersOf(block)) {
      const item = takeOne(shelves[block.kind]);
      contents.set(item, (contents.get(item) ?? 0) + 1);
      const [lengthMm, widthMm, heightMm] = block.pieceMm;
      placements.push({ item, ...corner, lengthMm, widthMm, heightMm });
    }
  }
  return {
    lengthMm: carton.lengthMm,
    widthMm: carton.widthMm,
    heightMm: carton.heightMm,
    weightGrams: filling.weightGrams + cartonOwnWeightGrams,
    fillPercent: (filling.volumeMm3 / volumeOf(carton)) * 100,
    contents: [...contents].map(([item, quantity]) => ({ item, quantity })),
    placements: settle(placements),
  };
}

function* cornersOf({ cornerMm: [x, y, z], pieceMm: [dx, dy, dz], counts }: Block) {
  for (let layer = 0; layer < counts[2]; layer++)
    for (let row = 0; row < counts[1]; row++)
      for (let column = 0; column < counts[0]; column++)
        yield { xMm: x + column * dx, yMm: y + row * dy, zMm: z + layer * dz };
}

function takeOne<Item>(shelf: Shelf<Item> | undefined): Item {
  const line = shelf?.lines.find(({ left }) => left > 0);
  if (line === undefined) throw new Error('a carton holds a piece the order does not have');
  line.left--;
  return line.item;
}

/** Lowers every piece until it rests on the floor or on another piece, starting with the lowest. */
function settle<Item>(placements: readonly Placement<Item>[]): Placement<Item>[] {
  const settled: Placement<Item>[] = [];
  for (const piece of [...placements].sort((one, other) => one.zMm - other.zMm)) {
    let zMm = 0;
    for (const below of settled) {
      const top = below.zMm + below.heightMm;
      if (top > zMm && top <= piece.zMm && standsOver(piece, below)) zMm = top;
    }
    settled.push(zMm === piece.zMm ? piece : { ...piece, zMm });
  }
  return settled;
}

function standsOver<Item>(piece: Placement<Item>, below: Placement<Item>): boolean {
  return (
    piece.xMm < below.xMm + below.lengthMm &&
    below.xMm < piece.xMm + piece.lengthMm &&
    piece.yMm < below.yMm + below.widthMm &&
    below.yMm < piece.yMm + piece.widthMm
  );
}

function compareItems<Item extends PackingItem>(
  one: Item,
  other: Item,
  nameOf: (item: Item) => string,
): number {
  return (
    volumeOf(other) - volumeOf(one) ||
    other.weightGrams - one.weightGrams ||
    compareText(nameOf(one), nameOf(other)) ||
    other.lengthMm - one.lengthMm ||
    other.widthMm - one.widthMm ||
    other.quantity - one.quantity
  );
}

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function assertMeasures(items: readonly PackingItem[], carton: Carton): void {
  const { lengthMm, widthMm, heightMm, weightLimitGrams, minimumFillPercent } = carton;
  const isPositive = (value: number) => Number.isSafeInteger(value) && value > 0;
  if (![lengthMm, widthMm, heightMm, weightLimitGrams].every(isPositive)) {
    throw new RangeError('a carton needs positive whole millimetres and grams');
  }
  if (!(minimumFillPercent >= 0 && minimumFillPercent <= 100)) {
    throw new RangeError(`minimum fill is a percentage, not ${minimumFillPercent}`);
  }
  for (const item of items) {
    const sides = [item.lengthMm, item.widthMm, item.heightMm, item.quantity];
    if (
      !sides.every(isPositive) ||
      !(item.weightGrams >= 0 && Number.isSafeInteger(item.weightGrams))
    ) {
      throw new RangeError('an item needs positive whole millimetres, grams and quantity');
    }
  }
}
