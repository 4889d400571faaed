// A charge that tests of payment gateways are about.
import type { ChargeRequest } from '../../../src/application/ports.ts';
import { bookingId } from '../../../src/domain/bookings/booking.ts';
import { memberId } from '../../../src/domain/members/member.ts';

export const aCharge: Omit<ChargeRequest, 'key' | 'method'> = {
  amountCents: 18_455,
  bookingId: bookingId(623_634),
  memberId: memberId(17),
  description: 'Booking 623634',
};
/** Part of it. */
export const anOddAmount = 4_567;
export const janesEmail = 'jane@tilewarehouse.example';
