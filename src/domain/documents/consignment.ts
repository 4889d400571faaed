// The content of a confirmed booking that documents need: one connote of one carrier, and its pieces. It is complete:
// making labels, manifests and invoices from it needs no look-up and no pricing.

import type { BookingItem } from '../bookings/booking.ts';
import { withoutAuthority } from '../bookings/instructions.ts';
import { packagingTypes } from '../bookings/item.ts';
import type { DocumentTerms } from '../rate-cards/carrier-terms.ts';
import type { Party } from './postal-address.ts';
import { printable } from './printable.ts';

export type Consignment = {
  bookingId: number;
  connote: string;
  /** The booking was never sent to a carrier; every document says so. */
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
  /** The time of confirmation in Sydney: `YYMMDDHHMMSS`. */
  confirmedStamp: string;
  instructions: readonly string[];
  pickupInstructions: string;
  authorityToLeave: boolean;
  tailgatePickup: boolean;
  tailgateDelivery: boolean;
  description: string;
  orderNumber: string;
  customerReference: string;
};

export type ConsignmentCarrier = {
  stringId: string;
  name: string;
  /** The service's name beside the carrier's name; blank when the carrier's name is enough. */
  service: string;
  /** The service's id in the carrier's own files. */
  serviceId: string;
  documents: DocumentTerms;
  /** The pattern of a piece's suffix to the connote, such as `{n:03}`. */
  itemSuffix: string;
};

export type Piece = {
  /** Counted from 1 over the whole consignment. */
  number: number;
  of: number;
  packaging: string;
  /** The head of the piece's packaging family. */
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

/**
 * The number of one piece: the connote with the carrier's suffix, or with `-001` if the carrier has no suffix.
 */
export function pieceNumber(connote: string, itemSuffix: string, n: number): string {
  if (itemSuffix === '') return `${connote}-${String(n).padStart(defaultSuffixDigits, '0')}`;
  return (
    connote +
    itemSuffix.replace(/\{n(?::0(\d))?\}/, (_match, digits: string | undefined) =>
      String(n).padStart(Number(digits ?? 0), '0'),
    )
  );
}

/**
 * The lines as a person wrote them, semicolons included, without authority to leave, which has its own mark on the label.
 */
export function instructionsOf(specialInstructions: string): string[] {
  return specialInstructions
    .split(/[\r\n]+/)
    .map((line) => printable(withoutAuthority(line).replace(/[;\s]+$/, '')))
    .filter((line) => line !== '');
}
