// /bookings/…/items: a booking's single items. Every change requests new quotes for the booking.
// Tests: contract/items.
import { Type } from 'typebox';
import {
  addItem,
  getItem,
  type ItemName,
  removeItem,
  updateItem,
} from '../../application/bookings/change-items.ts';
import { getBooking } from '../../application/bookings/read-bookings.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { DocumentReader } from '../../domain/document-reader.ts';
import { endpoint, noBody, signedIn } from '../server/endpoint.ts';
import { withIdempotencyKey } from '../server/idempotency.ts';
import { IdParam } from '../server/whole-number.ts';
import { changeRefusals, noBooking } from './booking.ts';
import {
  ChangedItemReply,
  ItemBody,
  ItemChangeBody,
  ItemReply,
  parseItem,
  parseItemChange,
  presentChangedItem,
  presentItem,
} from './item.ts';

const BookingParams = Type.Object({ id: IdParam.schema });
const ItemParams = Type.Object({ id: IdParam.schema, item_id: IdParam.schema });

const nameOf = (params: { id: string; item_id: string }): ItemName => ({
  id: bookingId(IdParam.read(params.id)),
  itemId: IdParam.read(params.item_id),
});

export const list = endpoint(
  {
    summary: 'The items of a booking',
    description: 'In the order of the booking.',
    params: BookingParams,
    refusals: noBooking,
    reply: Type.Array(ItemReply),
  },
  async (app, { caller, params }) => {
    const id = bookingId(IdParam.read(params.id));
    const { items } = await getBooking(app, signedIn(caller), id);
    return items.map((item) => presentItem(id, item));
  },
);

export const read = endpoint(
  {
    summary: 'An item of a booking',
    description: 'By the id that the booking shows.',
    params: ItemParams,
    refusals: { 404: { when: changeRefusals[404], example: 'item_not_found' } },
    reply: ItemReply,
  },
  async (app, { caller, params }) => {
    const name = nameOf(params);
    return presentItem(name.id, await getItem(app, signedIn(caller), name));
  },
);

// Tests: contract/items, contract/idempotency.
export const add = endpoint(
  {
    summary: 'Add an item',
    description: 'While the booking is not paid. Quotes are recalculated.',
    params: BookingParams,
    body: ItemBody,
    readsBodyItself: true,
    refusals: {
      ...changeRefusals,
      409: {
        ...changeRefusals[409],
        when: `${changeRefusals[409].when}, or the Idempotency-Key was used before`,
      },
    },
    stores: true,
    takesIdempotencyKey: true,
    reply: ItemReply,
  },
  async (app, call) => {
    const { caller, params, body } = call;
    const id = bookingId(IdParam.read(params.id));
    return await withIdempotencyKey(app, call, body, async ({ keep }) => {
      const reader = new DocumentReader(body);
      const input = parseItem(reader);
      const parsed = { input, issues: reader.issues };
      const item = await addItem(app, signedIn(caller), id, parsed, (store, added) =>
        keep(store, presentItem(id, added)),
      );
      return presentItem(id, item);
    });
  },
);

export const update = endpoint(
  {
    summary: 'Change an item',
    description:
      'Changes only the fields that are sent, while the booking is unpaid. Quotes are recalculated.',
    params: ItemParams,
    body: ItemChangeBody,
    readsBodyItself: true,
    refusals: changeRefusals,
    reply: ChangedItemReply,
  },
  async (app, { caller, params, body }) => {
    const name = nameOf(params);
    const reader = new DocumentReader(body);
    const input = parseItemChange(reader);
    const { issues } = reader;
    const item = await updateItem(app, signedIn(caller), name, { input, issues });
    return presentChangedItem(name.id, item);
  },
);

export const remove = endpoint(
  {
    summary: 'Delete an item',
    description: 'While the booking is not paid, and never the last one. Quotes are recalculated.',
    params: ItemParams,
    refusals: {
      ...changeRefusals,
      422: { when: 'The booking is already paid, or this is its last item', example: 'last_item' },
    },
    reply: noBody,
  },
  (app, { caller, params }) => removeItem(app, signedIn(caller), nameOf(params)),
);
