// Every locality in memory, in tables that answer a keystroke in microseconds.
//
// Localities are ranked once and numbered by rank, so the best of any candidates are the smallest numbers, without comparing
// scores. Names are sorted, so all names with a common start are one range, and because the ranks of neighbouring names are
// stored side by side, one slice of `byName`. To find text inside names, the names without spaces are indexed by every
// sequence of three letters. This file has only the tables and look-ups: `locality-tables.ts` builds the tables, and
// `locality-search.ts` decides which matches come first.

import type { Locality } from './locality.ts';

/** A range of positions in a sorted list: `first` included, `end` not. */
export type Range = Readonly<{ first: number; end: number }>;

export type LocalityIndex = Readonly<{
  /** Sorted by postcode and name. */
  listed: readonly Locality[];
  /** Sorted by rank, best first. */
  ranked: readonly Locality[];
  /** Ranks below this are places that freight can be delivered to. */
  deliveryCount: number;
  /** Distinct keys, sorted. The position of a key is the name's number. */
  keys: readonly string[];
  /** The numbers of all names. */
  allNames: Uint32Array;
  /** Ranks by name: name n has `byName[nameStarts[n]]` up to `byName[nameStarts[n + 1]]`. */
  byName: Uint32Array;
  nameStarts: Uint32Array;
  /** Regions that are not localities (`region-name.ts`), with one entry for each of their centres. */
  regions: readonly Readonly<{ key: string; rank: number }>[];
  /** Ranks in the order of `listed`, and the postcodes as numbers, parallel. */
  byPostcode: Uint32Array;
  postcodes: Uint16Array;
  /** Built on first use, because most searches never need it. */
  parts: () => NameParts;
}>;

/** The names without their spaces, and the numbers of the names with each three letters. */
export type NameParts = Readonly<{
  joined: readonly string[];
  bySequence: Uint32Array;
  sequenceStarts: Uint32Array;
}>;

/** The positions of the texts that start with `beginning` in a sorted list. */
export function rangeOf(sorted: readonly string[], beginning: string): Range {
  const first = lowerBound(sorted, beginning);
  // U+FFFF sorts after every letter, so this is the first text past all with that beginning.
  return { first, end: lowerBound(sorted, `${beginning}\uffff`, first) };
}

/** The name with exactly this key: one position, or an empty range. */
export function nameWithKey(index: Pick<LocalityIndex, 'keys'>, key: string): Range {
  const first = lowerBound(index.keys, key);
  return { first, end: index.keys[first] === key ? first + 1 : first };
}

/** The ranks of all localities of the names in a range. */
export function ranksOfNames(
  index: Pick<LocalityIndex, 'byName' | 'nameStarts'>,
  names: Range,
): Uint32Array {
  return index.byName.subarray(index.nameStarts[names.first], index.nameStarts[names.end]);
}

/** The ranks of all localities with a postcode from `low` to `high`, both included. */
export function ranksOfPostcodes(
  index: LocalityIndex,
  { low, high }: { low: number; high: number },
): Uint32Array {
  const first = lowerBoundNumber(index.postcodes, low);
  return index.byPostcode.subarray(first, lowerBoundNumber(index.postcodes, high + 1));
}

/** The localities of one postcode, in list order. */
export function localitiesOfPostcode(index: LocalityIndex, postcode: string): readonly Locality[] {
  const value = Number(postcode);
  const first = lowerBoundNumber(index.postcodes, value);
  return index.listed.slice(first, lowerBoundNumber(index.postcodes, value + 1));
}

/**
 * The names that may contain a text, spaces ignored: those with its rarest sequence of three letters, or all names if
 * the text has fewer than three letters. A name that contains the sequence twice may appear twice.
 */
export function namesMaybeWith(index: LocalityIndex, text: string): Uint32Array {
  const joined = text.replaceAll(' ', '');
  if (joined.length < sequenceLength) return index.allNames;
  const { bySequence, sequenceStarts } = index.parts();
  let rarest: Uint32Array | undefined;
  for (let at = 0; at + sequenceLength <= joined.length; at++) {
    const code = sequenceCode(joined, at);
    const names = bySequence.subarray(sequenceStarts[code], sequenceStarts[code + 1]);
    if (rarest === undefined || names.length < rarest.length) rarest = names;
  }
  return rarest ?? index.allNames;
}

export const sequenceLength = 3;
// Keys consist of A to Z and 0 to 9 only.
const alphabetSize = 36;
export const sequenceCount = alphabetSize ** sequenceLength;

/** The code of the three letters at a position. */
export function sequenceCode(text: string, at: number): number {
  return (
    (symbol(text.charCodeAt(at)) * alphabetSize + symbol(text.charCodeAt(at + 1))) * alphabetSize +
    symbol(text.charCodeAt(at + 2))
  );
}

function symbol(charCode: number): number {
  return charCode >= 65 ? charCode - 65 : charCode - 48 + 26;
}

function lowerBound(sorted: readonly string[], text: string, from = 0): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lowerBoundNumber(sorted: Uint16Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
