// What reports need to know of a booking besides its price: fixed when it is confirmed and stored in columns, so that a
// report over a year never opens the large documents. What the carrier finds afterwards is stored as it comes.
import type { Address } from '../places/address.ts';
import type { BookingDetails } from './booking.ts';

export type BookingFacts = {
  /** A state of Australia, otherwise a country. */
  fromRegion: string;
  toRegion: string;
  /** As the member weighed it: all pieces together. */
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
