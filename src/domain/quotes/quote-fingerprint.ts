// A canonical name of a shipment, the key of the cache of carriers' answers. Shipments that every carrier must price
// alike share it, in any order of items. It contains nothing about the caller.
import type { Shipment, ShipmentEnd } from './shipment.ts';

export function fingerprintOf(shipment: Shipment, snapshotVersion: string, day: number): string {
  // Sides keep their order because a pallet's height is not its length. Equal lines stay separate because a card may
  // round each.
  const items = shipment.lines
    .map(
      ({ packaging, quantity, weightGrams, lengthMm, widthMm, heightMm }) =>
        `${packaging},${quantity},${weightGrams},${lengthMm},${widthMm},${heightMm}`,
    )
    .sort();
  return [
    snapshotVersion,
    day,
    endName(shipment.sender),
    endName(shipment.receiver),
    items.join('+'),
    shipment.declaredValueCents,
    `${Number(shipment.tailgatePickup)}${Number(shipment.tailgateDelivery)}${Number(shipment.isDangerous)}${Number(shipment.authorityToLeave)}`,
    shipment.distanceMetres ?? '',
  ].join('|');
}

function endName({ country, postcode, suburb, state, type, isPoBox }: ShipmentEnd): string {
  return `${country},${text(postcode)},${text(suburb)},${text(state)},${type},${Number(isPoBox)}`;
}

/** The length comes first because free text from abroad may contain the separators. */
function text(free: string): string {
  return `${free.length}:${free}`;
}
