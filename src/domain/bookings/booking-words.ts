// The words by which people find a booking: those of its sender's and receiver's names, companies, suburbs and
// postcodes, each phone number and e-mail address as one word, and those of the member's reference. Words are stored in
// lower case without accents, and found by their beginnings.
import type { Address } from '../places/address.ts';
import type { BookingDetails } from './booking.ts';

/** The parts of a booking that a search reads. */
export const searchedParts = ['sender', 'receiver', 'reference'] as const;
export type SearchedPart = (typeof searchedParts)[number];

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
    sender: partyWords(sender),
    receiver: partyWords(receiver),
    reference: searchWords(customerReference),
  };
}

function partyWords({ name, companyName, suburb, postcode, phone, email }: Address): string[] {
  const words = [
    ...searchWords(`${name} ${companyName}`),
    ...searchWords(`${suburb} ${postcode}`),
    phoneWord(phone),
    emailWord(email),
  ];
  return [...new Set(words)].filter((word) => word !== '');
}

export function searchWords(text: string): string[] {
  const words = plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, longestWord)))].slice(0, mostWords);
}

/**
 * The words that a person typed. Digits with spaces may be several words, or one phone number; a part with `@` or a
 * full stop several words, or the beginning of an e-mail address.
 */
export function typedReadings(text: string): readonly (readonly string[])[] {
  const words = searchWords(text);
  const withEmails = text
    .split(/\s+/)
    .flatMap((part) => (/[@.]/.test(part) ? [emailWord(part)] : searchWords(part)))
    .slice(0, mostWords);
  const isPhone = /^[\d\s()+.-]+$/.test(text) && phoneWord(text).length >= shortestPhone;
  const readings = [words, isPhone ? [phoneWord(text)] : withEmails];
  return words.join() === readings[1]?.join() ? [words] : readings;
}

const shortestPhone = 4;

/** The digits as they are dialled in Australia: `0412345678`. */
function phoneWord(text: string): string {
  return text
    .replaceAll(/[^\d+]/g, '')
    .replace(/^(\+61|0061|61(?=\d{9}$))0?/, '0')
    .replaceAll('+', '')
    .slice(0, longestWord);
}

const emailWord = (text: string): string => plain(text.trim()).slice(0, longestWord);

const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
