// The facts about a booking that reports need besides its price. They are fixed at confirmation and stored in
// columns, so that a report over a year never opens the large documents. The carrier's later corrections are stored
// as they arrive.
import type { Address } from '../places/address.ts';
import type { BookingDetails } from './booking.ts';

export type BookingFacts = {
  /** An Australian state, or the country of an address abroad. */
  fromRegion: string;
  toRegion: string;
  /** The total for all pieces, as the member weighed them. */
  quotedGrams: number;
};

export function factsOf({
  sender,
  receiver,
  items,
}: Pick<BookingDetails, 'sender' | 'receiver' | 'items'>): BookingFacts {
  return {
    fromRegion: regionOf(sender),
    toRegion: regionOf(receiver),
    quotedGrams: items.reduce((sum, { quantity, weightGrams }) => sum + quantity * weightGrams, 0),
  };
}

function regionOf({ country, state }: Pick<Address, 'country' | 'state'>): string {
  return country === 'AU' ? state : country;
}
