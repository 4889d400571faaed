// Finds localities by what somebody has typed so far, the one they mean first.
//
// The rules, in the order they count:
// 1. How well the name fits: the whole name; its beginning; the beginning of a later word, or all
//    words begun in any order; the beginning without regard to spaces; any part of the name.
//    A text without a name, only state or postcode, finds all they hold.
// 2. Only when nothing better than a part of a name was found: one slip of the finger.
// 3. Of names that fit equally well, the better known place.
// 4. Box lobbies and large receivers come last, whatever their name: no freight goes there.
//    Only somebody who types a whole postcode may mean one.
// 5. A name that does not exist in the given state or postcode is better than nothing: then the
//    name counts without the state, and the postcode without the name.

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
  /** For a name that may still be unfinished. */
  fit?: Fit;
  /** For a name that is whole because something follows it. */
  wholeNameFit?: Fit;
  /** For a text without a name: everything its state or postcode holds. */
  isNameless?: true;
}>;

// Rule 1. What stands before a begun state must be a whole name, and then counts as the beginning
// of a name does: `hamilton s` may be Hamilton South or Hamilton in South Australia. A state alone
// counts more than a name it happens to be part of: `nsw` is not Brunswick.
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

// Rules 2 and 5 where a postcode is given: it vouches for the place, so a slip in the name comes
// before the same name elsewhere, and its suburbs are better than nothing.
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

// Rules 2 and 5 otherwise: a name spelt right in another state comes before any slip.
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

// Everything a postcode or a state holds. A state is read from its best place on, only as far as
// the hits have room.
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

// `gold coast` is no locality, but everybody knows where it is.
function region(index: LocalityIndex, name: string): readonly number[] {
  return index.regions.filter(({ key }) => key.startsWith(name)).map(({ rank }) => rank);
}

function laterWord(index: LocalityIndex, name: string): readonly number[] {
  // One letter begins a word of half of all names; whoever typed it is not done.
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

// Each typed word must begin a word of its own: `bay bay` is not BYRON BAY.
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

// One or two letters are part of nearly every name.
const shortestPart = 3;

// Below this length nearly every name is one slip away.
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

// A slip is in one half of what was typed, so the other half is spelt right: the names either
// begin with the first half or contain the second. Two letters swapped across the middle are in
// both, so the first half is taken one letter short.
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
