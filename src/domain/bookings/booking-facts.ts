// The facts about a booking that reports and searches need besides its price. They are fixed at confirmation and
// stored in columns, so that neither opens the large documents. The carrier's later corrections are stored
// as they arrive.
import type { MemberId } from '../members/member.ts';
import type { Address } from '../places/address.ts';
import type { Booking } from './booking.ts';
import { type BookingWords, wordsOf } from './booking-words.ts';

export type BookingFacts = {
  /** An Australian state, or the country of an address abroad. */
  fromRegion: string;
  toRegion: string;
  /** The total for all pieces, as the member weighed them. */
  quotedGrams: number;
  /** For searches. */
  memberId: MemberId | undefined;
  words: BookingWords;
};

export function factsOf(
  booking: Pick<Booking, 'sender' | 'receiver' | 'customerReference' | 'items' | 'memberId'>,
): BookingFacts {
  const { sender, receiver, items, memberId } = booking;
  return {
    memberId,
    words: wordsOf(booking),
    fromRegion: regionOf(sender),
    toRegion: regionOf(receiver),
    quotedGrams: items.reduce((sum, { quantity, weightGrams }) => sum + quantity * weightGrams, 0),
  };
}

function regionOf({ country, state }: Pick<Address, 'country' | 'state'>): string {
  return country === 'AU' ? state : country;
}
