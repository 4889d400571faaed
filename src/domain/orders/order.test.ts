import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { twoCartons } from '../../../test/support/orders/order-items.ts';
import {
  blankDetails,
  changeDetails,
  type OrderStatus,
  statusAfterCancelling,
  statusAfterSaving,
} from './order.ts';

describe('details sent about an order', () => {
  const known = changeDetails(blankDetails, {
    saleCents: 1250,
    goodsSummary: 'SKU-7',
    delivery: { name: 'Jane', phone: '1' },
    shipping: { city: 'MELBOURNE', type: 'business' },
    items: [twoCartons],
  });

  test('replace the named details and keep the rest', () => {
    const changed = changeDetails(known, { saleCents: 0, delivery: { phone: '2' } });
    assert.equal(changed.saleCents, 0);
    assert.deepEqual(changed.delivery, { name: 'Jane', email: '', phone: '2', address: '' });
    assert.equal(changed.goodsSummary, 'SKU-7');
    assert.deepEqual(changed.items, [twoCartons]);
  });

  test('never erase a detail when blank', () => {
    const blank = {
      goodsSummary: '',
      delivery: { name: '', email: '' },
      shipping: { city: '' },
      items: [],
    };
    assert.deepEqual(changeDetails(known, blank), known);
  });

  test('keeps a changed delivery over a shipping address that only repeated it', () => {
    const once = changeDetails(blankDetails, {
      delivery: { name: 'Jo Lee', email: 'jo@example.com', phone: '1', address: 'Unit 2, 1 A St' },
      shipping: {
        firstName: 'Jo',
        lastName: 'Lee',
        email: 'jo@example.com',
        phone: '2',
        address: 'Unit 2',
        address2: '1 A St',
      },
    });
    assert.deepEqual(changeDetails(once, { delivery: once.delivery }), once);
    const moved = changeDetails(once, {
      delivery: { name: 'Ann', email: 'ann@example.com', phone: '3', address: '9 C St' },
    });
    const { firstName, lastName, email, phone, address, address2 } = moved.shipping;
    assert.deepEqual(
      [firstName, lastName, email, phone, address, address2],
      ['Ann', '', 'ann@example.com', '2', '9 C St', ''],
    );
    const both = { delivery: { email: 'a@example.com' }, shipping: { email: 'b@example.com' } };
    assert.equal(changeDetails(once, both).shipping.email, 'b@example.com');
  });
});

describe('the status of an order', () => {
  const facts = (isReady: boolean, isBookingSettled = false, isOtherBooking = false) => ({
    isReady,
    isBookingSettled,
    isOtherBooking,
  });
  const check = (
    before: OrderStatus | undefined,
    given: ReturnType<typeof facts>,
    after: OrderStatus,
  ): void => assert.equal(statusAfterSaving(before, given), after, `${before}`);

  test('is pending, ready, or booked along with its booking', () => {
    for (const before of [undefined, 'pending', 'ready_to_book', 'deleted'] as const) {
      check(before, facts(false), 'pending');
      check(before, facts(true), 'ready_to_book');
      check(before, facts(true, true), 'booked');
    }
  });

  test("keeps a person's decision in every later state", () => {
    for (const before of ['manually_dispatched', 'cancelled', 'removed'] as const) {
      for (const given of [facts(false), facts(true), facts(true, true), facts(true, false, true)])
        check(before, given, before);
    }
  });

  test('stays booked until an unsettled booking is attached', () => {
    check('booked', facts(false), 'booked');
    check('booked', facts(true, false, true), 'ready_to_book');
    check('booked', facts(false, false, true), 'pending');
    check('booked', facts(true, true, true), 'booked');
  });

  test('becomes ready again when its booking is cancelled, unless a person decided otherwise', () => {
    for (const before of ['booked', 'ready_to_book', 'pending'] as const) {
      assert.equal(statusAfterCancelling(before, true), 'ready_to_book');
      assert.equal(statusAfterCancelling(before, false), 'pending');
    }
    for (const before of ['manually_dispatched', 'cancelled', 'deleted', 'removed'] as const)
      assert.equal(statusAfterCancelling(before, true), before);
  });
});
