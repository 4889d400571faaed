import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  formatDecimal4,
  mulDivFloor,
  mulDivHalfUp,
  parseDecimal4,
  parseFraction,
} from './decimal.ts';

describe('a decimal', () => {
  for (const [text, expected] of [
    ['12', 120_000],
    ['12.5', 125_000],
    ['0.0001', 1],
    [' 8.40 ', 84_000],
    ['-10', -100_000],
    ['-0', 0],
    ['1.20000000', 12_000],
    ['999999999.9999', 9_999_999_999_999],
    ['1.00001', undefined],
    ['1e3', undefined],
    ['.5', undefined],
    ['5.', undefined],
    ['1,5', undefined],
    ['+1', undefined],
    ['', undefined],
    ['0x10', undefined],
    ['Infinity', undefined],
    ['1000000000', undefined],
  ] as const) {
    it(`reads "${text}" as ${expected}`, () => {
      assert.equal(parseDecimal4(text), expected);
      assert.ok(!Object.is(parseDecimal4(text), -0));
    });
  }

  for (const [value, places, expected] of [
    [125_000, 0, '12.5'],
    [125_000, 2, '12.50'],
    [0, 0, '0'],
    [1, 0, '0.0001'],
    [-5000, 2, '-0.50'],
    [120_000, 0, '12'],
  ] as const) {
    it(`shows ${value} with ${places} places as ${expected}`, () => {
      assert.equal(formatDecimal4(value, places), expected);
    });
  }
});

describe('a fraction', () => {
  for (const [text, expected] of [
    ['250', { numerator: 250, denominator: 1 }],
    ['1000/3', { numerator: 1000, denominator: 3 }],
    ['333.3333', { numerator: 3_333_333, denominator: 10_000 }],
    ['1000000/4000', { numerator: 250, denominator: 1 }],
    ['0', undefined],
    ['5/0', undefined],
    ['1/2/3', undefined],
    ['-250', undefined],
    ['a/3', undefined],
  ] as const) {
    it(`reads "${text}"`, () => assert.deepEqual(parseFraction(text), expected));
  }
});

describe('rounding', () => {
  it('rounds halves up, also below zero', () => {
    assert.equal(mulDivHalfUp(5, 1, 10), 1);
    assert.equal(mulDivHalfUp(4, 1, 10), 0);
    assert.equal(mulDivHalfUp(-5, 1, 10), 0);
    assert.equal(mulDivHalfUp(-6, 1, 10), -1);
    assert.equal(mulDivHalfUp(1, 1, 3), 0);
    assert.equal(mulDivHalfUp(2, 1, 3), 1);
  });

  it('rounds down on request, also below zero', () => {
    assert.equal(mulDivFloor(-1, 1, 2), -1);
    assert.equal(mulDivFloor(1, 1, 2), 0);
  });

  it('is exact where the product no longer fits a double', () => {
    // 9 007 199 254 740 991 × 3 / 3 would lose its last digit in floating point.
    assert.equal(mulDivFloor(Number.MAX_SAFE_INTEGER, 3, 3), Number.MAX_SAFE_INTEGER);
    assert.equal(mulDivHalfUp(Number.MAX_SAFE_INTEGER, 7, 7), Number.MAX_SAFE_INTEGER);
  });
});
