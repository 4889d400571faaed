// Blanks of an order, filled from the booking that it is attached to: where it goes, to whom, and what is in it. Two
// addresses are never mixed: what belongs to a place is taken only where the order names none, or the booking's.
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

/** Whether the order names no place, or as much of the booking's as it names. */
function isPlaceOf({ city, postcode, state, country }: OrderShipping, receiver: Address): boolean {
  if (namesNoPlace({ city, postcode })) return true;
  if (country !== '' && country !== receiver.country) return false;
  if (postcode !== '') return postcode === receiver.postcode;
  // There are several Richmonds: the state tells them apart.
  const said = findState(state.toUpperCase()) ?? receiver.state;
  return (
    said === receiver.state && localityKey(city.toUpperCase()) === localityKey(receiver.suburb)
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

/** What is said of the shipping goes before what is said of the delivery: it must not contradict what the shop said there. */
function personOf({ delivery, shipping }: OrderDetails, receiver: Address): Partial<OrderShipping> {
  const isOwnName = shipping.firstName !== '' || shipping.lastName !== '';
  const isOwnStreet = shipping.address !== '' || shipping.address2 !== '';
  const unlessSaid = (field: keyof OrderDelivery, text: string): string =>
    delivery[field] === '' || delivery[field] === text ? text : '';
  return {
    ...(isOwnName ? {} : nameParts(unlessSaid('name', receiver.name))),
    // The booking goes there, whatever the delivery says.
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
