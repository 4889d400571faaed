// Number ranges that a carrier allots to an account. The account states them as "first-last", and bookings take the next ones.
import { formatConnote } from '../bookings/connote.ts';
import type { CheckDigit, ConnoteTerms } from '../rate-cards/carrier-terms.ts';

/** `pieces`: one number for each piece. */
export type AllottedNumbers = { connotes: ConnoteTerms; pieces: ConnoteTerms };

export type IssuedNumbers = { connote: string; pieces: readonly string[] };

/** `serialDigits`: the last digits, which count; those before are the carrier's prefix. */
export type NumberForm = { digits: number; serialDigits: number; check: CheckDigit };

/** Undefined unless both ends have the form and the same prefix, and the first is not above the last. */
export function findRange(
  text: string,
  { digits, serialDigits, check }: NumberForm,
): ConnoteTerms | undefined {
  const [first = '', last = '', more] = text.split('-').map((end) => end.trim());
  if (more !== undefined) return undefined;
  if ([first, last].some((end) => end.length !== digits || !/^\d+$/.test(end))) return undefined;
  const prefix = first.slice(0, -serialDigits);
  const start = Number(first.slice(-serialDigits));
  const end = Number(last.slice(-serialDigits));
  if (!last.startsWith(prefix) || start > end) return undefined;
  return { prefix, digits: serialDigits, start, end, check, itemSuffix: '' };
}

export function firstNumbers({ connotes, pieces }: AllottedNumbers, count: number): IssuedNumbers {
  return {
    connote: formatConnote(connotes, connotes.start),
    pieces: Array.from({ length: count }, (_, n) => formatConnote(pieces, pieces.start + n)),
  };
}
