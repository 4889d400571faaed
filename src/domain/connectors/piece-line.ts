// Items in the units of carriers' interfaces: kilograms and centimetres, one entry for each line or each piece.

import { type BookingItem, millimetres } from '../bookings/booking.ts';
import { type Item, type PackagingIndex, packagingTypes } from '../bookings/item.ts';

export type PieceLine = {
  quantity: number;
  packaging: PackagingIndex;
  weightKg: number;
  lengthCm: number;
  widthCm: number;
  heightCm: number;
  /** The volume of one piece. */
  cubicMetres: number;
};

export function pieceLine(item: Item): PieceLine {
  const { quantity, packaging, weightGrams, lengthMm, widthMm, heightMm } = item;
  return {
    quantity,
    packaging,
    weightKg: weightGrams / 1000,
    lengthCm: lengthMm / 10,
    widthCm: widthMm / 10,
    heightCm: heightMm / 10,
    cubicMetres: Number(((lengthMm * widthMm * heightMm) / 1e9).toFixed(6)),
  };
}

export function bookingLines(items: readonly BookingItem[]): PieceLine[] {
  return items.map(({ packaging, quantity, weightGrams, ...sides }) =>
    pieceLine({
      packaging,
      quantity,
      weightGrams,
      lengthMm: millimetres(sides.lengthTenthMm),
      widthMm: millimetres(sides.widthTenthMm),
      heightMm: millimetres(sides.heightTenthMm),
    }),
  );
}

/** One entry for each piece, for interfaces without quantities. */
export function singlePieces(lines: readonly PieceLine[]): PieceLine[] {
  return lines.flatMap((line) =>
    Array.from({ length: line.quantity }, () => ({ ...line, quantity: 1 })),
  );
}

/** The name of the family: Carton for a Box. */
export function packagingFamilyName(packaging: PackagingIndex): string {
  return packagingTypes[packaging]?.family ?? 'Other';
}

export function totalKg(lines: readonly PieceLine[]): number {
  const grams = lines.reduce(
    (sum, line) => sum + Math.round(line.weightKg * 1000) * line.quantity,
    0,
  );
  return grams / 1000;
}

export function totalPieces(lines: readonly PieceLine[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Rounds for carriers that accept no decimals. */
export function wholeCm(cm: number): number {
  return Math.ceil(Number(cm.toFixed(3)));
}

/**
 * Street lines within a carrier's limits. Lines that fit stay as entered; otherwise the whole street is wrapped again and cut
 * after the last line.
 */
export function streetLines(street: string, longest: number, most: number): string[] {
  const given = street.split(/[\n;]+/);
  const lines = given.flatMap((line) => brokenText(line, longest));
  return lines.length <= most ? lines : brokenText(given.join(' '), longest).slice(0, most);
}

function brokenText(text: string, longest: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= longest) line = longer;
    else {
      if (line !== '') lines.push(line);
      line = word;
    }
    while (line.length > longest) {
      lines.push(line.slice(0, longest));
      line = line.slice(longest);
    }
  }
  return line === '' ? lines : [...lines, line];
}
