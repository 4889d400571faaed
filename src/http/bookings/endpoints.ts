// /bookings…: a client gets quotes by creating a booking.
// Tests: contract/bookings.
import { type Static, Type } from 'typebox';
import { confirmBooking } from '../../application/bookings/confirm-booking.ts';
import { createBooking, quoteWithoutStoring } from '../../application/bookings/create-booking.ts';
import { createPaidBooking } from '../../application/bookings/create-paid-booking.ts';
import { deleteBooking } from '../../application/bookings/delete-booking.ts';
import { getBooking, listBookings } from '../../application/bookings/read-bookings.ts';
import { updateBooking } from '../../application/bookings/update-booking.ts';
import { settingsOf } from '../../application/caller.ts';
import type { App } from '../../application/ports.ts';
import type { QuoteRequest } from '../../application/quotes/quote-request.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { isUnsettled } from '../../domain/bookings/booking-status.ts';
import { longestText } from '../../domain/document-reader.ts';
import { asSold } from '../../domain/quotes/sold-quote.ts';
import { Refusal } from '../../domain/refusal.ts';
import { presentBreakdown, presentFailure } from '../../wording/quotes.ts';
import { BreakdownReply } from '../quotes/quote.ts';
import { parseQuoteRequest, QuoteRequestBody } from '../quotes/quote-request.ts';
import { type Call, endpoint, noBody, signedIn } from '../server/endpoint.ts';
import { withIdempotencyKey } from '../server/idempotency.ts';
import {
  isAscending,
  PageParam,
  parseSearch,
  parseSince,
  SortParam,
  sinceParam,
} from '../server/list-query.ts';
import { UnpaidBookingReply, ValidationErrorReply } from '../server/refusal.ts';
import { notePackaging } from '../server/request-log.ts';
import { IdParam } from '../server/whole-number.ts';
import {
  BookingReply,
  type BookingShown,
  changeRefusals,
  confirmRefusals,
  createdBytes,
  noBooking,
  presentBooking,
  presentQuoteOnly,
  QuoteOnlyReply,
  unquotable,
  unsettled,
} from './booking.ts';
import { BookingChangeBody, parseBookingChange } from './booking-change.ts';
import {
  ConfirmBody,
  type PaidCreate,
  parseConfirm,
  parsePaidCreate,
  V4ConfirmBody,
} from './confirm.ts';

export function shownTo(
  app: App,
  { caller, generation, publicUrl }: Pick<Call, 'caller' | 'generation' | 'publicUrl'>,
): BookingShown {
  const { carrierNames } = settingsOf(caller).module;
  return { publicUrl, generation, nowMs: app.clock.nowMs(), carrierNames };
}

// Tests: contract/quotes, contract/bookings.
export const create = endpoint(
  {
    summary: 'Quote a shipment',
    description:
      'Quotes every carrier and stores the booking with its quotes. quote_errors lists the carriers that could not quote. With payment_method it also confirms the booking; only then does Idempotency-Key apply.',
    body: QuoteRequestBody,
    readsBodyItself: true,
    isRepeated: true,
    stores: true,
    takesIdempotencyKey: true,
    successes: { 200: 'Quoted without a key: nothing is stored for a member', ...unsettled },
    refusals: {
      ...confirmRefusals,
      404: 'The booking that this Idempotency-Key once made is gone',
      422: {
        when: `${unquotable}. With payment_method: ${confirmRefusals[422].when}`,
        reply: Type.Union([ValidationErrorReply, UnpaidBookingReply]),
      },
    },
    reply: BookingReply,
  },
  async (app, call) => {
    const { caller, body, generation, reply } = call;
    const request = parseQuoteRequest(body);
    const paid = parsePaidCreate(body, generation);
    if (paid !== undefined) return await createPaid(app, call, request, paid);
    const booking = await createBooking(app, caller, request);
    notePackaging(call, request.items, booking.items);
    if (caller.kind === 'anonymous') reply.code(200);
    const skus = request.items.map(({ sku }) => sku);
    return createdBytes(booking, skus, shownTo(app, call));
  },
);

/** A `payment_method` creates and confirms the booking in one request. */
async function createPaid(
  app: App,
  call: Call,
  request: QuoteRequest,
  { input, issues }: PaidCreate,
): Promise<Static<typeof BookingReply>> {
  const { caller, generation, reply, publicUrl, body } = call;
  if (caller.kind === 'anonymous') throw new Refusal({ code: 'credentials_missing' });
  return await withIdempotencyKey(app, call, body, async (attempt) => {
    const requested = { ...request, issues: [...(request.issues ?? []), ...issues] };
    const booking = await createPaidBooking(app, caller, requested, input, attempt);
    notePackaging(call, request.items, booking.items);
    if (isUnsettled(booking.status)) reply.code(202);
    const skus = request.items.map(({ sku }) => sku);
    const shown = { publicUrl, generation, nowMs: app.clock.nowMs() };
    return {
      ...presentBooking(booking, shown, skus),
      quote_errors: booking.failures.map(presentFailure),
    };
  });
}

// Tests: contract/quotes.
export const quoteOnly = endpoint(
  {
    summary: 'Quote without storing anything',
    body: QuoteRequestBody,
    readsBodyItself: true,
    isRepeated: true,
    refusals: { 422: unquotable },
    reply: QuoteOnlyReply,
  },
  async (app, call) => {
    const request = parseQuoteRequest(call.body);
    const draft = await quoteWithoutStoring(app, call.caller, request);
    notePackaging(call, request.items, draft.items);
    const skus = request.items.map(({ sku }) => sku);
    return presentQuoteOnly(draft, skus, shownTo(app, call));
  },
);

export const read = endpoint(
  {
    summary: 'A booking',
    description:
      'With its quotes while it is new; with cost, courier and connote once it is booked.',
    params: Type.Object({ id: IdParam.schema }),
    refusals: noBooking,
    reply: BookingReply,
  },
  async (app, call) => {
    const id = bookingId(IdParam.read(call.params.id));
    const booking = await getBooking(app, signedIn(call.caller), id);
    return presentBooking(booking, shownTo(app, call));
  },
);

// Tests: contract/booking-update, contract/booking-update-refusals, contract/booking-requote.
export const update = endpoint(
  {
    summary: 'Change a booking',
    description:
      'Changes only the fields that are sent, while the booking is unpaid. Quotes are recalculated if the change affects prices.',
    params: Type.Object({ id: IdParam.schema }),
    body: BookingChangeBody,
    readsBodyItself: true,
    refusals: changeRefusals,
    reply: BookingReply,
  },
  async (app, call) => {
    const id = bookingId(IdParam.read(call.params.id));
    const change = parseBookingChange(call.body, call.generation);
    const booking = await updateBooking(app, signedIn(call.caller), id, change);
    return presentBooking(booking, shownTo(app, call));
  },
);

// Tests: contract/confirm, contract/confirm-terms, contract/idempotency.
export const confirm = endpoint(
  {
    summary: 'Confirm a booking',
    description:
      'With a carrier that has quoted and one of its pickup dates. Paid from the credit account unless a payment method is named.',
    params: Type.Object({ id: IdParam.schema }),
    body: ConfirmBody,
    v4Body: V4ConfirmBody,
    readsBodyItself: true,
    needsNoBody: true,
    takesIdempotencyKey: true,
    successes: unsettled,
    refusals: {
      ...confirmRefusals,
      404: 'There is no such booking or linked order of yours',
      409: {
        ...confirmRefusals[409],
        when: `${confirmRefusals[409].when}, or the linked order is with another booking by now`,
      },
    },
    reply: BookingReply,
  },
  async (app, call) => {
    const { params, body, generation, publicUrl, reply } = call;
    const caller = signedIn(call.caller);
    const id = bookingId(IdParam.read(params.id));
    const input = parseConfirm(body, generation);
    return await withIdempotencyKey(app, call, body, async (attempt) => {
      const booking = await confirmBooking(app, caller, id, input, attempt);
      if (isUnsettled(booking.status)) reply.code(202);
      return presentBooking(booking, { publicUrl, generation, nowMs: app.clock.nowMs() });
    });
  },
);

// Tests: contract/booking-delete.
export const remove = endpoint(
  {
    summary: 'Delete a booking',
    description: 'While it is not paid.',
    params: Type.Object({ id: IdParam.schema }),
    refusals: changeRefusals,
    reply: noBody,
  },
  (app, { caller, params }) =>
    deleteBooking(app, signedIn(caller), bookingId(IdParam.read(params.id))),
);

export const list = endpoint(
  {
    summary: "The member's bookings",
    description: 'Newest first, 50 a page. q matches a booking id or a consignment note.',
    query: Type.Object({
      since: sinceParam('Bookings created since then'),
      sort: SortParam,
      q: Type.Optional(Type.String({ maxLength: longestText })),
      page: Type.Optional(PageParam.blankOrSchema),
    }),
    reply: Type.Array(BookingReply),
  },
  async (app, call) => {
    const { caller, query } = call;
    const found = await listBookings(app, signedIn(caller), {
      sinceMs: parseSince(query.since),
      text: parseSearch(query.q),
      isAscending: isAscending(query.sort),
      page: PageParam.read(query.page || '1'),
    });
    const shown = shownTo(app, call);
    return found.map((booking) => presentBooking(booking, shown));
  },
);

export const breakdown = endpoint(
  {
    summary: 'How each price of a booking came about',
    description:
      'By carrier: zones, weights and the lines of the price. The amounts add up to the total.',
    params: Type.Object({ id: IdParam.schema }),
    refusals: noBooking,
    reply: Type.Record(Type.String(), BreakdownReply),
  },
  async (app, { caller, params }) => {
    const booking = await getBooking(app, signedIn(caller), bookingId(IdParam.read(params.id)));
    return Object.fromEntries(
      booking.quotes.map((quote) => [quote.carrier, presentBreakdown(asSold(quote))]),
    );
  },
);
