// A sender's or receiver's address, and the matching of its suburb and postcode to a locality.
//
// The postcode is believed, the suburb is forgiven: it must be one of the postcode's suburbs, but
// case, punctuation, abbreviations, spaces, word order and a slip or two do not matter. What
// cannot be told with certainty is refused with the suburbs to choose from, never guessed.
// Nothing is thrown here: a refusal is an outcome the caller words.

import { isPostcode } from './australian-state.ts';
import type { Coordinates, Locality, LocalityKind } from './locality.ts';
import {
  type LocalityIndex,
  localitiesOfPostcode,
  nameWithKey,
  ranksOfNames,
} from './locality-index.ts';
import { finishedReadings, localityKey, nameWords } from './locality-name.ts';
import { splitState, withoutCentre, withoutCountry } from './locality-query.ts';
import { slipsBetween } from './misspelling.ts';

export const addressTypes = ['business', 'residential'] as const;

/** An address inside Linehaul: what was not given is an empty text. */
export type Address = Readonly<{
  type: (typeof addressTypes)[number];
  /** Two letters of ISO 3166-1. */
  country: string;
  postcode: string;
  /** Upper case; in Australia the name of a locality. */
  suburb: string;
  /** In Australia one of the eight abbreviations; abroad whatever was given. */
  state: string;
  /** Undefined abroad. */
  coordinates: Coordinates | undefined;
  localityKind: LocalityKind | undefined;
  name: string;
  companyName: string;
  email: string;
  phone: string;
  /** The street line or lines. */
  street: string;
}>;

export type SuburbInput = Readonly<{
  suburb: string;
  postcode: string;
  /** Decides only between places of one name and postcode on both sides of a border. */
  state?: string | undefined;
}>;

export type SuburbMatch =
  | Readonly<{ kind: 'matched'; locality: Locality; isCorrected: boolean }>
  | Readonly<{ kind: 'unknown_postcode'; postcode: string }>
  | Readonly<{
      kind: 'unknown_suburb';
      suburb: string;
      postcode: string;
      /** Those of the postcode, best known first. */
      suburbs: readonly string[];
    }>;

export type AddressMatch =
  | Readonly<{ kind: 'matched'; address: Address; isCorrected: boolean }>
  | Exclude<SuburbMatch, { kind: 'matched' }>;

/** The address with its locality's spelling, state and coordinates, or why it has none. */
export function normaliseAddress(
  matchOf: (input: SuburbInput) => SuburbMatch,
  address: Address,
): AddressMatch {
  const country = address.country.trim().toUpperCase();
  if (country !== 'AU') {
    const suburb = address.suburb.trim().toUpperCase();
    return { kind: 'matched', address: { ...address, country, suburb }, isCorrected: false };
  }
  const match = matchOf(address);
  if (match.kind !== 'matched') return match;
  const { name, postcode, state, coordinates, kind } = match.locality;
  const place = { country, suburb: name, postcode, state, coordinates, localityKind: kind };
  return { kind: 'matched', address: { ...address, ...place }, isCorrected: match.isCorrected };
}

export function matchSuburb(index: LocalityIndex, input: SuburbInput): SuburbMatch {
  const postcode = withLostZero(input.postcode.trim());
  const candidates = isPostcode(postcode) ? localitiesOfPostcode(index, postcode) : [];
  if (candidates.length === 0) return { kind: 'unknown_postcode', postcode: input.postcode.trim() };

  // The usual case first, by look-up alone: quoting asks this for every address.
  const same = chooseTwin(namedIn(index, localityKey(input.suburb), postcode), input.state);
  if (same !== undefined) return { kind: 'matched', locality: same, isCorrected: false };

  const readings = readingsOf(nameWords(input.suburb).filter((word) => word !== postcode));
  for (const reading of readings) {
    const locality = chooseTwin(namedIn(index, reading, postcode), input.state);
    if (locality !== undefined) return { kind: 'matched', locality, isCorrected: false };
  }
  const like = candidates.filter(({ name }) => isLike(readings, localityKey(name)));
  const locality = chooseTwin(
    like.length > 0 ? like : nearestOf(candidates, readings),
    input.state,
  );
  if (locality !== undefined) return { kind: 'matched', locality, isCorrected: true };

  const suburb = input.suburb.trim().toUpperCase();
  const suburbs = new Set(candidates.toSorted(byRenown).map(({ name }) => name));
  return { kind: 'unknown_suburb', suburb, postcode, suburbs: [...suburbs] };
}

// A number on the wire or in a spreadsheet loses its leading zero: 800 can only be Darwin's 0800.
function withLostZero(postcode: string): string {
  return /^\d{3}$/.test(postcode) ? `0${postcode}` : postcode;
}

// The name as typed, and without what people add to it: country, state, CBD or City.
function readingsOf(words: readonly string[]): readonly string[] {
  const bare = withoutCountry(words);
  const stateless = splitState(bare)?.words ?? bare;
  const forms = [words, bare, stateless, withoutCentre(stateless) ?? stateless];
  return [...new Set(forms.filter((form) => form.length > 0).flatMap(finishedReadings))];
}

// The localities of a postcode with exactly this key.
function namedIn(index: LocalityIndex, key: string, postcode: string): readonly Locality[] {
  const ranks = Array.from(ranksOfNames(index, nameWithKey(index, key)));
  const named = ranks.flatMap((rank) => index.ranked[rank] ?? []);
  return named.filter((locality) => locality.postcode === postcode);
}

// The same letters without spaces, or the same words in another order.
function isLike(readings: readonly string[], key: string): boolean {
  const joined = key.replaceAll(' ', '');
  const sorted = key.split(' ').sort().join(' ');
  return readings.some(
    (reading) =>
      reading.replaceAll(' ', '') === joined || reading.split(' ').sort().join(' ') === sorted,
  );
}

// The localities with the fewest slips; none when two names are equally near.
function nearestOf(
  candidates: readonly Locality[],
  readings: readonly string[],
): readonly Locality[] {
  let fewest = Number.POSITIVE_INFINITY;
  let nearest: Locality[] = [];
  for (const candidate of candidates) {
    const key = localityKey(candidate.name);
    for (const reading of readings) {
      const slips = slipsBetween(reading, key);
      if (slips === undefined || slips > fewest) continue;
      if (slips < fewest) nearest = [];
      fewest = slips;
      if (!nearest.includes(candidate)) nearest.push(candidate);
    }
  }
  return new Set(nearest.map(({ name }) => localityKey(name))).size === 1 ? nearest : [];
}

// Of places with one name on both sides of a border, the one in the given state.
function chooseTwin(found: readonly Locality[], state: string | undefined): Locality | undefined {
  if (found.length < 2) return found[0];
  const wanted = splitState(nameWords(state ?? ''))?.state;
  return found.find((locality) => locality.state === wanted) ?? found.toSorted(byRenown)[0];
}

function byRenown(left: Locality, right: Locality): number {
  const delivery = Number(right.kind === 'delivery') - Number(left.kind === 'delivery');
  return delivery || right.priority - left.priority;
}
