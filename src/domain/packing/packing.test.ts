// Order boxing by example, and compared with a packing library.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack3D } from 'binpackingjs/3d';
import { type Carton, type PackingItem, packOrder } from './packing.ts';

const aCarton: Carton = {
  lengthMm: 300,
  widthMm: 200,
  heightMm: 200,
  weightLimitGrams: 10_000,
  minimumFillPercent: 0,
};

function anItem(
  sides: readonly [number, number, number],
  weightGrams: number,
  quantity = 1,
): PackingItem {
  const [lengthMm, widthMm, heightMm] = sides;
  return { lengthMm, widthMm, heightMm, weightGrams, quantity };
}

function piecesOf(counts: readonly { readonly quantity: number }[]): number {
  return counts.reduce((sum, { quantity }) => sum + quantity, 0);
}

test('six posts fill a carton exactly, and a seventh opens another', () => {
  const post = anItem([100, 100, 200], 500, 6);
  const { cartons, loose } = packOrder([post], aCarton);
  assert.equal(cartons.length, 1);
  assert.equal(cartons[0]?.fillPercent, 100);
  assert.equal(cartons[0]?.weightGrams, 3000);
  assert.deepEqual(cartons[0]?.contents, [{ item: post, quantity: 6 }]);
  assert.deepEqual(loose, []);
  assert.equal(packOrder([{ ...post, quantity: 7 }], aCarton).cartons.length, 2);
});

test('a carton is shipped in the size of the configured box', () => {
  const [carton] = packOrder([anItem([10, 20, 30], 40)], aCarton).cartons;
  assert.deepEqual(
    [carton?.lengthMm, carton?.widthMm, carton?.heightMm, carton?.weightGrams],
    [300, 200, 200, 40],
  );
});

test('turns an item only when it does not fit otherwise', () => {
  const { cartons } = packOrder([anItem([200, 200, 300], 100)], aCarton);
  const [piece] = cartons[0]?.placements ?? [];
  assert.deepEqual([piece?.lengthMm, piece?.widthMm, piece?.heightMm], [300, 200, 200]);
});

test('an item that is too long or too heavy travels unpacked', () => {
  const pole = anItem([301, 10, 10], 100, 3);
  const anvil = anItem([100, 100, 100], 10_001, 2);
  const soap = anItem([50, 50, 50], 100, 4);
  const { cartons, loose } = packOrder([pole, soap, anvil], aCarton);
  assert.equal(piecesOf(cartons[0]?.contents ?? []), 4);
  assert.deepEqual(
    new Set(loose),
    new Set([
      { item: anvil, quantity: 2 },
      { item: pole, quantity: 3 },
    ]),
  );
});

test('closes a carton by weight long before it is full', () => {
  const { cartons } = packOrder([anItem([50, 50, 50], 4000, 5)], aCarton);
  assert.deepEqual(cartons.map(({ weightGrams }) => weightGrams).sort(), [4000, 8000, 8000]);
});

test('sends a last carton under the minimum fill as its items', () => {
  const post = anItem([100, 100, 200], 500, 7);
  const { cartons, loose } = packOrder([post], { ...aCarton, minimumFillPercent: 50 });
  assert.equal(cartons.length, 1);
  assert.deepEqual(loose, [{ item: post, quantity: 1 }]);
});

test('keeps a carton filled to exactly the minimum and unpacks it at one percent more', () => {
  const half = anItem([300, 200, 100], 500);
  assert.equal(packOrder([half], { ...aCarton, minimumFillPercent: 50 }).cartons.length, 1);
  const { cartons, loose } = packOrder([half], { ...aCarton, minimumFillPercent: 51 });
  assert.deepEqual(cartons, []);
  assert.deepEqual(loose, [{ item: half, quantity: 1 }]);
});

test('an empty order needs no carton', () => {
  assert.deepEqual(packOrder([], aCarton), { cartons: [], loose: [] });
});

test('chooses between items of equal size by name, not by position', () => {
  const tea = { ...anItem([300, 200, 100], 500, 2), sku: 'TEA' };
  const ink = { ...anItem([100, 300, 200], 500, 1), sku: 'INK' };
  const carton = { ...aCarton, minimumFillPercent: 60 };
  for (const items of [
    [tea, ink],
    [ink, tea],
  ]) {
    const { cartons, loose } = packOrder(items, carton, ({ sku }) => sku);
    assert.equal(cartons.length, 1);
    assert.deepEqual(loose, [{ item: tea, quantity: 1 }]);
  }
});

test('throws for sizes that are not whole positive millimetres', () => {
  for (const item of [
    anItem([0, 1, 1], 1),
    anItem([1.5, 1, 1], 1),
    anItem([1, 1, 1], -1),
    anItem([1, 1, 1], 1, 0),
  ]) {
    assert.throws(() => packOrder([item], aCarton), RangeError);
  }
  assert.throws(() => packOrder([], { ...aCarton, lengthMm: 0 }), RangeError);
  assert.throws(() => packOrder([], { ...aCarton, minimumFillPercent: 101 }), RangeError);
});

const retailCarton = { lengthMm: 600, widthMm: 400, heightMm: 400, weightLimitGrams: 25_000 };
const flatCarton = { lengthMm: 450, widthMm: 350, heightMm: 160, weightLimitGrams: 15_000 };

type Size = { lengthMm: number; widthMm: number; heightMm: number };

/** A linear congruential generator: the same orders in every run of this test. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Lines of mixed freight: three in ten sides are long for the carton, the others short. */
function mixedFreight(lines: number, mostOfOne: number, heavy: boolean) {
  return (next: (below: number) => number, carton: typeof retailCarton): PackingItem[] =>
    Array.from({ length: lines }, () => {
      const side = (most: number) => 20 + next(Math.floor(most * (next(10) < 3 ? 0.9 : 0.5)) - 20);
      const sides = [side(carton.lengthMm), side(carton.widthMm), side(carton.heightMm)] as const;
      const heaviest = carton.weightLimitGrams * (heavy ? 0.4 : 0.05);
      return anItem(sides, 50 + next(heaviest), 1 + next(mostOfOne));
    });
}

/** Whole cartons cut into pieces by straight cuts, so a perfect packing exists. */
function sawnCartons(cartons: number, piecesEach: number) {
  return (next: (below: number) => number, carton: Size): PackingItem[] =>
    Array.from({ length: cartons }, () => {
      const blocks = [[carton.lengthMm, carton.widthMm, carton.heightMm]];
      const volume = (sides: readonly number[]) => sides.reduce((product, side) => product * side);
      while (blocks.length < piecesEach) {
        blocks.sort((one, other) => volume(other) - volume(one));
        const [block = []] = blocks.splice(next(Math.ceil(blocks.length / 2)), 1);
        const axis = block.indexOf(Math.max(...block));
        const whole = block[axis] ?? 0;
        const cut = Math.floor(whole / 4) + next(Math.ceil(whole / 2));
        blocks.push(block.with(axis, cut), block.with(axis, whole - cut));
      }
      return blocks.map(([x = 0, y = 0, z = 0]) => anItem([x, y, z], 100));
    }).flat();
}

function cartonsOfLibrary(items: readonly PackingItem[], carton: typeof retailCarton): number {
  const pieces = items.flatMap((item) =>
    Array.from({ length: item.quantity }, () => ({
      name: 'piece',
      width: item.lengthMm,
      height: item.heightMm,
      depth: item.widthMm,
      weight: item.weightGrams,
    })),
  );
  const bins = pieces.map(() => ({
    name: 'carton',
    width: carton.lengthMm,
    height: carton.heightMm,
    depth: carton.widthMm,
    maxWeight: carton.weightLimitGrams,
  }));
  const { packedBins, unfitItems } = pack3D({ bins, items: pieces });
  assert.deepEqual(unfitItems, []);
  return packedBins.filter((bin: { items: readonly unknown[] }) => bin.items.length > 0).length;
}

test('200 seeded orders never take more cartons than the packing library, and fewer in total', () => {
  const families = [
    sawnCartons(1, 8),
    sawnCartons(1, 20),
    sawnCartons(3, 12),
    mixedFreight(5, 5, false),
    mixedFreight(20, 4, false),
    mixedFreight(50, 1, false),
    mixedFreight(10, 8, true),
    mixedFreight(1, 200, false),
    mixedFreight(2, 60, false),
    mixedFreight(3, 30, false),
  ];
  let ours = 0;
  let library = 0;
  for (const carton of [retailCarton, flatCarton]) {
    for (const [family, makeOrder] of families.entries()) {
      for (let order = 0; order < 10; order++) {
        const items = makeOrder(numbersFrom(1000 * family + order), carton);
        const here = packOrder(items, { ...carton, minimumFillPercent: 0 }).cartons.length;
        const there = cartonsOfLibrary(items, carton);
        assert.ok(here <= there, `family ${family}, order ${order}: ${here} against ${there}`);
        ours += here;
        library += there;
      }
    }
  }
  assert.ok(ours <= library * 0.95, `${ours} against ${library}`);
});
