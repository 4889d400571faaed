// /bookings… of the members area, where its pages are told more than other clients are.
import { Type } from 'typebox';
import { getBooking } from '../../application/bookings/read-bookings.ts';
import { howCarrierHears } from '../../application/operator/tell-carriers.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { endpoint, signedIn } from '../endpoint.ts';
import { AccountBookingReply, presentAccountBooking } from '../wire/account-booking.ts';
import { BookingIdParam } from '../wire/booking.ts';
import { shownTo } from './bookings.ts';

export const read = endpoint(
  {
    summary: 'A booking',
    params: Type.Object({ id: BookingIdParam.schema }),
    reply: AccountBookingReply,
  },
  async (app, call) => {
    const id = bookingId(BookingIdParam.read(call.params.id));
    const booking = await getBooking(app, signedIn(call.caller), id);
    const hears = await howCarrierHears(app, booking);
    return presentAccountBooking(booking, shownTo(app, call), hears);
  },
);
