// /bookings… of the members area, with more details than other clients get.
// Tests: contract/members-records, contract/members-search, contract/members-filters.
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { filteredBookings, unfiltered } from '../../application/bookings/filter-bookings.ts';
import { findBookings } from '../../application/bookings/find-bookings.ts';
import { readBookingPage } from '../../application/bookings/read-booking-page.ts';
import type { SignedInCaller } from '../../application/caller.ts';
import type { App, BookingFilter } from '../../application/ports.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { endpoint, signedIn } from '../server/endpoint.ts';
import { PageParam, parseSearch } from '../server/list-query.ts';
import { BookingIdParam } from './booking.ts';
import { FilterQuery, OrderQuery, parseFilter, parseOrder } from './booking-filter.ts';
import { bookingsCsv, bookingsCsvHead } from './bookings-csv.ts';
import { shownTo } from './endpoints.ts';
import { MembersBooking, presentBookingPage, presentMembersBooking } from './members-booking.ts';

/** Longer than any connote, order number or name. */
const longestSearch = 200;

export const list = endpoint(
  {
    summary: "The member's bookings",
    description:
      'Newest first, 50 a page. q is a booking’s number, a consignment note, an order’s number, or the beginnings of words of the receiver’s name; it covers quotes and bookings. carrier, status, from and to filter a search or the booked bookings, which are then sorted by the time of booking, or by sort; the 10,000 newest of that period are searched.',
    query: Type.Object({
      q: Type.Optional(Type.String({ maxLength: longestSearch })),
      page: Type.Optional(PageParam.blankOrSchema),
      ...FilterQuery.properties,
      ...OrderQuery.properties,
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
      order: parseOrder(call.query),
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
    mediaTypes: ['text/csv'],
    reply: Type.String(),
  },
  async (app, { caller, query, reply }) => {
    const filter = parseFilter(query) ?? unfiltered;
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="linehaul-bookings.csv"');
    // A HEAD request gets no rows, so nothing is read.
    const isAskedOnly = reply.request.method === 'HEAD';
    return Readable.from(isAskedOnly ? [] : csvLines(app, signedIn(caller), filter));
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
    params: Type.Object({ id: BookingIdParam.schema }),
    reply: MembersBooking,
  },
  async (app, call) => {
    const id = bookingId(BookingIdParam.read(call.params.id));
    const page = await readBookingPage(app, signedIn(call.caller), id);
    return presentBookingPage(page, shownTo(app, call));
  },
);
