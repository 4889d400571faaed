// All localities and everything that is asked about them: the one object the rest of the service
// holds. Made by `adapters/places`, never changed, safe to share.

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
  /** Page 1 is the first; past the end a page is empty. */
  page: (number: number, limit: number) => readonly Locality[];
  /** The localities of a postcode, best known first; empty when there is no such postcode. */
  byPostcode: (postcode: string) => readonly Locality[];
  /** What somebody means who has typed this, best first (`locality-search.ts`). */
  search: (text: string, limit: number) => readonly Locality[];
  /** The locality of a suburb and postcode, or why there is none. */
  match: (input: SuburbInput) => SuburbMatch;
  /** An address with its locality's spelling, state and coordinates, or why it has none. */
  normalise: (address: Address) => AddressMatch;
  /** Completions of a partly typed address. */
  suggest: (text: string, limit: number) => readonly AddressSuggestion[];
  /** The fields of a suggestion; undefined for an identifier that is none. */
  resolve: (placeId: string) => ResolvedAddress | undefined;
}>;

/** The tables are made when somebody first asks: a start need not wait for them. */
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

/** A shop asks about its own suburb, and the same few of its customers, all day. */
const mostMatches = 5_000;

function rememberMatches(find: (input: SuburbInput) => SuburbMatch): Localities['match'] {
  const known = new Map<string, SuburbMatch>();
  return (input) => {
    const name = `${input.postcode}\n${input.state ?? ''}\n${input.suburb}`;
    let match = known.get(name);
    if (match === undefined) {
      match = find(input);
      if (known.size >= mostMatches) known.clear();
      // Only what was found: nonsense is different every time.
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
