// /operator/margins…: what the operator adds to carriers' prices.
// Tests: contract/operator-margins.
import { type Static, Type } from 'typebox';
import { addMargin, changeMargin, deleteMargin } from '../../application/margins/change-margins.ts';
import { listMargins } from '../../application/margins/list-margins.ts';
import { previewMargin } from '../../application/margins/preview-margin.ts';
import type { App } from '../../application/ports.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { type MarginId, marginId } from '../../domain/margins/margin.ts';
import { memberId } from '../../domain/members/member.ts';
import { parseQuoteRequest } from '../quotes/quote-request.ts';
import { endpoint } from '../server/endpoint.ts';
import { recordNumber } from '../server/values.ts';
import { getRecordNumber } from '../server/whole-number.ts';
import {
  MarginBody,
  MarginPreviewReply,
  MarginsReply,
  parseMargin,
  presentMargins,
  presentPreview,
} from './margin.ts';

const params = Type.Object({ id: Type.String() });

export const list = endpoint(
  { summary: 'Margins on carriers’ prices', reply: MarginsReply },
  (app) => all(app),
);

export const add = endpoint(
  {
    summary: 'Add a margin',
    description:
      'It applies from the next quote on or after its first day. Quotes that were given before keep their price until they expire.',
    body: MarginBody,
    stores: true,
    reply: MarginsReply,
  },
  async (app, { body }) => {
    await addMargin(app, parseMargin(body));
    return await all(app);
  },
);

export const change = endpoint(
  { summary: 'Change a margin', params, body: MarginBody, reply: MarginsReply },
  async (app, { params: { id }, body }) => {
    await changeMargin(app, theMargin(id), parseMargin(body));
    return await all(app);
  },
);

export const remove = endpoint(
  { summary: 'Delete a margin', params, reply: MarginsReply },
  async (app, { params: { id } }) => {
    await deleteMargin(app, theMargin(id));
    return await all(app);
  },
);

const PreviewBody = Type.Object({
  margin: MarginBody,
  replaces: Type.Optional(recordNumber({ description: 'The margin that this one would replace' })),
  for_member: Type.Optional(
    recordNumber({ description: 'By default the member of the margin, then of the booking' }),
  ),
  booking: Type.Optional(recordNumber({ description: 'Its shipment is priced' })),
  cart: Type.Optional(Type.Unknown({ description: 'A shipment, as for POST /quotes' })),
});

export const preview = endpoint(
  {
    summary: 'Preview prices with a margin',
    description:
      'The prices of a booking’s shipment, or of a cart, without and with the margin. Nothing is stored.',
    body: PreviewBody,
    reply: MarginPreviewReply,
  },
  async (app, { body }) => presentPreview(await previewMargin(app, parsePreview(body))),
);

function parsePreview({
  margin,
  replaces,
  for_member: whose,
  booking,
  cart,
}: Static<typeof PreviewBody>) {
  return {
    margin: parseMargin(margin),
    replaced: replaces === undefined ? undefined : marginId(replaces),
    memberId: whose === undefined ? undefined : memberId(whose),
    shipment:
      booking === undefined
        ? { request: parseQuoteRequest(cart ?? {}) }
        : { bookingId: bookingId(booking) },
  };
}

async function all(app: App): Promise<Static<typeof MarginsReply>> {
  return presentMargins(await listMargins(app));
}

function theMargin(id: string): MarginId {
  return marginId(getRecordNumber(id, { code: 'margin_not_found', id: 0 }));
}
