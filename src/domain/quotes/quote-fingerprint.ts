// A short canonical name of a shipment for the cache of carriers' answers: two requests that every carrier must price
// alike have the same one, whatever the order of their items, and nothing about the caller is in it.
import type { Shipment, ShipmentEnd } from './shipment.ts';

export function fingerprintOf(shipment: Shipment, snapshotVersion: string, day: number): string {
  // Sides keep their order: a pallet's height is not its length. Equal lines stay apart: a card may round each.
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

/** With its length in front: abroad these are free text, and may hold the very marks that join them. */
function text(free: string): string {
  return `${free.length}:${free}`;
}
