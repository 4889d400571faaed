import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { createPairTable, findPair, notListed } from './pair-table.ts';

it('a pair table finds only its own entries, and the later of two', () => {
  // Small numbers, so that look-ups also hit pairs next to the listed ones.
  const zone = fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 8 }) }, fc.nat({ max: 65_534 }));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(zone, zone, fc.nat({ max: 1_000_000 }))),
      zone,
      zone,
      (entries, from, to) => {
        const table = createPairTable(entries);
        const expected = new Map(entries.map(([a, b, value]) => [`${a} ${b}`, value]));
        for (const [a, b] of entries)
          assert.equal(findPair(table, a, b), expected.get(`${a} ${b}`));
        assert.equal(findPair(table, from, to), expected.get(`${from} ${to}`) ?? notListed);
      },
    ),
    { numRuns: 1000 },
  );
});

it('an empty pair table finds nothing', () => {
  const table = createPairTable([]);
  assert.equal(findPair(table, 0, 0), notListed);
  assert.equal(findPair(table, 65_534, 1), notListed);
});
