// The Shipment of a booking's details: items in whole millimetres, with the distance where both places are known.
import {
  type BookingDetails,
  type BookingItem,
  millimetres,
  travellingItems,
} from '../../domain/bookings/booking.ts';
import { isDangerous } from '../../domain/bookings/dangerous-goods.ts';
import type { Address } from '../../domain/places/address.ts';
import { roadMetres } from '../../domain/places/distance.ts';
import { namesPostBox } from '../../domain/places/post-box.ts';
import { fingerprintOf } from '../../domain/quotes/quote-fingerprint.ts';
import { createShipment, type EndContact, type Shipment } from '../../domain/quotes/shipment.ts';

export function shipmentOfBooking(details: BookingDetails): Shipment {
  return shipmentOf(details, travellingItems(details));
}

function shipmentOf(details: BookingDetails, travelling: readonly BookingItem[]): Shipment {
  const { sender, receiver, declaredCents, tailgatePickup, tailgateDelivery, authorityToLeave } =
    details;
  const items = travelling.map((item) => ({
    packaging: item.packaging,
    quantity: item.quantity,
    weightGrams: item.weightGrams,
    lengthMm: millimetres(item.lengthTenthMm),
    widthMm: millimetres(item.widthTenthMm),
    heightMm: millimetres(item.heightTenthMm),
  }));
  const distanceMetres = roadMetres(sender, receiver);
  return createShipment({
    sender: endOf(sender),
    receiver: endOf(receiver),
    items,
    declaredValueCents: declaredCents,
    tailgatePickup,
    tailgateDelivery,
    authorityToLeave,
    isDangerous: isDangerous(details),
    ...(distanceMetres === undefined ? {} : { distanceMetres }),
  });
}

/** True if every carrier would price both alike, regardless of the key's settings. */
export function isPricedAlike(one: BookingDetails, other: BookingDetails): boolean {
  return priceBasis(one) === priceBasis(other);
}

/** Everything that a price depends on, except the day, the cards and the caller. */
function priceBasis(details: BookingDetails): string {
  const shipment = fingerprintOf(shipmentOf(details, details.items), '', 0);
  return `${Number(details.includesWarranty)}|${shipment}`;
}

function endOf(address: Address) {
  const { country, postcode, suburb, state, type, localityKind, street } = address;
  const isPoBox = localityKind === 'po_box' || namesPostBox(street);
  return { country, postcode, suburb, state, type, isPoBox, contact: contactOf(address) };
}

function contactOf({ name, companyName, street, phone, email }: Address): EndContact | undefined {
  const contact = { name: name || companyName, street, phone, email };
  return Object.values(contact).includes('') ? undefined : contact;
}
