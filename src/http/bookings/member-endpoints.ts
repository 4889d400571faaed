// /bookings… of the members area, with more details than other clients get.
// Tests: contract/members-records, contract/members-search, contract/members-filters.
import { type Static, Type } from 'typebox';
import { filteredBookings, unfiltered } from '../../application/bookings/filter-bookings.ts';
import { findBookings } from '../../application/bookings/find-bookings.ts';
import {
  cancelOwnBooking,
  movePickup,
  readMemberChanges,
} from '../../application/bookings/member-changes.ts';
import { readBookingPage } from '../../application/bookings/read-booking-page.ts';
import type { SignedInCaller } from '../../application/caller.ts';
import type { App, BookingFilter } from '../../application/ports.ts';
import { type BookingId, bookingId } from '../../domain/bookings/booking.ts';
import { DocumentReader } from '../../domain/document-reader.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { csvShapes, streamCsv } from '../server/csv-download.ts';
import { endpoint, signedIn } from '../server/endpoint.ts';
import { PageParam, parseSearch } from '../server/list-query.ts';
import { day, pickupHours } from '../server/values.ts';
import { IdParam } from '../server/whole-number.ts';
import { noBooking } from './booking.ts';
import { BookingSortParam, FilterQuery, parseFilter } from './booking-filter.ts';
import { bookingsCsv, bookingsCsvHead } from './bookings-csv.ts';
import { shownTo } from './endpoints.ts';
import { MemberChangesReply, presentMemberChanges } from './member-changes.ts';
import { MembersBooking, presentBookingPage, presentMembersBooking } from './members-booking.ts';

/** Longer than any connote, order number or name. */
const longestSearch = 200;

export const list = endpoint(
  {
    summary: "The member's bookings",
    description:
      'Newest first, 50 a page. q is a booking’s number, a consignment note, an order’s number, or the beginnings of words of your reference or of the receiver: name, company, suburb, postcode, phone or e-mail; the sender’s if no receiver fits. Numbers cover quotes and bookings, words every booking. carrier, status, from and to filter a search or the booked bookings, which are then sorted by the time of booking, or by sort; the 10,000 newest of that period are searched.',
    query: Type.Object({
      q: Type.Optional(Type.String({ maxLength: longestSearch })),
      page: Type.Optional(PageParam.blankOrSchema),
      ...FilterQuery.properties,
      sort: BookingSortParam.schema,
      show: Type.Optional(
        Type.Enum(['quotes', 'booked', 'attention', 'under_way', ''], {
          description:
            'quotes; booked; attention: bookings with issues; under_way: bookings of the last 60 days that have not arrived',
        }),
      ),
    }),
    reply: Type.Array(MembersBooking),
  },
  async (app, call) => {
    const { q, page, show } = call.query;
    const found = await findBookings(app, signedIn(call.caller).member.id, {
      text: parseSearch(q),
      page: PageParam.read(page || '1'),
      filter: parseFilter(call.query),
      order: BookingSortParam.read(call.query.sort),
      shows: show || undefined,
    });
    const shown = shownTo(app, call);
    return found.map(({ booking, stage }) => presentMembersBooking(booking, shown, stage));
  },
);

// Tests: contract/members-filters.
export const file = endpoint(
  {
    summary: "The member's bookings as CSV",
    description: 'Bookings, newest first, filtered by carrier, status, from and to.',
    query: FilterQuery,
    ...csvShapes,
  },
  async (app, { caller, query, reply }) => {
    const filter = parseFilter(query) ?? unfiltered;
    return streamCsv(reply, 'linehaul-bookings', () => csvLines(app, signedIn(caller), filter));
  },
);

async function* csvLines(
  app: App,
  caller: SignedInCaller,
  filter: BookingFilter,
): AsyncGenerator<string> {
  yield bookingsCsvHead;
  for await (const bookings of filteredBookings(app, caller, filter)) yield bookingsCsv(bookings);
}

// Tests: contract/members-records, contract/members-search, contract/customs-shown.
export const read = endpoint(
  {
    summary: 'A booking',
    params: Type.Object({ id: IdParam.schema }),
    reply: MembersBooking,
  },
  (app, call) => pageOf(app, call, bookingId(IdParam.read(call.params.id))),
);

async function pageOf(
  app: App,
  call: Parameters<typeof shownTo>[1],
  id: BookingId,
): Promise<Static<typeof MembersBooking>> {
  const page = await readBookingPage(app, signedIn(call.caller), id);
  return presentBookingPage(page, shownTo(app, call));
}

const params = Type.Object({ id: IdParam.schema });
const changeRefusals = {
  ...noBooking,
  422: { when: 'The member may not make this change', example: 'change_not_possible' },
} as const;

// Tests: contract/member-changes.
export const changes = endpoint(
  {
    summary: 'What the member may change about a booked shipment',
    description:
      'With the refund of a cancellation, and the days to which the pickup can be moved.',
    params,
    refusals: noBooking,
    reply: MemberChangesReply,
  },
  async (app, { caller, params: { id } }) =>
    presentMemberChanges(
      await readMemberChanges(app, signedIn(caller), bookingId(IdParam.read(id))),
    ),
);

// Tests: contract/member-changes.
export const cancel = endpoint(
  {
    summary: 'Cancel and refund a booking',
    description:
      'Until the carrier has collected it. A connected carrier is asked first; if it refuses, the booking stays. Where somebody has to call the carrier, the freight desk cancels.',
    params,
    needsNoBody: true,
    refusals: changeRefusals,
    reply: MembersBooking,
  },
  async (app, call) => {
    const id = bookingId(IdParam.read(call.params.id));
    await cancelOwnBooking(app, signedIn(call.caller), id);
    return await pageOf(app, call, id);
  },
);

// Tests: contract/member-changes.
export const pickup = endpoint(
  {
    summary: 'Move the pickup to another day',
    description: 'At the same price, while the carrier has not been notified.',
    params,
    body: Type.Object({ pickup_date: day(), pickup_time: Type.Optional(pickupHours) }),
    readsBodyItself: true,
    refusals: changeRefusals,
    reply: MembersBooking,
  },
  async (app, call) => {
    const id = bookingId(IdParam.read(call.params.id));
    const reader = new DocumentReader(call.body);
    reader.require('pickup_date');
    const change = {
      pickupDate: reader.text('pickup_date'),
      pickupTime: reader.text('pickup_time'),
    };
    refuseInvalid(reader.issues);
    await movePickup(app, signedIn(call.caller), id, change);
    return await pageOf(app, call, id);
  },
);
