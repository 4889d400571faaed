import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { presentUnstoredItem } from '../bookings/item.ts';
import { parseQuoteRequest } from './quote-request.ts';

const inHundredths = fc.integer({ min: 1, max: 140_000 }).map((n) => (n / 100).toFixed(2));
const inThousandths = fc.integer({ min: 1, max: 22_000_000 }).map((n) => (n / 1000).toFixed(3));
const asSent = (text: fc.Arbitrary<string>) => fc.oneof(text, text.map(Number));

function parsed(item: object) {
  const [first] = parseQuoteRequest({ items: [{ quantity: 1, ...item }] }).items;
  assert.ok(first);
  return first;
}

describe('item sizes and weights on the wire', () => {
  test('hundredths of centimetres and thousandths of kilograms are echoed exactly', () => {
    fc.assert(
      fc.property(
        asSent(inHundredths),
        asSent(inHundredths),
        asSent(inHundredths),
        asSent(inThousandths),
        (length, width, height, weight) => {
          const { weightGrams, lengthTenthMm, widthTenthMm, heightTenthMm } = parsed({
            length,
            width,
            height,
            weight,
          });
          const echoed = presentUnstoredItem({
            line: 1,
            packaging: 0,
            quantity: 1,
            weightGrams: weightGrams ?? 0,
            lengthTenthMm: lengthTenthMm ?? 0,
            widthTenthMm: widthTenthMm ?? 0,
            heightTenthMm: heightTenthMm ?? 0,
          });
          assert.deepEqual(
            [echoed.length, echoed.width, echoed.height, echoed.weight],
            [length, width, height, weight].map(Number),
          );
        },
      ),
    );
  });

  test('finer values are rounded up', () => {
    assert.equal(parsed({ length: 10.001 }).lengthTenthMm, 1001);
    assert.equal(parsed({ weight: '0.0001' }).weightGrams, 1);
    // Floating-point noise must not round up.
    assert.equal(parsed({ length: 0.07 }).lengthTenthMm, 7);
    assert.equal(parsed({ weight: 1.001 }).weightGrams, 1001);
  });
});
