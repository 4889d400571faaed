// All localities and the queries on them, as one immutable object that the whole service shares. Created by
// `adapters/places`.

import { once } from '../once.ts';
import type { SuburbInput, SuburbMatch } from './address.ts';
import { type Address, type AddressMatch, matchSuburb, normaliseAddress } from './address.ts';
import {
  type AddressSuggestion,
  type ResolvedAddress,
  resolveAddress,
  suggestAddresses,
} from './address-suggestion.ts';
import { isPostcode } from './australian-state.ts';
import type { Locality } from './locality.ts';
import { type LocalityIndex, ranksOfPostcodes } from './locality-index.ts';
import { searchLocalities } from './locality-search.ts';
import { buildLocalityIndex } from './locality-tables.ts';

export type Localities = Readonly<{
  /** Every locality, by postcode and name. */
  all: () => readonly Locality[];
  /** Page 1 is the first; pages past the end are empty. */
  page: (number: number, limit: number) => readonly Locality[];
  /** The localities of a postcode, best known first; empty for an unknown postcode. */
  byPostcode: (postcode: string) => readonly Locality[];
  /** The localities that a typed text may mean, best first (`locality-search.ts`). */
  search: (text: string, limit: number) => readonly Locality[];
  /** The locality of a suburb and postcode, or why none matches. */
  match: (input: SuburbInput) => SuburbMatch;
  /** An address with its locality's spelling, state and coordinates, or why no locality matches. */
  normalise: (address: Address) => AddressMatch;
  /** Completions of a partly typed address. */
  suggest: (text: string, limit: number) => readonly AddressSuggestion[];
  /** The fields of a suggestion; undefined for an invalid identifier. */
  resolve: (placeId: string) => ResolvedAddress | undefined;
}>;

/** The tables are built on first use, so that they do not delay the start. */
export function createLocalities(localities: readonly Locality[]): Localities {
  const index = once(() => buildLocalityIndex(localities));
  const match = rememberMatches((input) => matchSuburb(index(), input));
  return {
    all: () => index().listed,
    page: (number, limit) => index().listed.slice((number - 1) * limit, number * limit),
    byPostcode: (postcode) => bestOfPostcode(index(), postcode),
    search: (text, limit) => searchLocalities(index(), { text, limit }),
    match,
    normalise: (address) => normaliseAddress(match, address),
    suggest: (text, limit) => suggestAddresses(index(), { text, limit }),
    resolve: (placeId) => resolveAddress(index(), placeId),
  };
}

/** A shop requests its own suburb, and a few suburbs of its customers, all day. */
const mostMatches = 5_000;

function rememberMatches(find: (input: SuburbInput) => SuburbMatch): Localities['match'] {
  const known = new Map<string, SuburbMatch>();
  return (input) => {
    const name = `${input.postcode}\n${input.state ?? ''}\n${input.suburb}`;
    let match = known.get(name);
    if (match === undefined) {
      match = find(input);
      if (known.size >= mostMatches) known.clear();
      // Caches only matches: unmatched text differs every time and would fill the cache.
      if (match.kind === 'matched') known.set(name, match);
    }
    return match;
  };
}

function bestOfPostcode(index: LocalityIndex, postcode: string): readonly Locality[] {
  if (!isPostcode(postcode)) return [];
  const value = Number(postcode);
  const ranks = ranksOfPostcodes(index, { low: value, high: value }).toSorted();
  return Array.from(ranks).flatMap((rank) => index.ranked[rank] ?? []);
}
