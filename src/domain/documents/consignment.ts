// A confirmed booking as its documents see it: one connote of one carrier, and the pieces it is made of. Everything is
// there already; nothing is looked up and nothing is priced. Labels, manifests and invoices are made from it.

import type { BookingItem } from '../bookings/booking.ts';
import { packagingTypes } from '../bookings/item.ts';
import type { DocumentTerms } from '../rate-cards/carrier-terms.ts';
import type { Party } from './postal-address.ts';
import { printable } from './printable.ts';

export type Consignment = {
  bookingId: number;
  connote: string;
  /** Never sent to a carrier: whatever is printed says so. */
  isDemo: boolean;
  carrier: ConsignmentCarrier;
  sender: Party;
  receiver: Party;
  isInternational: boolean;
  items: readonly BookingItem[];
  /** `YYYY-MM-DD`. */
  pickupDay: string;
  /** `13:00–17:00`, or empty. */
  pickupTime: string;
  /** When it was confirmed, on Sydney's clock: `YYMMDDHHMMSS`. */
  confirmedStamp: string;
  instructions: readonly string[];
  pickupInstructions: string;
  authorityToLeave: boolean;
  tailgatePickup: boolean;
  tailgateDelivery: boolean;
  description: string;
  orderNumber: string;
};

export type ConsignmentCarrier = {
  stringId: string;
  name: string;
  /** What the service is called beside the carrier's name; blank when that says it all. */
  service: string;
  /** Its name in the carrier's own files. */
  serviceId: string;
  documents: DocumentTerms;
  /** What one piece adds to the connote, such as `{n:03}`. */
  itemSuffix: string;
};

export type Piece = {
  /** Counted from 1 over the whole consignment. */
  number: number;
  of: number;
  packaging: string;
  /** The head of its packaging family. */
  family: string;
  weightGrams: number;
  cubicTenthMm: number;
  sidesTenthMm: readonly [length: number, width: number, height: number];
};

export function piecesOf(items: readonly BookingItem[]): Piece[] {
  const of = countPieces(items);
  const pieces: Piece[] = [];
  for (const item of items) {
    const { lengthTenthMm, widthTenthMm, heightTenthMm, weightGrams } = item;
    const { name: packaging = '', family = '' } = packagingTypes[item.packaging] ?? {};
    for (let n = 0; n < item.quantity; n += 1) {
      pieces.push({
        number: pieces.length + 1,
        of,
        packaging,
        family,
        weightGrams,
        cubicTenthMm: lengthTenthMm * widthTenthMm * heightTenthMm,
        sidesTenthMm: [lengthTenthMm, widthTenthMm, heightTenthMm],
      });
    }
  }
  return pieces;
}

export function countPieces(items: readonly BookingItem[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

export function totalCubicTenthMm(items: readonly BookingItem[]): number {
  return items.reduce(
    (sum, item) =>
      sum + item.quantity * item.lengthTenthMm * item.widthTenthMm * item.heightTenthMm,
    0,
  );
}

const defaultSuffixDigits = 3;

/** The number of one piece: the connote and the carrier's suffix, or `-001` where it has none. */
export function pieceNumber(connote: string, itemSuffix: string, n: number): string {
  if (itemSuffix === '') return `${connote}-${String(n).padStart(defaultSuffixDigits, '0')}`;
  return (
    connote +
    itemSuffix.replace(/\{n(?::0(\d))?\}/, (_match, digits: string | undefined) =>
      String(n).padStart(Number(digits ?? 0), '0'),
    )
  );
}

/** Special instructions as separate sentences; authority to leave has a mark of its own. */
export function instructionsOf(specialInstructions: string): string[] {
  return specialInstructions
    .split(/[;\r\n]+/)
    .map(printable)
    .filter((part) => part !== '' && !/^authority to leave\.?$/i.test(part));
}
