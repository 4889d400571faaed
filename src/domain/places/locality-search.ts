// Finds the localities that match a partly typed text, the most likely first.
//
// The rules, in order of importance:
// 1. How well the name fits: the whole name; its start; the start of a later word, or the starts of all words in any order;
//    its start ignoring spaces; any part of the name. A text with only a state or postcode finds everything in it.
// 2. A name with one slip, but only if nothing better than a part of a name was found.
// 3. Of names that fit equally well, the better known place.
// 4. Box lobbies and large receivers come last, because no freight goes there. Only a whole postcode may mean one.
// 5. If the name does not exist in the given state or postcode, results for the name without the state, and for the postcode
//    without the name, are better than none.

import type { Locality } from './locality.ts';
import {
  type LocalityIndex,
  namesMaybeWith,
  nameWithKey,
  rangeOf,
  ranksOfNames,
  ranksOfPostcodes,
} from './locality-index.ts';
import { type QueryReading, readLocalityQuery } from './locality-query.ts';
import { slipMatch } from './misspelling.ts';
import { SearchHits } from './search-hits.ts';

/** The ranks of the localities whose name fits, in any order. */
type Fit = (index: LocalityIndex, name: string) => Uint32Array | readonly number[];
type Tier = Readonly<{
  /** For a name that may be unfinished. */
  fit?: Fit;
  /** For a name that is complete because something follows it. */
  wholeNameFit?: Fit;
  /** For a text without a name: everything in its state or postcode. */
  isNameless?: true;
}>;

// Rule 1. A name before the start of a state must be complete, and then ranks with names that start with the whole
// text: `hamilton s` may be Hamilton South or Hamilton in South Australia. A state alone ranks above names that
// contain it: `nsw` is not Brunswick.
const firstTiers: readonly Tier[] = [
  { fit: wholeName },
  { fit: beginning, wholeNameFit: wholeName },
  { fit: region },
  { isNameless: true },
  { fit: laterWord },
  { fit: beginningWithoutSpaces },
];
const lastTiers: readonly Tier[] = [{ fit: anyPart }];

export function searchLocalities(
  index: LocalityIndex,
  query: { text: string; limit: number },
): readonly Locality[] {
  const { readings, hasFullPostcode } = readLocalityQuery(query.text);
  const hits = new SearchHits(index, { limit: query.limit, boxesLast: !hasFullPostcode });
  searchTiers(index, { groups: readings, tiers: firstTiers, hits });
  const isSure = !hits.isEmpty;
  searchTiers(index, { groups: readings, tiers: lastTiers, hits });
  if (isSure) return hits.localities();
  if (!hits.isEmpty) searchSlips(index, readings.flat(), hits);
  else if (hasFullPostcode) searchNearPostcode(index, readings.flat(), hits);
  else searchNearName(index, readings.flat(), hits);
  return hits.localities();
}

type Tiers = Readonly<{
  groups: readonly (readonly QueryReading[])[];
  tiers: readonly Tier[];
  hits: SearchHits;
}>;

function searchTiers(index: LocalityIndex, { groups, tiers, hits }: Tiers): void {
  for (const { fit, wholeNameFit, isNameless } of tiers) {
    for (const group of groups) {
      for (const reading of group) {
        const fits = reading.isWholeName ? wholeNameFit : fit;
        if (fits !== undefined) considerNames(index, reading, { fits, hits });
        if (isNameless && reading.names.length === 0) considerAll(index, reading, hits);
      }
      hits.close();
      if (hits.isFull) return;
    }
  }
}

// Rules 2 and 5 with a postcode: the postcode confirms the place, so a slip in the name ranks above the same name
// elsewhere, and the postcode's suburbs are better than no result.
function searchNearPostcode(
  index: LocalityIndex,
  readings: readonly QueryReading[],
  hits: SearchHits,
): void {
  searchSlips(index, readings, hits);
  if (!hits.isEmpty) return;
  searchWholeNames(index, withoutFilters(readings), hits);
  for (const { postcodes } of readings) considerAll(index, { postcodes, states: undefined }, hits);
  hits.close();
}

// Rules 2 and 5 without a postcode: a correctly spelt name in another state ranks above any slip.
function searchNearName(
  index: LocalityIndex,
  readings: readonly QueryReading[],
  hits: SearchHits,
): void {
  const free = withoutFilters(readings);
  searchWholeNames(index, free, hits);
  searchSlips(index, readings, hits);
  if (hits.isEmpty) {
    searchTiers(index, { groups: [free], tiers: [...firstTiers, ...lastTiers], hits });
  }
  if (hits.isEmpty) searchSlips(index, free, hits);
}

function searchWholeNames(
  index: LocalityIndex,
  readings: readonly QueryReading[],
  hits: SearchHits,
): void {
  for (const reading of readings) considerNames(index, reading, { fits: wholeName, hits });
  hits.close();
}

function withoutFilters(readings: readonly QueryReading[]): readonly QueryReading[] {
  return readings
    .filter(({ names, isWholeName }) => names.length > 0 && !isWholeName)
    .map((reading) => ({ ...reading, states: undefined, postcodes: undefined }));
}

function considerNames(
  index: LocalityIndex,
  reading: QueryReading,
  { fits, hits }: { fits: Fit; hits: SearchHits },
): void {
  for (const name of reading.names) {
    hits.consider(fits(index, name), reading);
  }
}

// Everything in a postcode or a state. A state is read from its best place, and only until the hits are full.
function considerAll(
  index: LocalityIndex,
  filter: Pick<QueryReading, 'states' | 'postcodes'>,
  hits: SearchHits,
): void {
  for (const range of filter.postcodes ?? []) {
    hits.consider(ranksOfPostcodes(index, range), filter);
  }
  if (filter.postcodes !== undefined) return;
  for (let rank = 0; rank < index.ranked.length && hits.hasRoom; rank++) {
    hits.consider([rank], filter);
  }
}

function wholeName(index: LocalityIndex, name: string): Uint32Array {
  return ranksOfNames(index, nameWithKey(index, name));
}

function beginning(index: LocalityIndex, name: string): Uint32Array {
  return ranksOfNames(index, rangeOf(index.keys, name));
}

// `gold coast` is not a locality, but people search for it.
function region(index: LocalityIndex, name: string): readonly number[] {
  return index.regions.filter(({ key }) => key.startsWith(name)).map(({ rank }) => rank);
}

function laterWord(index: LocalityIndex, name: string): readonly number[] {
  // A single letter starts a word in half of all names, so wait for the next one.
  if (name.length < 2) return [];
  const found = namesMaybeWith(index, name).filter((candidate) =>
    index.keys[candidate]?.includes(` ${name}`),
  );
  return ranksOf(index, [...found, ...wordsInAnyOrder(index, name.trim().split(' '))]);
}

// `sydney north` is NORTH SYDNEY, `hill box` is BOX HILL. The longest word chooses the candidates.
function wordsInAnyOrder(index: LocalityIndex, words: readonly string[]): readonly number[] {
  const [longest = ''] = words.toSorted((left, right) => right.length - left.length);
  if (words.length === 1 || longest.length < shortestPart) return [];
  const candidates = Array.from(namesMaybeWith(index, longest));
  return candidates.filter((name) => beginsEveryWord(index.keys[name] ?? '', words));
}

// Each typed word must match a different word of the name: `bay bay` is not BYRON BAY.
function beginsEveryWord(key: string, words: readonly string[]): boolean {
  const left = key.split(' ');
  return words.every((word) => {
    const at = left.findIndex((candidate) => candidate.startsWith(word));
    if (at === -1) return false;
    left.splice(at, 1);
    return true;
  });
}

// `kipparing` is KIPPA-RING, `new castle` is NEWCASTLE.
function beginningWithoutSpaces(index: LocalityIndex, name: string): readonly number[] {
  return joinedFit(index, name, (joined, typed) => joined.startsWith(typed));
}

function anyPart(index: LocalityIndex, name: string): readonly number[] {
  return joinedFit(index, name, (joined, typed) => joined.includes(typed));
}

function joinedFit(
  index: LocalityIndex,
  name: string,
  isFit: (joined: string, typed: string) => boolean,
): readonly number[] {
  const typed = name.replaceAll(' ', '');
  if (typed.length < shortestPart) return [];
  const { joined } = index.parts();
  const names = namesMaybeWith(index, typed).filter((found) => isFit(joined[found] ?? '', typed));
  return ranksOf(index, names);
}

// Nearly every name contains a given one or two letters.
const shortestPart = 3;

// A shorter text is one slip away from too many names.
const shortestSlip = 4;

// Rule 2. Slips in whole names come before slips in the beginning of longer ones.
function searchSlips(
  index: LocalityIndex,
  readings: readonly QueryReading[],
  hits: SearchHits,
): void {
  for (const match of ['whole', 'beginning'] as const) {
    const fits: Fit = (_, name) =>
      ranksOf(
        index,
        slipCandidates(index, name).filter((n) => slipMatch(name, index.keys[n] ?? '') === match),
      );
    for (const reading of readings) {
      if (!reading.isWholeName) considerNames(index, reading, { fits, hits });
    }
    hits.close();
  }
}

// A slip is in one half of the text, so the other half is spelt correctly: the name either starts with the first half
// or contains the second. Two letters swapped across the middle affect both halves, so the first half is cut one
// letter short.
function slipCandidates(index: LocalityIndex, name: string): readonly number[] {
  if (name.length < shortestSlip) return [];
  const half = name.length >> 1;
  const { first, end } = rangeOf(index.keys, name.slice(0, half - 1));
  const secondHalf = name.slice(half).replaceAll(' ', '');
  const candidates =
    secondHalf.length < shortestPart ? [] : Array.from(namesMaybeWith(index, secondHalf));
  for (let found = first; found < end; found++) candidates.push(found);
  return candidates;
}

function ranksOf(index: LocalityIndex, names: Iterable<number>): readonly number[] {
  const ranks: number[] = [];
  for (const name of names) {
    for (const rank of ranksOfNames(index, { first: name, end: name + 1 })) ranks.push(rank);
  }
  return ranks;
}
