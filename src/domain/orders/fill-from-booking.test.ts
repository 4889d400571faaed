import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { twoCartons } from '../../../test/support/orders/order-items.ts';
import type { Address } from '../places/address.ts';
import { fillFromBooking } from './fill-from-booking.ts';
import { blankDetails, changeDetails, type OrderShipping } from './order.ts';

const melbourne: Address = {
  type: 'residential',
  country: 'AU',
  postcode: '3000',
  suburb: 'MELBOURNE',
  state: 'VIC',
  coordinates: undefined,
  localityKind: undefined,
  name: 'Jo van Lee',
  companyName: 'Jo Pty Ltd',
  email: 'jo@example.com',
  phone: '0400000000',
  street: '1 A St',
};

const booking = { receiver: melbourne, items: [{ ...twoCartons, line: 1 }] };
const whole: OrderShipping = {
  firstName: 'Jo van',
  lastName: 'Lee',
  companyName: 'Jo Pty Ltd',
  email: 'jo@example.com',
  phone: '0400000000',
  address: '1 A St',
  address2: '',
  city: 'MELBOURNE',
  postcode: '3000',
  state: 'VIC',
  country: 'AU',
  type: 'residential',
};
const shippingOf = (
  shipping: Partial<OrderShipping>,
  delivery: Parameters<typeof changeDetails>[1]['delivery'] = {},
): OrderShipping =>
  fillFromBooking(changeDetails(blankDetails, { shipping, delivery }), booking).shipping;

describe('filling an order from its booking', () => {
  test('fills what the order lacks', () => {
    const filled = fillFromBooking(blankDetails, booking);
    assert.deepEqual(filled.delivery, {
      name: 'Jo van Lee',
      email: 'jo@example.com',
      phone: '0400000000',
      address: '1 A St',
    });
    assert.deepEqual(filled.shipping, whole);
    assert.deepEqual(filled.items, [{ ...twoCartons, sku: '' }]);
  });

  test("completes the order's place when it matches the booking, and keeps its own spelling", () => {
    for (const given of [
      { city: 'Melbourne' },
      { city: 'melbourne', state: 'Victoria' },
      { postcode: '3000' },
      { city: 'Melbourne CBD', postcode: '3000' },
      { city: 'Melbourne', country: 'AU' },
    ])
      assert.deepEqual(shippingOf(given), { ...whole, ...given }, JSON.stringify(given));
  });

  test("adds no part of the booking's place to a different place", () => {
    for (const given of [
      { city: 'Sydney' },
      { postcode: '2000' },
      { city: 'Melbourne', postcode: '2000' },
      { city: 'Melbourne', state: 'Queensland' },
      { city: 'Melbourne', country: 'US' },
    ]) {
      const details = changeDetails(blankDetails, { shipping: given });
      const { shipping, delivery } = fillFromBooking(details, booking);
      const { companyName, type } = whole;
      assert.deepEqual(shipping, { ...blankDetails.shipping, ...given, companyName, type });
      assert.equal(delivery.address, '');
    }
  });

  test('fills the shipping street, but no contact that contradicts the delivery', () => {
    const delivery = { name: 'Jane', email: 'j@example.com', phone: '1', address: '2 B St' };
    const none = { firstName: '', lastName: '', email: '', phone: '' };
    assert.deepEqual(shippingOf({ city: 'Melbourne' }, delivery), {
      ...whole,
      city: 'Melbourne',
      ...none,
    });
    assert.deepEqual(shippingOf({ firstName: 'Ann', address2: 'Level 2' }), {
      ...whole,
      firstName: 'Ann',
      lastName: '',
      address: '',
      address2: 'Level 2',
    });
  });

  test('changes no detail that the order has', () => {
    const known = changeDetails(blankDetails, {
      delivery: { name: 'Jane', email: 'j@example.com', phone: '1', address: '2 B St' },
      shipping: { postcode: '2000', companyName: 'Shop', type: 'business' },
      items: [twoCartons],
    });
    assert.deepEqual(fillFromBooking(known, booking), known);
  });
});
