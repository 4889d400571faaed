import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aLine } from '../../../test/support/bookings/bookings.ts';
import { Refusal } from '../refusal.ts';
import { bookingId } from './booking.ts';
import {
  addLines,
  changeLine,
  findLine,
  getLine,
  itemIdOf,
  lineNumberIssues,
  putLine,
} from './item-lines.ts';

const nothing = {
  packaging: undefined,
  quantity: undefined,
  weightGrams: undefined,
  lengthTenthMm: undefined,
  widthTenthMm: undefined,
  heightTenthMm: undefined,
};

describe('the lines of a booking', () => {
  const booking = { id: bookingId(42), items: [aLine(1), aLine(3)], lastLine: 5 };

  test('have ids that no other booking has, up to the last possible line', () => {
    assert.equal(itemIdOf(bookingId(42), 1), 42_001);
    assert.ok(itemIdOf(bookingId(42), 999) < itemIdOf(bookingId(43), 1));
  });

  test('are found by their ids only', () => {
    assert.equal(findLine(booking, 42_003)?.line, 3);
    for (const id of [42_002, 42_000, 42_999, 41_001, 43_001, 3, 0, -1, 42_003.5, Number.NaN]) {
      assert.equal(findLine(booking, id), undefined);
      assert.throws(
        () => getLine(booking, id),
        (error: unknown) => error instanceof Refusal && error.data.code === 'item_not_found',
      );
    }
  });

  test('get numbers that were never used, even after the last line was removed', () => {
    const { line: _line, ...carton } = aLine(1);
    const { items, lastLine } = addLines(booking, [carton, { ...carton, quantity: 2 }]);
    assert.deepEqual(
      items.map(({ line, quantity }) => [line, quantity]),
      [
        [1, 1],
        [3, 1],
        [6, 1],
        [7, 2],
      ],
    );
    assert.equal(lastLine, 7);
    assert.deepEqual(addLines(booking, []), { items: booking.items, lastLine: 5 });
  });

  test('have a lifetime limit of numbers', () => {
    assert.deepEqual(lineNumberIssues({ items: [], lastLine: 999 }), []);
    assert.deepEqual(lineNumberIssues({ items: [], lastLine: 1000 }), [
      { path: ['items'], problem: 'line_numbers_used_up', most: 999 },
    ]);
  });

  test('change in the given fields only', () => {
    const line = aLine(3, { quantity: 4 });
    assert.deepEqual(changeLine(line, nothing), line);
    // Zero is a value too; other checks reject it where it makes no sense.
    for (const field of [
      'packaging',
      'quantity',
      'weightGrams',
      'lengthTenthMm',
      'widthTenthMm',
      'heightTenthMm',
    ] as const)
      for (const value of [7, 0])
        assert.deepEqual(changeLine(line, { ...nothing, [field]: value }), {
          ...line,
          [field]: value,
        });
  });

  test('keep their order when one is replaced', () => {
    const lines = [aLine(1), aLine(3), aLine(4)];
    const changed = aLine(3, { quantity: 9 });
    assert.deepEqual(putLine(lines, changed), [lines[0], changed, lines[2]]);
  });
});
