// Whether a booking could be created from an order: it needs a receiver, an address and items. The sender is chosen
// when the order is booked, by the request or from the key's warehouse.
import { type OrderDetails, shippingName, shippingStreet } from '../../domain/orders/order.ts';
import type { Address } from '../../domain/places/address.ts';
import type { Issue } from '../../domain/refusal.ts';
import type { App } from '../ports.ts';
import { matchAddress } from '../quotes/match-address.ts';
import type { AddressInput } from '../quotes/quote-request.ts';

const emailShape = /^[^\s@]+@[^\s@]+$/;

/** The receiver as a quote request has it, before its suburb is matched. */
export type OrderReceiver = AddressInput & { type: Address['type'] };

/** The missing details for a booking of this order; empty when it is ready. */
export function orderObstacles(app: App, details: OrderDetails): Issue[] {
  const receiver = receiverOf(details);
  const issues: Issue[] = [];
  const isAustralian = receiver.country === 'AU';
  const blank = {
    name: receiver.name === '' && receiver.companyName === '',
    street: receiver.street === '',
    suburb: isAustralian && receiver.suburb === '',
    postcode: isAustralian && receiver.postcode === '',
  };
  if (!isAustralian || (receiver.suburb !== '' && receiver.postcode !== ''))
    matchAddress(app, receiver, 'receiver', issues);
  return [
    ...(['name', 'street', 'suburb', 'postcode'] as const)
      .filter((part) => blank[part])
      .map((part): Issue => ({ path: ['receiver', part], problem: 'receiver_unknown', part })),
    ...issues,
    ...emailObstacles(receiver.email),
    ...itemObstacles(details),
  ];
}

/** The destination state: from the shop, or else from the suburb and postcode; "" if neither is known. */
export function stateOfOrder(app: App, details: OrderDetails): string {
  const receiver = receiverOf(details);
  const isPlaceKnown =
    receiver.country === 'AU' && receiver.suburb !== '' && receiver.postcode !== '';
  if (receiver.state !== '' || !isPlaceKnown) return receiver.state;
  return matchAddress(app, receiver, 'receiver', [])?.state ?? '';
}

function emailObstacles(value: string): Issue[] {
  if (value === '' || emailShape.test(value)) return [];
  return [{ path: ['receiver', 'email'], problem: 'no_email', value }];
}

function itemObstacles({ items }: OrderDetails): Issue[] {
  if (items.length === 0) return [{ path: ['items'], problem: 'items_missing' }];
  return items.flatMap((item, n) =>
    [
      item.packaging === undefined ? 'description' : '',
      item.weightGrams === undefined ? 'weight' : '',
      item.lengthTenthMm === undefined ? 'length' : '',
      item.widthTenthMm === undefined ? 'width' : '',
      item.heightTenthMm === undefined ? 'height' : '',
    ]
      .filter((field) => field !== '')
      .map((field): Issue => ({ path: ['items', n, field], problem: 'item_unknown' })),
  );
}

/** The receiver of a booking for this order. Shipping details take precedence over delivery details. */
export function receiverOf({ shipping, delivery, buyerEmail }: OrderDetails): OrderReceiver {
  return {
    name: shippingName(shipping) || delivery.name,
    companyName: shipping.companyName,
    email: shipping.email || delivery.email || buyerEmail,
    phone: shipping.phone || delivery.phone,
    street: shippingStreet(shipping) || delivery.address,
    suburb: shipping.city,
    postcode: shipping.postcode,
    state: shipping.state,
    country: shipping.country || 'AU',
    type: shipping.type ?? 'residential',
  };
}
