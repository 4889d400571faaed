// The words by which people find a booking: those of its sender's and receiver's names and companies. Words are stored
// in lower case without accents, and found by their beginnings.
import type { Address } from '../places/address.ts';
import type { BookingDetails } from './booking.ts';

export type Party = 'sender' | 'receiver';

export type NameWords = Readonly<Record<Party, readonly string[]>>;

/** Longer names cost space in the index, and people type fewer letters. */
const mostWords = 12;
const longestWord = 40;

export function nameWordsOf({
  sender,
  receiver,
}: Pick<BookingDetails, 'sender' | 'receiver'>): NameWords {
  return { sender: partyWords(sender), receiver: partyWords(receiver) };
}

export function partyWords({ name, companyName }: Pick<Address, 'name' | 'companyName'>): string[] {
  return searchWords(`${name} ${companyName}`);
}

export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, longestWord)))].slice(0, mostWords);
}
