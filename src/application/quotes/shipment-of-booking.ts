// The Shipment that carriers are asked about, from the details of a booking: sizes in whole millimetres, the order boxed
// if the key says so, the distance where both places are known.

import type { Boxing } from '../../domain/accounts/key-settings.ts';
import { type BookingDetails, millimetres } from '../../domain/bookings/booking.ts';
import {
  findPackagingType,
  type Item,
  PACKAGING_TYPES,
  packagingName,
} from '../../domain/bookings/item.ts';
import { packOrder } from '../../domain/packing/packing.ts';
import type { Address } from '../../domain/places/address.ts';
import { roadMetres } from '../../domain/places/distance.ts';
import { fingerprintOf } from '../../domain/quotes/quote-fingerprint.ts';
import { createShipment, type Shipment } from '../../domain/quotes/shipment.ts';

export function shipmentOfBooking(details: BookingDetails, boxing: Boxing | undefined): Shipment {
  const { sender, receiver, declaredCents, tailgatePickup, tailgateDelivery, authorityToLeave } =
    details;
  const items = details.items.map((item) => ({
    packaging: item.packaging,
    quantity: item.quantity,
    weightGrams: item.weightGrams,
    lengthMm: millimetres(item.lengthTenthMm),
    widthMm: millimetres(item.widthTenthMm),
    heightMm: millimetres(item.heightTenthMm),
  }));
  const distanceMetres = roadMetres(sender.coordinates, receiver.coordinates);
  return createShipment({
    sender: endOf(sender),
    receiver: endOf(receiver),
    items: boxing === undefined ? items : boxed(items, boxing),
    declaredValueCents: declaredCents,
    tailgatePickup,
    tailgateDelivery,
    authorityToLeave,
    ...(distanceMetres === undefined ? {} : { distanceMetres }),
  });
}

/** Whether every carrier would price one as it has priced the other, whatever the key's settings. */
export function isPricedAlike(one: BookingDetails, other: BookingDetails): boolean {
  return priceBasis(one) === priceBasis(other);
}

/** All that a price depends on, but for the day, the cards and the caller. */
function priceBasis(details: BookingDetails): string {
  const shipment = fingerprintOf(shipmentOfBooking(details, undefined), '', 0);
  return `${Number(details.includesWarranty)}|${shipment}`;
}

function endOf({ country, postcode, suburb, state, type, localityKind, street }: Address) {
  const isPoBox = localityKind === 'po_box' || /\b(p\.?\s*o\.?\s*box|locked bag)\b/i.test(street);
  return { country, postcode, suburb, state, type, isPoBox };
}

/** What travels on its own base is not put into a carton. */
const notBoxed: ReadonlySet<string> = new Set(['Pallet', 'Skid', 'Crate', 'Drum']);

function boxed(items: readonly Item[], boxing: Boxing): Item[] {
  const isBoxed = ({ packaging }: Item): boolean =>
    !notBoxed.has(PACKAGING_TYPES[packaging]?.family ?? '');
  const { cartons, loose } = packOrder(items.filter(isBoxed), boxing, ({ packaging }) =>
    packagingName(packaging),
  );
  const carton = findPackagingType('Carton') ?? 0;
  return [
    ...cartons.map(({ lengthMm, widthMm, heightMm, weightGrams }) => ({
      packaging: carton,
      quantity: 1,
      weightGrams,
      lengthMm,
      widthMm,
      heightMm,
    })),
    ...loose.map(({ item, quantity }) => ({ ...item, quantity })),
    ...items.filter((item) => !isBoxed(item)),
  ];
}
