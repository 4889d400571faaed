// Links with which somebody accepts a quote for its member. The secret travels in bodies, so that no log keeps it.
// Tests: contract/quote-links.
import { Type } from 'typebox';
import {
  acceptQuoteLink,
  readQuoteLink,
  shareQuote,
  withdrawQuoteLinks,
} from '../../application/bookings/quote-links.ts';
import { secretLink } from '../../application/mail/mail-link.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { endpoint, noBody, signedIn } from '../server/endpoint.ts';
import { IdParam } from '../server/whole-number.ts';
import { confirmRefusals, noBooking } from './booking.ts';
import { ConfirmBody, parseConfirm } from './confirm.ts';
import { OfferedQuoteReply, presentOfferedQuote, SharedQuoteReply } from './quote-link.ts';

const params = Type.Object({ id: IdParam.schema });
const TokenBody = Type.Object({ token: Type.String({ maxLength: 200 }) });
const invalid = {
  when: 'The link is over, changed or withdrawn',
  example: 'quote_link_invalid',
} as const;

export const share = endpoint(
  {
    summary: 'Create a link that accepts one offer of a quote',
    description:
      'The link books the given carrier, pickup and payment for the member. It ends with the quote’s prices.',
    params,
    body: ConfirmBody,
    readsBodyItself: true,
    stores: true,
    refusals: { ...confirmRefusals, ...noBooking },
    reply: SharedQuoteReply,
  },
  async (app, { caller, params: { id }, body, generation, publicUrl }) => {
    const { token, expiresAtMs } = await shareQuote(
      app,
      signedIn(caller),
      bookingId(IdParam.read(id)),
      parseConfirm(body, generation),
    );
    return {
      url: secretLink(publicUrl, 'accept-quote', token),
      expires_at: timestampWithColon(expiresAtMs, homeZone),
    };
  },
);

export const withdraw = endpoint(
  {
    summary: 'Withdraw the links to a quote',
    params,
    refusals: noBooking,
    reply: noBody,
  },
  (app, { caller, params: { id } }) =>
    withdrawQuoteLinks(app, signedIn(caller), bookingId(IdParam.read(id))),
);

export const read = endpoint(
  {
    summary: 'The offer behind a link',
    body: TokenBody,
    refusals: { 404: invalid },
    reply: OfferedQuoteReply,
  },
  async (app, { body }) => presentOfferedQuote(await readQuoteLink(app, body.token)),
);

export const accept = endpoint(
  {
    summary: 'Accept the offer behind a link',
    description: 'Books it for the member. Accepting it again changes nothing.',
    body: TokenBody,
    refusals: { ...confirmRefusals, 404: invalid },
    reply: OfferedQuoteReply,
  },
  async (app, { body }) => presentOfferedQuote(await acceptQuoteLink(app, body.token)),
);
