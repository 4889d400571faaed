// The words by which people find a booking: those of its sender's and receiver's names and companies, and of the
// member's reference. Words are stored in lower case without accents, and found by their beginnings.
import type { BookingDetails } from './booking.ts';

/** A part of a booking that a search reads. */
export type SearchedPart = 'sender' | 'receiver' | 'reference';

export type BookingWords = Readonly<Record<SearchedPart, readonly string[]>>;

/** Longer texts cost space in the index, and people do not type so much. */
const mostWords = 12;
const longestWord = 40;

export function wordsOf({
  sender,
  receiver,
  customerReference,
}: Pick<BookingDetails, 'sender' | 'receiver' | 'customerReference'>): BookingWords {
  return {
    sender: searchWords(`${sender.name} ${sender.companyName}`),
    receiver: searchWords(`${receiver.name} ${receiver.companyName}`),
    reference: searchWords(customerReference),
  };
}

export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, longestWord)))].slice(0, mostWords);
}
