import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centsFromDecimal, centsOfDollars, dollars, gstWithin } from './money.ts';

test('parses amounts of the interface into exact cents', () => {
  const cases: [string, number | undefined][] = [
    ['0', 0],
    ['-0', 0],
    ['12.5', 1250],
    ['12.50', 1250],
    ['12.500', 1250],
    ['0.07', 7],
    ['-3.10', -310],
    [' 8 ', 800],
    ['12.345', undefined],
    ['1e3', undefined],
    ['', undefined],
    ['ten', undefined],
    ['.5', undefined],
  ];
  for (const [text, cents] of cases) assert.equal(centsFromDecimal(text), cents, `«${text}»`);
});

test('shows cents as dollars', () => {
  assert.equal(dollars(1250), 12.5);
  assert.equal(dollars(7), 0.07);
});

test('rounds a number of dollars to the nearest cent by its decimal form', () => {
  assert.equal(centsOfDollars(12.5), 1250);
  assert.equal(centsOfDollars(0.285), 29);
  assert.equal(centsOfDollars(1.005), 101);
  assert.equal(centsOfDollars(-3.1), -310);
});

test('calculates GST as one eleventh of a price', () => {
  assert.equal(gstWithin(1100), 100);
  assert.equal(gstWithin(1105), 100);
  assert.equal(gstWithin(1106), 101);
});
