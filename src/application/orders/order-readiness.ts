// Whether a booking could be created from an order: it needs a receiver, an address and items. The sender is chosen
// when the order is booked, by the request or from the key's warehouse.
import { type OrderDetails, shippingName, shippingStreet } from '../../domain/orders/order.ts';
import type { Address } from '../../domain/places/address.ts';
import type { WordedIssue } from '../../domain/refusal.ts';
import type { App } from '../ports.ts';
import { matchAddress } from '../quotes/match-address.ts';
import type { AddressInput } from '../quotes/quote-request.ts';

const emailShape = /^[^\s@]+@[^\s@]+$/;

/** The receiver as a quote request has it, before its suburb is matched. */
export type OrderReceiver = AddressInput & { type: Address['type'] };

/** The missing details for a booking of this order, as sentences; empty when it is ready. */
export function orderObstacles(app: App, details: OrderDetails): string[] {
  const receiver = receiverOf(details);
  const issues: WordedIssue[] = [];
  const isAustralian = receiver.country === 'AU';
  const blanks = [
    receiver.name === '' && receiver.companyName === '' ? 'The name of the receiver' : '',
    receiver.street === '' ? 'The street address' : '',
    isAustralian && receiver.suburb === '' ? 'The suburb' : '',
    isAustralian && receiver.postcode === '' ? 'The postcode' : '',
  ];
  if (!isAustralian || (receiver.suburb !== '' && receiver.postcode !== ''))
    matchAddress(app, receiver, 'receiver', issues);
  return [
    ...blanks.filter((what) => what !== '').map((what) => `${what} is not known.`),
    ...issues.map(({ sentence }) => sentence),
    ...(receiver.email === '' || emailShape.test(receiver.email)
      ? []
      : [`receiver.email: "${receiver.email}" is not an e-mail address.`]),
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

function itemObstacles({ items }: OrderDetails): string[] {
  if (items.length === 0) return ['There are no items.'];
  return items.flatMap((item, n) =>
    [
      item.packaging === undefined ? 'description' : '',
      item.weightGrams === undefined ? 'weight' : '',
      item.lengthTenthMm === undefined ? 'length' : '',
      item.widthTenthMm === undefined ? 'width' : '',
      item.heightTenthMm === undefined ? 'height' : '',
    ]
      .filter((field) => field !== '')
      .map((field) => `items.${n}.${field} is not known.`),
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
