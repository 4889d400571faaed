import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aLine } from '../../../test/support/bookings/bookings.ts';
import { refusedAs } from '../../../test/support/refused-as.ts';
import {
  type BookingItem,
  bookingId,
  itemRangeIssues,
  millimetres,
  refuseUnlessNew,
} from './booking.ts';

const carton = aLine(1);

describe('the items of a booking', () => {
  const pathsOf = (items: readonly BookingItem[], lines?: number): string[] =>
    itemRangeIssues(items, lines).map(({ path }) => path.join('.'));

  test('are measured in whole millimetres, rounded up', () => {
    for (const [tenthMm, mm] of [
      [1, 1],
      [10, 1],
      [11, 2],
      [25, 3],
      [4000, 400],
    ] as const)
      assert.equal(millimetres(tenthMm), mm);
  });

  test('are accepted up to every limit', () => {
    assert.deepEqual(pathsOf([carton]), []);
    const largest = {
      ...carton,
      weightGrams: 22_000_000,
      lengthTenthMm: 140_000,
      widthTenthMm: 140_000,
      heightTenthMm: 140_000,
      quantity: 1000,
    };
    assert.deepEqual(pathsOf([largest]), []);
    assert.deepEqual(pathsOf(Array<BookingItem>(200).fill(carton)), []);
  });

  test('are reported one by one where a number is out of range', () => {
    for (const [field, name, most] of [
      ['weightGrams', 'weight', 22_000_000],
      ['lengthTenthMm', 'length', 140_000],
      ['widthTenthMm', 'width', 140_000],
      ['heightTenthMm', 'height', 140_000],
    ] as const)
      for (const value of [0, -1, most + 1, Number.NaN, Number.POSITIVE_INFINITY])
        assert.deepEqual(pathsOf([carton, { ...carton, [field]: value }]), [`items.1.${name}`]);
    assert.deepEqual(pathsOf([{ ...carton, quantity: 0 }]), ['items.0.quantity']);
  });

  test('are rejected at their place in the request and counted with the others', () => {
    const small = { ...carton, weightGrams: 0 };
    const paths = (placed: Parameters<typeof itemRangeIssues>[2], items = [carton, small]) =>
      itemRangeIssues(items, items.length, placed).map(({ path }) => path.join('.'));
    assert.deepEqual(paths([]), []);
    assert.deepEqual(paths([{ item: small, path: ['items', 7] }]), ['items.7.weight']);
    assert.deepEqual(paths([{ item: small, path: [] }]), ['weight']);
    assert.deepEqual(paths([], [carton, { ...carton, quantity: 1000 }]), ['items']);
  });

  test('are rejected when there are too many pieces or lines', () => {
    assert.deepEqual(pathsOf([carton, { ...carton, quantity: 1000 }]), ['items']);
    assert.deepEqual(pathsOf(Array<BookingItem>(201).fill(carton)), ['items']);
    assert.deepEqual(pathsOf([carton], 5000), ['items']);
    // A negative quantity must not offset the others.
    const negative = { ...carton, quantity: -500 };
    assert.deepEqual(pathsOf([negative, { ...carton, quantity: 1001 }]), [
      'items.0.quantity',
      'items',
    ]);
  });
});

test('refuses to change a booking that is paid, being paid for or cancelled', () => {
  const id = bookingId(7);
  for (const [status, sentence] of [
    ['confirmed', /^Booking 7 is already paid/],
    ['request_failed', /^Booking 7 is already paid/],
    ['cancelled', /^Booking 7 is cancelled/],
    ['pending_payment', /^Booking 7 is being paid for/],
    ['request_sent', /^Booking 7 is being paid for/],
  ] as const)
    assert.throws(
      () => refuseUnlessNew({ id, status }),
      refusedAs('booking_already_paid', sentence),
    );
  assert.equal(refuseUnlessNew({ id, status: 'new' }), undefined);
});
