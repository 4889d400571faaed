// Every rounding agrees with the same calculation in arbitrary precision.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { formatDecimal4, mulDivFloor, mulDivHalfUp, parseDecimal4 } from './decimal.ts';

const operand = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.maxSafeInteger(),
  fc.integer({ min: -2, max: 2 }),
);
const divisor = fc.oneof(
  fc.integer({ min: 1, max: 100 }),
  fc.integer({ min: 1, max: 2 ** 31 - 1 }),
);

function exactFloor(a: bigint, c: bigint): bigint {
  const quotient = a / c;
  return quotient * c > a ? quotient - 1n : quotient;
}

it('floor and half up are exact for every product', () => {
  fc.assert(
    fc.property(operand, operand, divisor, (a, b, c) => {
      const product = BigInt(a) * BigInt(b);
      const floor = exactFloor(product, BigInt(c));
      fc.pre(floor < BigInt(Number.MAX_SAFE_INTEGER) && floor > BigInt(Number.MIN_SAFE_INTEGER));
      assert.equal(BigInt(mulDivFloor(a, b, c)), floor);
      const halfUp = exactFloor(2n * product + BigInt(c), 2n * BigInt(c));
      assert.equal(BigInt(mulDivHalfUp(a, b, c)), halfUp);
    }),
    // Close to the largest safe integer, where a quotient times the divisor is no longer exact.
    { numRuns: 2000, examples: [[9_007_199_254_740_985, -1, 31]] },
  );
});

it('reads back every number that it formats', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999_999_999, max: 9_999_999_999_999 }), (value) => {
      assert.equal(parseDecimal4(formatDecimal4(value)), value);
    }),
  );
});
