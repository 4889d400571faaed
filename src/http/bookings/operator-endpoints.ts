// /operator/bookings…, /operator/adjustments…: bookings of every member, and what the operator does with them.
// Tests: contract/operator-bookings.
import { type Static, Type } from 'typebox';
import { cancelBooking } from '../../application/bookings/cancel-booking.ts';
import { findOperatorBookings } from '../../application/bookings/find-bookings.ts';
import {
  importAdjustments,
  mostAdjustmentLines,
} from '../../application/bookings/import-adjustments.ts';
import { readOperatorPage } from '../../application/bookings/read-booking-page.ts';
import { bookingsPerPage } from '../../application/bookings/read-bookings.ts';
import { setBookingStatus } from '../../application/bookings/set-booking-status.ts';
import type { App } from '../../application/ports.ts';
import { type BookingId, bookingId, bookingStatuses } from '../../domain/bookings/booking.ts';
import { memberId } from '../../domain/members/member.ts';
import { endpoint } from '../server/endpoint.ts';
import { bodyLimitBytes } from '../server/error-answers.ts';
import { PageParam, parseSearch } from '../server/list-query.ts';
import { getRecordNumber, IdParam } from '../server/whole-number.ts';
import { AdjustmentsReply, presentAdjustments } from './adjustments.ts';
import { BookingSortParam, FilterQuery, parseFilter } from './booking-filter.ts';
import { shownTo } from './endpoints.ts';
import {
  OperatorBookingReply,
  OperatorPageReply,
  presentOperatorBooking,
  presentOperatorPage,
} from './members-booking.ts';

const params = Type.Object({ id: Type.String() });

export const list = endpoint(
  {
    summary: 'Bookings of every member',
    description: `Newest first, ${bookingsPerPage} a page. q is a booking’s number, a consignment note, an order’s number, or the beginnings of words of a reference, of a receiver or sender (name, company, suburb, postcode, phone or e-mail), or of a member’s name. carrier, status, from, to and sort cover the 10,000 newest bookings of that period.`,
    query: Type.Object({
      q: Type.Optional(Type.String()),
      member: Type.Optional(IdParam.blankOrSchema),
      page: Type.Optional(PageParam.blankOrSchema),
      ...FilterQuery.properties,
      sort: BookingSortParam.schema,
    }),
    reply: Type.Array(OperatorBookingReply),
  },
  async (app, call) => {
    const { q, member, page } = call.query;
    const found = await findOperatorBookings(app, {
      text: parseSearch(q),
      memberId: member ? memberId(IdParam.read(member)) : undefined,
      filter: parseFilter(call.query),
      order: BookingSortParam.read(call.query.sort),
      shows: 'booked',
      page: PageParam.read(page || '1'),
    });
    const shown = shownToOperator(app, call);
    return found.map((booking) => presentOperatorBooking(booking, shown));
  },
);

// Tests: contract/operator-bookings, contract/customs-shown.
export const read = endpoint(
  {
    summary: 'A booking with its tracking, payments and the effect of cancelling',
    params,
    reply: OperatorPageReply,
  },
  (app, call) => pageOf(app, call, theBooking(call.params.id)),
);

async function pageOf(
  app: App,
  call: Parameters<typeof shownTo>[1],
  id: BookingId,
): Promise<Static<typeof OperatorPageReply>> {
  return presentOperatorPage(await readOperatorPage(app, id), shownToOperator(app, call));
}

/** With the operator's own address of labels. */
export const shownToOperator: typeof shownTo = (app, call) => {
  const shown = shownTo(app, call);
  const labelPath = (booking: number): string => `/operator/bookings/${booking}/label`;
  return { ...shown, generation: { ...shown.generation, labelPath } };
};

export const setStatus = endpoint(
  {
    summary: 'Move a booking to another status',
    description: 'Cancelled refunds the booking.',
    params,
    body: Type.Object({
      status: Type.Union(bookingStatuses.map((status) => Type.Literal(status))),
      connote: Type.Optional(Type.String({ description: 'The carrier’s number for it' })),
    }),
    reply: OperatorPageReply,
  },
  async (app, call) => {
    const { status, connote } = call.body;
    const id = theBooking(call.params.id);
    await setBookingStatus(app, id, { status, connote: connote?.trim() || undefined });
    return await pageOf(app, call, id);
  },
);

// Tests: contract/operator-cancel.
export const cancel = endpoint(
  {
    summary: 'Cancel and refund a booking',
    description:
      'A connected carrier that can cancel is asked first; if it refuses, the booking stays. Otherwise a person must call the carrier: see cancel_way.',
    params,
    reply: OperatorPageReply,
  },
  async (app, call) => {
    const id = theBooking(call.params.id);
    await cancelBooking(app, id);
    return await pageOf(app, call, id);
  },
);

const csvBody = Type.Object({
  csv: Type.String({
    maxLength: bodyLimitBytes,
    description: `booking or connote, scanned_weight (kg), additional_charges (dollars); at most ${mostAdjustmentLines} lines`,
  }),
});

const adjusting = (isPreview: boolean, summary: string, description: string) =>
  endpoint(
    { summary, description, body: csvBody, reply: AdjustmentsReply },
    async (app, { body }) =>
      presentAdjustments(await importAdjustments(app, body.csv, { isPreview })),
  );

// Tests: contract/operator-area.
export const previewAdjustments = adjusting(
  true,
  'What importing a carrier’s adjustments would do',
  'Nothing is changed.',
);

// Tests: contract/operator-area.
export const applyAdjustments = adjusting(
  false,
  'Import a carrier’s adjustments',
  'Line by line; a line that is refused stops no other. The same file again changes nothing.',
);

function theBooking(id: string): BookingId {
  return bookingId(getRecordNumber(id, { code: 'booking_not_found', id: 0, isOfAnyMember: true }));
}
