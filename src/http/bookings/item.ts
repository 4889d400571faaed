// An item in requests and answers: kilograms and centimetres. Requests may send numbers as text.
import { type Static, Type } from 'typebox';
import type { ItemChange, ItemInput } from '../../application/quotes/quote-request.ts';
import { type BookingId, type BookingItem, mostPieces } from '../../domain/bookings/booking.ts';
import { gramsPerKg, spelledPackaging, withoutSpelling } from '../../domain/bookings/item.ts';
import { itemIdOf } from '../../domain/bookings/item-lines.ts';
import type { DocumentReader } from '../../domain/document-reader.ts';
import type { Generation } from '../server/generation.ts';
import { numberOrText, packagingType, sentText, wholeNumberOrText } from '../server/values.ts';

const size = numberOrText(
  { least: 0.01, most: 1400 },
  '^([1-9]\\d{0,2}|1[0-3]\\d\\d)(\\.\\d{1,2})?$',
  'cm',
);

export const itemFields = {
  description: packagingType,
  weight: numberOrText(
    { least: 0.001, most: 22_000 },
    '^([1-9]\\d{0,3}|1\\d{4}|2[01]\\d{3})(\\.\\d{1,3})?$',
    'kg of one',
  ),
  length: size,
  width: size,
  height: size,
  quantity: wholeNumberOrText(
    { least: 1, most: mostPieces },
    '^[1-9]\\d{0,2}$',
    `How many identical items. All lines of a booking together hold at most ${mostPieces}`,
  ),
  sku: Type.Optional(sentText()),
};

export const ItemBody = Type.Object(itemFields, { $id: 'ItemInput' });

export const ItemChangeBody = Type.Partial(Type.Object(itemFields), {
  $id: 'ItemChange',
  examples: [{ quantity: 2 }],
});

const measures = {
  weight: Type.Number(),
  height: Type.Number(),
  width: Type.Number(),
  length: Type.Number(),
  quantity: Type.Integer(),
  description: Type.String({ description: 'Packaging type' }),
};

export const ItemReply = Type.Object(
  { id: Type.Integer(), ...measures, sku: Type.Optional(Type.String()) },
  { $id: 'Item' },
);

/** The answer to a changed item also contains the booking's id. */
export const ChangedItemReply = Type.Object(
  { id: Type.Integer(), booking_id: Type.Integer(), ...measures },
  { $id: 'ChangedItem' },
);

/** An item of a quote that is not stored, so it has no id. */
export const UnstoredItemReply = Type.Object({ ...measures, sku: Type.Optional(Type.String()) });

const tenthMmPerCm = 100;

export function parseItem(reader: DocumentReader): ItemInput {
  // A default of 1 would hide a misspelt `quantity`.
  reader.require('quantity');
  const { quantity, ...item } = parseItemChange(reader);
  return { ...item, quantity: quantity ?? 0 };
}

/** Reads the fields that were sent. */
export function parseItemChange(reader: DocumentReader): ItemChange {
  return {
    description: reader.text('description'),
    quantity: reader.wholeNumber('quantity'),
    weightGrams: scaled(reader, 'weight', gramsPerKg),
    lengthTenthMm: scaled(reader, 'length', tenthMmPerCm),
    widthTenthMm: scaled(reader, 'width', tenthMmPerCm),
    heightTenthMm: scaled(reader, 'height', tenthMmPerCm),
    sku: reader.text('sku'),
  };
}

/** Rounds up to a whole unit, so that the freight is never under-declared. */
function scaled(reader: DocumentReader, field: string, scale: number): number | undefined {
  const number = reader.number(field);
  if (number === undefined) return undefined;
  // Remove floating-point noise first: 0.07 × 100 must become 7, not 8.
  return Math.ceil(Number((number * scale).toFixed(4)));
}

/** Programs get the packaging type as they sent it; people get its name. */
export function itemFor(
  { isForPeople }: Pick<Generation, 'isForPeople'>,
  item: BookingItem,
): BookingItem {
  return isForPeople ? withoutSpelling(item) : item;
}

export function presentItem(bookingId: BookingId, item: BookingItem): Static<typeof ItemReply> {
  return { id: itemIdOf(bookingId, item.line), ...presentUnstoredItem(item) };
}

export function presentChangedItem(
  bookingId: BookingId,
  item: BookingItem,
): Static<typeof ChangedItemReply> {
  const { id, ...rest } = presentItem(bookingId, item);
  return { id, booking_id: bookingId, ...rest };
}

export function presentUnstoredItem(item: BookingItem): Static<typeof UnstoredItemReply> {
  return {
    weight: item.weightGrams / gramsPerKg,
    height: item.heightTenthMm / tenthMmPerCm,
    width: item.widthTenthMm / tenthMmPerCm,
    length: item.lengthTenthMm / tenthMmPerCm,
    quantity: item.quantity,
    description: spelledPackaging(item),
  };
}
