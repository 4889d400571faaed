// The body of a booking change. Every field is optional: a missing, null or blank field keeps its value, except that
// a blank field clears the value when a person emptied it in a form.
import { Type } from 'typebox';
import type { BookingChange, LineChange } from '../../application/bookings/update-booking.ts';
import { mostItemLines } from '../../domain/bookings/booking.ts';
import { DocumentReader } from '../../domain/document-reader.ts';
import { AddressChangeBody, parseAddressChange } from '../places/address.ts';
import { choiceShapes, parseChoices } from '../quotes/quote-request.ts';
import type { Generation } from '../server/generation.ts';
import { recordId } from '../server/values.ts';
import { ItemBody, itemFields, parseItem, parseItemChange } from './item.ts';

/**
 * Published in the OpenAPI document. `parseBookingChange` reads the bodies and accepts more than this shape.
 */
export const BookingChangeBody = Type.Object(
  {
    sender: Type.Optional(AddressChangeBody),
    receiver: Type.Optional(AddressChangeBody),
    items: Type.Optional(
      Type.Array(
        Type.Union([
          Type.Object(
            {
              id: recordId('An item of the booking'),
              ...Type.Partial(Type.Object(itemFields)).properties,
            },
            { $id: 'ItemUpdate', examples: [{ id: 623634001, quantity: 2 }] },
          ),
          ItemBody,
        ]),
        {
          maxItems: mostItemLines,
          description:
            'An entry with an id changes that item, one without adds an item. Other items stay.',
        },
      ),
    ),
    ...choiceShapes,
  },
  { $id: 'BookingChange', examples: [{ declared_value: 250, tailgate_delivery: true }] },
);

export function parseBookingChange(
  body: unknown,
  { blanksClear }: Pick<Generation, 'blanksClear'>,
): BookingChange {
  const reader = new DocumentReader(body);
  const sender = reader.object('sender');
  const receiver = reader.object('receiver');
  const items = reader.list('items', mostItemLines);
  const choices = parseChoices(reader, { sender, receiver });
  const given = (from: DocumentReader, field: string, text: string): string | undefined =>
    text !== '' || (blanksClear && from.isBlank(field)) ? text : undefined;
  return {
    ...choices,
    description: given(reader, 'description', choices.description),
    customerReference: given(reader, 'customer_reference', choices.customerReference),
    specialInstructions: given(reader, 'special_instructions', choices.specialInstructions),
    pickupInstructions: given(reader, 'pickup_instructions', choices.pickupInstructions),
    sender: sender === undefined ? undefined : parseAddressChange(sender, given),
    receiver: receiver === undefined ? undefined : parseAddressChange(receiver, given),
    lines: (items?.entries ?? []).map(parseLineChange),
    lineCount: items?.count ?? 0,
    issues: reader.issues,
  };
}

function parseLineChange(reader: DocumentReader): LineChange {
  if (!reader.has('id')) return { itemId: undefined, item: parseItem(reader) };
  // An unreadable id is reported as an issue, so the 0 is never used.
  return { itemId: reader.wholeNumber('id') ?? 0, change: parseItemChange(reader) };
}
