// Properties of every order and carton: no piece is lost, overlaps or sticks out, no carton is too heavy, the result
// does not depend on the listing order, and the work is bounded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Carton, type PackedOrder, type PackingItem, packOrder } from './packing.ts';
import { findPacking } from './packing-search.ts';
import { compareKinds, findKind } from './piece-kind.ts';

type NamedItem = PackingItem & { readonly sku: string };

const aCarton: fc.Arbitrary<Carton> = fc.record({
  lengthMm: fc.integer({ min: 1, max: 700 }),
  widthMm: fc.integer({ min: 1, max: 500 }),
  heightMm: fc.integer({ min: 1, max: 500 }),
  weightLimitGrams: fc.integer({ min: 1, max: 25_000 }),
  minimumFillPercent: fc.integer({ min: 0, max: 100 }),
});

const anItem: fc.Arbitrary<NamedItem> = fc.record({
  lengthMm: fc.integer({ min: 1, max: 400 }),
  widthMm: fc.integer({ min: 1, max: 300 }),
  heightMm: fc.integer({ min: 1, max: 300 }),
  weightGrams: fc.integer({ min: 0, max: 5000 }),
  quantity: fc.integer({ min: 1, max: 12 }),
  sku: fc.constantFrom('cup', 'plate', 'bowl'),
});

const anOrder = fc.array(anItem, { maxLength: 14 });

function check(property: (items: NamedItem[], carton: Carton) => void): void {
  fc.assert(fc.property(anOrder, aCarton, property), { numRuns: 150 });
}

const pack = (items: readonly NamedItem[], carton: Carton) =>
  packOrder(items, carton, ({ sku }) => sku);

/** Counts pieces by their visible properties, so that equal lines count together. */
function census(counts: readonly { item: NamedItem; quantity: number }[]): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const { item, quantity } of counts) {
    const { quantity: _, ...looks } = item;
    const name = JSON.stringify(Object.entries(looks).sort());
    pieces.set(name, (pieces.get(name) ?? 0) + quantity);
  }
  return new Map([...pieces].sort());
}

function everythingIn({ cartons, loose }: PackedOrder<NamedItem>) {
  return [...cartons.flatMap(({ contents }) => contents), ...loose];
}

test('loses and invents no piece', () => {
  check((items, carton) => {
    const order = pack(items, carton);
    const sent = items.map((item) => ({ item, quantity: item.quantity }));
    assert.deepEqual(census(everythingIn(order)), census(sent));
  });
});

test('every carton lists the pieces that it has positions for', () => {
  check((items, carton) => {
    for (const { contents, placements } of pack(items, carton).cartons) {
      const placed = placements.map(({ item }) => ({ item, quantity: 1 }));
      assert.deepEqual(census(placed), census(contents));
    }
  });
});

test('a placed piece keeps its three sides when it is turned', () => {
  check((items, carton) => {
    for (const { placements } of pack(items, carton).cartons) {
      for (const { item, lengthMm, widthMm, heightMm } of placements) {
        const sides = [item.lengthMm, item.widthMm, item.heightMm].sort((a, b) => a - b);
        assert.deepEqual(
          [lengthMm, widthMm, heightMm].sort((a, b) => a - b),
          sides,
        );
      }
    }
  });
});

test('no two pieces overlap and none leaves its carton', () => {
  check((items, carton) => {
    for (const { placements } of pack(items, carton).cartons) {
      for (const [index, one] of placements.entries()) {
        assert.ok(one.xMm >= 0 && one.xMm + one.lengthMm <= carton.lengthMm);
        assert.ok(one.yMm >= 0 && one.yMm + one.widthMm <= carton.widthMm);
        assert.ok(one.zMm >= 0 && one.zMm + one.heightMm <= carton.heightMm);
        for (const other of placements.slice(index + 1)) {
          const isApart =
            one.xMm + one.lengthMm <= other.xMm ||
            other.xMm + other.lengthMm <= one.xMm ||
            one.yMm + one.widthMm <= other.yMm ||
            other.yMm + other.widthMm <= one.yMm ||
            one.zMm + one.heightMm <= other.zMm ||
            other.zMm + other.heightMm <= one.zMm;
          assert.ok(isApart, `${JSON.stringify(one)} and ${JSON.stringify(other)}`);
        }
      }
    }
  });
});

test('every piece rests on the floor or on another piece', () => {
  check((items, carton) => {
    for (const { placements } of pack(items, carton).cartons) {
      for (const one of placements) {
        const rests =
          one.zMm === 0 ||
          placements.some(
            (other) =>
              other.zMm + other.heightMm === one.zMm &&
              other.xMm < one.xMm + one.lengthMm &&
              one.xMm < other.xMm + other.lengthMm &&
              other.yMm < one.yMm + one.widthMm &&
              one.yMm < other.yMm + other.widthMm,
          );
        assert.ok(rests, JSON.stringify(one));
      }
    }
  });
});

test('no carton exceeds the weight limit, and its weight is that of its contents', () => {
  check((items, carton) => {
    for (const { weightGrams, contents } of pack(items, carton).cartons) {
      const grams = contents.reduce(
        (sum, { item, quantity }) => sum + item.weightGrams * quantity,
        0,
      );
      assert.equal(weightGrams, grams);
      assert.ok(weightGrams <= carton.weightLimitGrams);
    }
  });
});

test('the last carton is unpacked exactly when it is under the minimum fill', () => {
  check((items, carton) => {
    const last = pack(items, carton).cartons.at(-1);
    const all = pack(items, { ...carton, minimumFillPercent: 0 }).cartons;
    const least = all.at(-1);
    if (least === undefined) return;
    if (least.fillPercent >= carton.minimumFillPercent)
      assert.equal(last?.fillPercent, least.fillPercent);
    else assert.equal(pack(items, carton).cartons.length, all.length - 1);
  });
});

test('the result does not depend on the order of the items', () => {
  const shuffled = anOrder.chain((items) =>
    fc.tuple(
      fc.constant(items),
      fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, aCarton, ([items, permuted], carton) => {
      assert.deepEqual(pack(permuted, carton), pack(items, carton));
    }),
    { numRuns: 150 },
  );
});

test('splitting a line in two changes no carton', () => {
  check((items, carton) => {
    const split = items.flatMap((item) =>
      item.quantity > 1
        ? [
            { ...item, quantity: 1 },
            { ...item, quantity: item.quantity - 1 },
          ]
        : [item],
    );
    const look = ({ cartons }: PackedOrder<NamedItem>) =>
      cartons.map(({ placements, weightGrams }) => ({
        weightGrams,
        places: placements.map(({ item, ...place }) => ({ ...place, sku: item.sku })),
      }));
    assert.deepEqual(look(pack(split, carton)), look(pack(items, carton)));
  });
});

const bigCarton = { lengthMm: 600, widthMm: 400, heightMm: 400, weightLimitGrams: 25_000 };

type Range = { readonly least: number; readonly most: number };

/** The work of packing `pieces` pieces in `lines` lines, with sides drawn from the ranges. */
function workToPack(
  seed: number,
  { lines, pieces }: { readonly lines: number; readonly pieces: number },
  [length, width, height]: readonly [Range, Range, Range],
): number {
  let state = seed;
  const between = ({ least, most }: Range) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return least + Math.floor((state / 2 ** 32) * (most - least + 1));
  };
  const counts = Array.from({ length: lines }, () => {
    const size = { lengthMm: between(length), widthMm: between(width), heightMm: between(height) };
    const kind = findKind({ ...size, weightGrams: between({ least: 0, most: 900 }) }, bigCarton);
    return kind === undefined ? [] : [{ kind, pieces: pieces / lines }];
  }).flat();
  counts.sort((one, other) => compareKinds(one.kind, other.kind));
  const work = { spent: 0 };
  findPacking(counts, bigCarton, work);
  return work.spent;
}

test('packs a thousand pieces of any shape within the work limit', () => {
  const range = (most: number) =>
    fc
      .tuple(fc.integer({ min: 1, max: most }), fc.integer({ min: 1, max: most }))
      .map(([one, other]) => ({ least: Math.min(one, other), most: Math.max(one, other) }));
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 31 }),
      fc.constantFrom(1, 20, 200, 1000),
      fc.tuple(range(600), range(400), range(400)),
      (seed, lines, ranges) => {
        const spent = workToPack(seed, { lines, pieces: 1000 }, ranges);
        assert.ok(spent <= 4_000_000, `${spent} comparisons`);
      },
    ),
    { numRuns: 40 },
  );
});

test('packs an order far beyond the limits quickly', () => {
  const slabs = [
    { least: 210, most: 440 },
    { least: 5, most: 90 },
    { least: 95, most: 300 },
  ] as const;
  const spent = workToPack(7, { lines: 5000, pieces: 5000 }, slabs);
  assert.ok(spent <= 15_000_000, `${spent} comparisons`);
});
