import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { createSuburbTable, findSuburb, hashSuburb, noSuburb } from './suburb-table.ts';

it('a suburb table finds only its own entries', () => {
  const entry = fc.record({
    postcode: fc.constantFrom(0, 800, 2640, 9999),
    suburb: fc.oneof(fc.constantFrom('ALBURY', 'LAVINGTON', ''), fc.string({ maxLength: 4 })),
  });
  const same = (a: { postcode: number; suburb: string }) => `${a.postcode} ${a.suburb}`;
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: same }), entry, (entries, sought) => {
      const table = createSuburbTable(entries);
      const find = ({ postcode, suburb }: typeof sought) =>
        findSuburb(table, postcode, suburb, hashSuburb(suburb));
      entries.forEach((known, index) => {
        assert.equal(find(known), index);
      });
      const expected = entries.findIndex((known) => same(known) === same(sought));
      assert.equal(find(sought), expected < 0 ? noSuburb : expected);
    }),
  );
});

it('distinguishes suburbs of the same hash by name', () => {
  const table = createSuburbTable([{ postcode: 2640, suburb: 'ALBURY' }]);
  assert.equal(findSuburb(table, 2640, 'OTHER', hashSuburb('ALBURY')), noSuburb);
});
