// What clients send to change a booking: everything is optional, and what is left out, null or blank stays as it is.
import { Type } from 'typebox';
import type { BookingChange, LineChange } from '../../application/bookings/update-booking.ts';
import { mostItemLines } from '../../domain/bookings/booking.ts';
import { AddressChangeBody, parseAddressChange } from './address.ts';
import { BodyReader } from './body-reader.ts';
import { ItemChangeBody, NumberOrText, parseItem, parseItemChange } from './item.ts';
import { choiceShapes, parseChoices } from './quote-request.ts';

/** Published in the OpenAPI document. Bodies are read by `parseBookingChange`, which forgives more than this says. */
export const BookingChangeBody = Type.Object(
  {
    sender: Type.Optional(AddressChangeBody),
    receiver: Type.Optional(AddressChangeBody),
    items: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.Optional(NumberOrText),
          ...ItemChangeBody.properties,
        }),
        { description: 'With an id: changes that item. Without: adds one. Other items stay.' },
      ),
    ),
    ...choiceShapes,
  },
  { $id: 'BookingChange' },
);

export function parseBookingChange(body: unknown): BookingChange {
  const reader = new BodyReader(body);
  const sender = reader.object('sender');
  const receiver = reader.object('receiver');
  const items = reader.list('items', mostItemLines);
  return {
    ...parseChoices(reader, { sender, receiver }),
    sender: sender === undefined ? undefined : parseAddressChange(sender),
    receiver: receiver === undefined ? undefined : parseAddressChange(receiver),
    lines: (items?.entries ?? []).map(parseLineChange),
    lineCount: items?.count ?? 0,
    issues: reader.issues,
  };
}

function parseLineChange(reader: BodyReader): LineChange {
  if (!reader.has('id')) return { itemId: undefined, item: parseItem(reader) };
  // One that can't be read is refused; the number only stands in for it.
  return { itemId: reader.wholeNumber('id') ?? 0, change: parseItemChange(reader) };
}
