// The shipment that every carrier prices: built once from checked input, then read-only. It carries the figures that
// every card needs (sorted sides, volumes, totals, postcodes as table positions), so that they are calculated once
// rather than per carrier. Places and limits are checked elsewhere.

import type { Item, PackagingIndex } from '../bookings/item.ts';
import { isPoBoxPostcode } from '../places/post-box.ts';
import { hashSuburb } from '../rate-cards/suburb-table.ts';

/**
 * The position of a state is its number in compiled rate cards. `australianStates` is the alphabetical list for people.
 * Prepared files depend on both orders, so neither may change.
 */
export const rateCardStates = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'] as const;

type PartyType = 'business' | 'residential';

/** Position in compiled tables of a place without an Australian postcode or state. */
export const nowhere = -1;

export type EndContact = {
  readonly name: string;
  readonly street: string;
  readonly phone: string;
  readonly email: string;
};

export type ShipmentEnd = {
  readonly country: string;
  readonly postcode: string;
  readonly suburb: string;
  readonly state: string;
  readonly type: PartyType;
  readonly isPoBox: boolean;
  /** Undefined unless the caller gave every field; cards and most carriers price without it. */
  readonly contact: EndContact | undefined;
  /** Hash of the suburb's name, the key of suburb tables. */
  readonly suburbHash: number;
  /** The Australian postcode as a number; `nowhere` for foreign places. */
  readonly postcodeIndex: number;
  /** The two-letter code as a number below 676. */
  readonly countryIndex: number;
  readonly stateIndex: number;
};

export type ShipmentLine = Item & {
  /** The three sides in falling order: rules compare the longest side, in any orientation. */
  readonly longMm: number;
  readonly middleMm: number;
  readonly shortMm: number;
  /** Volume of one item. */
  readonly volumeMm3: number;
};

export type Shipment = {
  readonly sender: ShipmentEnd;
  readonly receiver: ShipmentEnd;
  readonly lines: readonly ShipmentLine[];
  /** The packaging types in this shipment, without duplicates. */
  readonly packagings: readonly PackagingIndex[];
  readonly pieces: number;
  readonly weightGrams: number;
  readonly volumeMm3: number;
  readonly longestMm: number;
  readonly heaviestGrams: number;
  readonly declaredValueCents: number;
  readonly tailgatePickup: boolean;
  readonly tailgateDelivery: boolean;
  readonly isDangerous: boolean;
  readonly authorityToLeave: boolean;
  /** Distance by road; undefined when unknown, and then cards priced by distance cannot quote. */
  readonly distanceMetres: number | undefined;
};

export function wantsTailgate({
  tailgatePickup,
  tailgateDelivery,
}: Pick<Shipment, 'tailgatePickup' | 'tailgateDelivery'>): boolean {
  return tailgatePickup || tailgateDelivery;
}

export type ShipmentEndInput = {
  readonly country?: string;
  readonly postcode: string;
  readonly suburb: string;
  readonly state?: string;
  readonly type: PartyType;
  readonly isPoBox?: boolean;
  readonly contact?: EndContact | undefined;
};

export type ShipmentInput = {
  readonly sender: ShipmentEndInput;
  readonly receiver: ShipmentEndInput;
  readonly items: readonly Item[];
  readonly declaredValueCents?: number;
  readonly tailgatePickup?: boolean;
  readonly tailgateDelivery?: boolean;
  readonly isDangerous?: boolean;
  readonly authorityToLeave?: boolean;
  readonly distanceMetres?: number;
};

export function countryIndexOf(country: string): number {
  if (!/^[A-Z]{2}$/.test(country)) return nowhere;
  return (country.charCodeAt(0) - 65) * 26 + country.charCodeAt(1) - 65;
}

export function stateIndexOf(state: string): number {
  return (rateCardStates as readonly string[]).indexOf(state);
}

export function createShipment(input: ShipmentInput): Shipment {
  const lines = input.items.map(createLine);
  let pieces = 0;
  let weightGrams = 0;
  let volumeMm3 = 0;
  let longestMm = 0;
  let heaviestGrams = 0;
  for (const line of lines) {
    pieces += line.quantity;
    weightGrams += line.weightGrams * line.quantity;
    volumeMm3 += line.volumeMm3 * line.quantity;
    longestMm = Math.max(longestMm, line.longMm);
    heaviestGrams = Math.max(heaviestGrams, line.weightGrams);
  }
  return Object.freeze({
    sender: createEnd(input.sender),
    receiver: createEnd(input.receiver),
    lines: Object.freeze(lines),
    packagings: Object.freeze([...new Set(lines.map((line) => line.packaging))]),
    pieces,
    weightGrams,
    volumeMm3,
    longestMm,
    heaviestGrams,
    declaredValueCents: input.declaredValueCents ?? 0,
    tailgatePickup: input.tailgatePickup ?? false,
    tailgateDelivery: input.tailgateDelivery ?? false,
    isDangerous: input.isDangerous ?? false,
    authorityToLeave: input.authorityToLeave ?? false,
    distanceMetres: input.distanceMetres,
  });
}

function createLine(item: Item): ShipmentLine {
  const { lengthMm, widthMm, heightMm } = item;
  const longMm = Math.max(lengthMm, widthMm, heightMm);
  const shortMm = Math.min(lengthMm, widthMm, heightMm);
  return Object.freeze({
    packaging: item.packaging,
    quantity: item.quantity,
    weightGrams: item.weightGrams,
    lengthMm,
    widthMm,
    heightMm,
    longMm,
    middleMm: lengthMm + widthMm + heightMm - longMm - shortMm,
    shortMm,
    volumeMm3: lengthMm * widthMm * heightMm,
  });
}

function createEnd(input: ShipmentEndInput): ShipmentEnd {
  const country = (input.country ?? 'AU').toUpperCase();
  const isAustralian = country === 'AU' && /^\d{4}$/.test(input.postcode);
  const postcodeIndex = isAustralian ? Number(input.postcode) : nowhere;
  const state = (input.state ?? '').toUpperCase();
  const suburb = normaliseSuburb(input.suburb);
  return Object.freeze({
    country,
    postcode: input.postcode,
    suburb,
    suburbHash: hashSuburb(suburb),
    state,
    type: input.type,
    isPoBox: (input.isPoBox ?? false) || isPoBoxPostcode(postcodeIndex),
    contact: input.contact,
    postcodeIndex,
    countryIndex: countryIndexOf(country),
    stateIndex: stateIndexOf(state),
  });
}

/** Suburbs are compared in capitals with single spaces, in cards and requests alike. */
export function normaliseSuburb(suburb: string): string {
  return suburb.trim().replace(/\s+/g, ' ').toUpperCase();
}
