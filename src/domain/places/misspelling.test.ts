import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SlipMatch, slipMatch, slipsBetween } from './misspelling.ts';

test('recognises one added, missing, wrong or swapped letter', () => {
  const cases: [typed: string, name: string, match: SlipMatch][] = [
    ['SYDNY', 'SYDNEY', 'whole'],
    ['SYDNNEY', 'SYDNEY', 'whole'],
    ['SIDNEY', 'SYDNEY', 'whole'],
    ['SYNDEY', 'SYDNEY', 'whole'],
    ['YDNEY', 'SYDNEY', 'whole'],
    ['ASYDNEY', 'SYDNEY', 'whole'],
    ['SYDNEYY', 'SYDNEY', 'whole'],
    ['SYDNEX', 'SYDNEY', 'whole'],
    ['MELBORN', 'MELBOURNE', 'beginning'],
    ['MELBUO', 'MELBOURNE', 'beginning'],
    ['BRSBA', 'BRISBANE', 'beginning'],
    // A wrong last letter would match every name.
    ['BRIX', 'BRISBANE', undefined],
    // Equal names have no slip.
    ['SYDNEY', 'SYDNEY', undefined],
    ['SYD', 'SYDNEY', undefined],
    // Two slips are too many.
    ['SDNY', 'SYDNEY', undefined],
    ['MLEBORNE', 'MELBOURNE', undefined],
    ['PERTH', 'SYDNEY', undefined],
  ];
  for (const [typed, name, match] of cases) {
    assert.equal(slipMatch(typed, name), match, `${typed} for ${name}`);
  }
});

test('matches complete names when their words match', () => {
  const cases: [left: string, right: string, slips: number | undefined][] = [
    ['RICHMOND', 'RICHMOND', 0],
    ['RICHMND', 'RICHMOND', 1],
    ['RCHMND', 'RICHMOND', 2],
    ['RCHMD', 'RICHMOND', undefined],
    ['WEST RYD', 'WEST RYDE', 1],
    ['SURY HILS', 'SURRY HILLS', 2],
    ['SURY HILS NRTH', 'SURRY HILLS NORTH', undefined],
    // These are different places rather than slips.
    ['EAST GOSFORD', 'WEST GOSFORD', undefined],
    ['NORTH RYDE', 'SOUTH RYDE', undefined],
    ['BAY', 'DAY', undefined],
    ['RICHMOND', 'RICHMOND NORTH', undefined],
  ];
  for (const [left, right, slips] of cases) {
    assert.equal(slipsBetween(left, right), slips, `${left} / ${right}`);
    assert.equal(slipsBetween(right, left), slips, `${right} / ${left}`);
  }
});

test('compares a very long word without failing', () => {
  const long = 'A'.repeat(5000);
  assert.equal(slipsBetween(long, `${long}B`), undefined);
  assert.equal(slipsBetween(long, long), 0);
});
