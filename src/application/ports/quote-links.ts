// What use cases need for links with which somebody accepts a quote for its member.
import type { BookingId } from '../../domain/bookings/booking.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { ConfirmInput } from '../bookings/confirm-input.ts';

export type QuoteLink = {
  /** Of the link's secret, which is not stored. */
  digest: string;
  bookingId: BookingId;
  memberId: MemberId;
  /** The version of the booking that the member offered. */
  version: number;
  input: ConfirmInput;
  expiresAtMs: number;
};

export type QuoteLinks = {
  add(link: QuoteLink): Promise<void>;
  find(digest: string): Promise<QuoteLink | undefined>;
  /** All links of the booking. */
  remove(bookingId: BookingId): Promise<void>;
};
