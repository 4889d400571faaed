// StarTrack's numbering: freight items, the routing code, the number of an authority to leave, and the fixed-width
// record in its QR code. Used only with the despatch id and accounts that StarTrack issued.

import { totalGrams } from '../bookings/booking.ts';
import { dangerousGoodsIn } from '../bookings/dangerous-goods.ts';
import { gramsPerKg } from '../bookings/item.ts';
import { streetLines } from '../connectors/piece-line.ts';
import type { DepotRange, IssuedIdentifiers } from '../rate-cards/carrier-terms.ts';
import { type Consignment, countPieces, type Piece, totalCubicTenthMm } from './consignment.ts';
import { partyLines } from './postal-address.ts';
import { printableAscii } from './printable.ts';

type StarTrack = Extract<IssuedIdentifiers, { kind: 'startrack' }>;

const itemDigits = 5;
const authorityDigits = 9;
const cubicTenthMmPerLitre = 10 ** 9;
const streetColumn = 40;

/** `ABCD00000001` + `FPP` + `00001`. */
export function starTrackItem(connote: string, product: string, n: number): string {
  return `${connote}${product}${String(n).padStart(itemDigits, '0')}`;
}

export function starTrackAuthority(serial: number): string {
  return `C${String(serial % 10 ** authorityDigits).padStart(authorityDigits, '0')}`;
}

export function findDepot(depots: readonly DepotRange[], postcode: string): string | undefined {
  return depots.find(({ from, to }) => postcode >= from && postcode <= to)?.depot;
}

/** Product, postcode and depot, for the sorter. */
export function starTrackRouting(product: string, postcode: string, depot: string): string {
  return `${product}${postcode}${depot.slice(0, 3).padEnd(3)}`;
}

const unitTypes: Readonly<Record<string, string>> = {
  Carton: 'CTN',
  Satchel: 'SAT',
  Bag: 'BAG',
  Envelope: 'ENV',
  Tube: 'TUB',
  Drum: 'DRM',
  Crate: 'CRT',
  Skid: 'SKI',
  Pallet: 'PAL',
};

/**
 * The 334 characters of the QR code: fixed-width columns, with texts padded by spaces and numbers by zeros.
 */
export function starTrackRecord(facts: {
  consignment: Consignment;
  piece: Piece;
  issued: StarTrack;
  product: string;
  depot: string;
  authorityNumber: string | undefined;
}): string {
  const { consignment, piece, issued, product } = facts;
  const { receiver, connote, items } = consignment;
  const lines = partyLines({ ...receiver, street: [] });
  const street = receiver.street.map(printableAscii).join('\n');
  const [street1 = '', street2 = ''] = streetLines(street, streetColumn, 2);
  const litres = Math.ceil(totalCubicTenthMm(items) / cubicTenthMmPerLitre);
  const isDangerous = dangerousGoodsIn(consignment) !== undefined;
  return [
    text(receiver.suburb, 30),
    text(receiver.postcode, 4),
    text(connote, 12),
    text(starTrackItem(connote, product, piece.number), 20),
    text(product, 3),
    text(issued.payerAccount, 8),
    text(issued.senderAccount, 8),
    number(countPieces(items), 4),
    number(Math.ceil(totalGrams(items) / gramsPerKg), 5),
    number(litres, 5),
    text(consignment.pickupDay.replaceAll('-', ''), 8),
    text(lines[0] ?? '', 40),
    text(lines[1] ?? '', 40),
    text(unitTypes[piece.family] ?? 'ITM', 3),
    text(facts.depot, 4),
    text(street1, streetColumn),
    text(street2, streetColumn),
    text(receiver.phone.replaceAll(/[^\d+]/g, ''), 14),
    isDangerous ? 'Y' : 'N',
    // An ordinary movement: neither controlled nor transferred.
    'N',
    // No earliest or latest delivery time, and no return authority.
    text('', 12),
    text('', 12),
    text(facts.authorityNumber ?? '', 10),
    text('', 10),
  ].join('');
}

function text(value: string, width: number): string {
  return printableAscii(value).slice(0, width).padEnd(width);
}

/** A number too wide for its column becomes the largest number that fits. */
function number(value: number, width: number): string {
  return String(Math.min(value, 10 ** width - 1)).padStart(width, '0');
}
