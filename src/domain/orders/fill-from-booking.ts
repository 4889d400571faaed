// Fills an order's blanks from the booking that it is attached to: destination, receiver and contents. Details of a
// place are copied only if the order names no place or the booking's, so that two addresses never mix.
import type { Address } from '../places/address.ts';
import { findState } from '../places/australian-state.ts';
import { localityKey } from '../places/locality-name.ts';
import {
  nameParts,
  type OrderDelivery,
  type OrderDetails,
  type OrderItem,
  type OrderShipping,
} from './order.ts';

export function fillFromBooking(
  details: OrderDetails,
  booking: { receiver: Address; items: readonly Omit<OrderItem, 'sku'>[] },
): OrderDetails {
  const { receiver } = booking;
  const { delivery, shipping } = details;
  const goesThere = isPlaceOf(shipping, receiver);
  return {
    ...details,
    delivery: {
      name: delivery.name || receiver.name,
      email: delivery.email || receiver.email,
      phone: delivery.phone || receiver.phone,
      address: delivery.address || (goesThere ? receiver.street : ''),
    },
    shipping: {
      ...shipping,
      ...(goesThere ? { ...placeOf(shipping, receiver), ...personOf(details, receiver) } : {}),
      companyName: shipping.companyName || receiver.companyName,
      type: shipping.type ?? receiver.type,
    },
    items: details.items.length > 0 ? details.items : booking.items.map(itemOf),
  };
}

/** Whether the order names no place, or its place matches the booking's. */
function isPlaceOf({ city, postcode, state, country }: OrderShipping, receiver: Address): boolean {
  if (namesNoPlace({ city, postcode })) return true;
  if (country !== '' && country !== receiver.country) return false;
  if (postcode !== '') return postcode === receiver.postcode;
  // There are several Richmonds; the state distinguishes them.
  const named = findState(state.toUpperCase()) ?? receiver.state;
  return (
    named === receiver.state && localityKey(city.toUpperCase()) === localityKey(receiver.suburb)
  );
}

const namesNoPlace = ({ city, postcode }: Pick<OrderShipping, 'city' | 'postcode'>): boolean =>
  city === '' && postcode === '';

function placeOf(shipping: OrderShipping, { suburb, postcode, state, country }: Address) {
  return namesNoPlace(shipping)
    ? { city: suburb, postcode, state, country }
    : {
        city: shipping.city || suburb,
        postcode: shipping.postcode || postcode,
        state: shipping.state || state,
        country: shipping.country || country,
      };
}

/**
 * Readers prefer the shipping fields over the delivery fields, so a filled shipping field must not contradict the
 * shop's delivery.
 */
function personOf({ delivery, shipping }: OrderDetails, receiver: Address): Partial<OrderShipping> {
  const isOwnName = shipping.firstName !== '' || shipping.lastName !== '';
  const isOwnStreet = shipping.address !== '' || shipping.address2 !== '';
  const unlessSaid = (field: keyof OrderDelivery, text: string): string =>
    delivery[field] === '' || delivery[field] === text ? text : '';
  return {
    ...(isOwnName ? {} : nameParts(unlessSaid('name', receiver.name))),
    // The booking goes to this street, even if the delivery names another.
    ...(isOwnStreet ? {} : { address: receiver.street }),
    email: shipping.email || unlessSaid('email', receiver.email),
    phone: shipping.phone || unlessSaid('phone', receiver.phone),
  };
}

function itemOf({
  packaging,
  spelling,
  quantity,
  weightGrams,
  lengthTenthMm,
  widthTenthMm,
  heightTenthMm,
}: Omit<OrderItem, 'sku'>): OrderItem {
  return {
    packaging,
    ...(spelling === undefined ? {} : { spelling }),
    quantity,
    weightGrams,
    lengthTenthMm,
    widthTenthMm,
    heightTenthMm,
    sku: '',
  };
}
