// A charge for tests of payment gateways.
import type { ChargeRequest } from '../../../src/application/ports.ts';
import { bookingId } from '../../../src/domain/bookings/booking.ts';
import { memberId } from '../../../src/domain/members/member.ts';

export const aCharge: Omit<ChargeRequest, 'key' | 'method'> = {
  amountCents: 18_455,
  bookingId: bookingId(623_634),
  memberId: memberId(17),
  description: 'Booking 623634',
};
/** An amount less than the whole charge. */
export const anOddAmount = 4_567;
export const janesEmail = 'jane@tilewarehouse.example';
