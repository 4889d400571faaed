// Lines of a booking or of a shipment as carriers want them: kilograms, centimetres, one entry a piece or one a line.

import { type BookingItem, millimetres } from '../bookings/booking.ts';
import { type Item, type PackagingIndex, packagingTypes } from '../bookings/item.ts';

export type PieceLine = {
  quantity: number;
  packaging: PackagingIndex;
  weightKg: number;
  lengthCm: number;
  widthCm: number;
  heightCm: number;
  /** Of one piece. */
  cubicMetres: number;
};

/** Grams to three places, millimetres to one: nothing is lost and no binary remainder is sent. */
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

/** Each piece by itself, for carriers that count no quantities. */
export function singlePieces(lines: readonly PieceLine[]): PieceLine[] {
  return lines.flatMap((line) =>
    Array.from({ length: line.quantity }, () => ({ ...line, quantity: 1 })),
  );
}

/** The head of the packaging's family, such as Carton for a Box. */
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

/** Whole centimetres, rounded up, for carriers that take no decimals. */
export function wholeCm(cm: number): number {
  return Math.ceil(Number(cm.toFixed(3)));
}

/**
 * Street lines as carriers limit them: as they were given where they fit, otherwise broken anew as one text. Only what has no
 * room even then is cut.
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
