// /bookings… of the members area, where its pages are told more than other clients are.
// Tests: contract/members-records, contract/members-search.
import { Type } from 'typebox';
import { declarationOf } from '../../application/bookings/declare-customs.ts';
import { getBooking, listBookings } from '../../application/bookings/read-bookings.ts';
import { searchBookings } from '../../application/bookings/search-bookings.ts';
import { howCarrierHears } from '../../application/bookings/tell-carriers.ts';
import { papersOf } from '../../application/documents/papers.ts';
import { stagesOf } from '../../application/tracking/stages-of.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { endpoint, signedIn } from '../endpoint.ts';
import { BookingIdParam } from '../wire/booking.ts';
import { PageParam, parseSearch } from '../wire/list-query.ts';
import {
  OwnBookingReply,
  presentListedOwnBooking,
  presentOwnBooking,
} from '../wire/own-booking.ts';
import { shownTo } from './bookings.ts';

/** More than any number or name. */
const longestSearch = 200;

export const list = endpoint(
  {
    summary: "The member's bookings",
    description:
      'Newest first, 50 a page, without quotes. q is a booking’s number, a consignment note, an order’s number, or part of the receiver’s name; it has one page, and looks everywhere.',
    query: Type.Object({
      q: Type.Optional(Type.String({ maxLength: longestSearch })),
      page: Type.Optional(PageParam.blankOrSchema),
      show: Type.Optional(
        Type.Enum(['quotes', 'booked', 'attention', ''], {
          description: 'quotes, booked, or attention: those somebody has to look at',
        }),
      ),
    }),
    reply: Type.Array(OwnBookingReply),
  },
  async (app, call) => {
    const caller = signedIn(call.caller);
    const text = parseSearch(call.query.q);
    const page = PageParam.read(call.query.page || '1');
    const found =
      text === undefined
        ? await listBookings(app, caller, {
            sinceMs: undefined,
            text,
            isAscending: false,
            page,
            shows: call.query.show || undefined,
          })
        : page === 1
          ? await searchBookings(app, caller, text)
          : [];
    const shown = shownTo(app, call);
    const stages = await stagesOf(
      app,
      found.filter(({ status }) => status !== 'new').map(({ id }) => id),
    );
    return found.map((booking) => presentListedOwnBooking(booking, shown, stages.get(booking.id)));
  },
);

// Tests: contract/members-records, contract/members-search, contract/customs-shown.
export const read = endpoint(
  {
    summary: 'A booking',
    params: Type.Object({ id: BookingIdParam.schema }),
    reply: OwnBookingReply,
  },
  async (app, call) => {
    const id = bookingId(BookingIdParam.read(call.params.id));
    const booking = await getBooking(app, signedIn(call.caller), id);
    const [hears, papers, declaration] = await Promise.all([
      howCarrierHears(app, booking),
      papersOf(app, booking),
      declarationOf(app, booking),
    ]);
    return presentOwnBooking(booking, shownTo(app, call), { hears, papers, declaration });
  },
);
