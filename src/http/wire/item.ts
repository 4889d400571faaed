// An item on the wire: kilograms and centimetres, and ids that are unique over all bookings.
import { type Static, Type } from 'typebox';
import type { BookingId, BookingItem } from '../../domain/bookings/booking.ts';
import { packagingName } from '../../domain/bookings/item.ts';

const measures = {
  weight: Type.Number(),
  height: Type.Number(),
  width: Type.Number(),
  length: Type.Number(),
  quantity: Type.Integer(),
  description: Type.String(),
};

export const ItemReply = Type.Object(
  { id: Type.Integer(), ...measures, sku: Type.Optional(Type.String()) },
  { $id: 'Item' },
);

/** Of a quote that is not stored: there is nothing that an id could name. */
export const UnstoredItemReply = Type.Object(measures);

const gramsPerKg = 1000;
const tenthMmPerCm = 100;
/** Line numbers stay below this, so that an item's id is unique over all bookings. */
const linesPerBooking = 1000;

export function presentItem(bookingId: BookingId, item: BookingItem): Static<typeof ItemReply> {
  return { id: bookingId * linesPerBooking + item.line, ...presentUnstoredItem(item) };
}

export function presentUnstoredItem(item: BookingItem): Static<typeof UnstoredItemReply> {
  return {
    weight: item.weightGrams / gramsPerKg,
    height: item.heightTenthMm / tenthMmPerCm,
    width: item.widthTenthMm / tenthMmPerCm,
    length: item.lengthTenthMm / tenthMmPerCm,
    quantity: item.quantity,
    description: packagingName(item.packaging),
  };
}
