// A sender's or receiver's address, and the matching of its suburb and postcode to a locality.
//
// The postcode must be right; the suburb need only be close. It must be one of the postcode's suburbs, but case, punctuation,
// abbreviations, spaces, word order and a slip or two do not matter. An ambiguous suburb is never guessed: it is refused with
// the suburbs to choose from. Nothing is thrown here; the caller turns a refusal into words.

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

/** An address inside Linehaul; missing fields are empty. */
export type Address = Readonly<{
  type: (typeof addressTypes)[number];
  /** Two letters of ISO 3166-1. */
  country: string;
  postcode: string;
  /** Upper case; in Australia the name of a locality. */
  suburb: string;
  /** In Australia one of the eight abbreviations; abroad the text as entered. */
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
  /** Used only to choose between places with the same name and postcode on both sides of a border. */
  state?: string | undefined;
}>;

export type SuburbMatch =
  | Readonly<{ kind: 'matched'; locality: Locality; isCorrected: boolean }>
  | Readonly<{ kind: 'unknown_postcode'; postcode: string }>
  | Readonly<{
      kind: 'unknown_suburb';
      suburb: string;
      postcode: string;
      /** The suburbs of the postcode, best known first. */
      suburbs: readonly string[];
      /** The places with that suburb's name elsewhere, best known first. */
      elsewhere: readonly Pick<Locality, 'postcode' | 'state'>[];
    }>;

export type AddressMatch =
  | Readonly<{ kind: 'matched'; address: Address; isCorrected: boolean }>
  | Exclude<SuburbMatch, { kind: 'matched' }>;

/** The address with its locality's spelling, state and coordinates, or why no locality matches. */
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

  const typed = input.suburb.trim();
  const name = typed.length > mostCharacters ? '' : typed;
  // Tries the exact name first, by look-up alone, because every quote normalises its addresses.
  const same = chooseTwin(namedIn(index, localityKey(name), postcode), input.state);
  if (same !== undefined) return { kind: 'matched', locality: same, isCorrected: false };

  const readings = readingsOf(name, postcode);
  for (const { key } of readings) {
    const locality = chooseTwin(namedIn(index, key, postcode), input.state);
    if (locality !== undefined) return { kind: 'matched', locality, isCorrected: false };
  }
  const names = candidates.map((locality) => ({ locality, name: comparable(locality.name) }));
  const like = names.filter(({ name }) => readings.some((reading) => isLike(reading, name)));
  const locality = chooseTwin(
    like.length > 0 ? like.map((one) => one.locality) : nearestOf(names, readings),
    input.state,
  );
  if (locality !== undefined) return { kind: 'matched', locality, isCorrected: true };

  const suburb = typed.toUpperCase();
  const suburbs = new Set(candidates.toSorted(byRenown).map(({ name }) => name));
  const namesakes = new Set(readings.flatMap(({ key }) => named(index, key)));
  const elsewhere = [...namesakes]
    .filter(({ kind }) => kind === 'delivery')
    .toSorted(byRenown)
    .map(({ postcode, state }) => ({ postcode, state }));
  return { kind: 'unknown_suburb', suburb, postcode, suburbs: [...suburbs], elsewhere };
}

// Numbers on the wire and in spreadsheets lose a leading zero: 800 can only be Darwin's 0800.
function withLostZero(postcode: string): string {
  return /^\d{3}$/.test(postcode) ? `0${postcode}` : postcode;
}

// Longer than any name with state, postcode and country, so a longer text matches no suburb.
const mostCharacters = 100;
const mostWords = 10;

/** A name with the forms that comparisons need, calculated once so that comparing a pair is cheap. */
type Comparable = Readonly<{ key: string; joined: string; sorted: string }>;

function comparable(text: string): Comparable {
  const key = localityKey(text);
  const words = key.split(' ');
  return { key, joined: words.join(''), sorted: words.toSorted().join(' ') };
}

// The name as typed, and without common additions: country, state, CBD or City.
function readingsOf(text: string, postcode: string): readonly Comparable[] {
  const typed = nameWords(text);
  if (typed.length > mostWords) return [];
  const words = typed.filter((word) => word !== postcode);
  const bare = withoutCountry(words);
  const stateless = splitState(bare)?.words ?? bare;
  const forms = [words, bare, stateless, withoutCentre(stateless) ?? stateless];
  const readings = forms.filter((form) => form.length > 0).flatMap(finishedReadings);
  return [...new Set(readings)].map(comparable);
}

// The localities of a postcode with exactly this key.
function namedIn(index: LocalityIndex, key: string, postcode: string): readonly Locality[] {
  return named(index, key).filter((locality) => locality.postcode === postcode);
}

function named(index: LocalityIndex, key: string): readonly Locality[] {
  const ranks = Array.from(ranksOfNames(index, nameWithKey(index, key)));
  return ranks.flatMap((rank) => index.ranked[rank] ?? []);
}

// The same letters without spaces, or the same words in another order.
function isLike(reading: Comparable, name: Comparable): boolean {
  return reading.joined === name.joined || reading.sorted === name.sorted;
}

// The localities with the fewest slips; empty if two names are equally near.
function nearestOf(
  candidates: readonly Readonly<{ locality: Locality; name: Comparable }>[],
  readings: readonly Comparable[],
): readonly Locality[] {
  let fewest = Number.POSITIVE_INFINITY;
  let nearest: typeof candidates = [];
  for (const candidate of candidates) {
    for (const reading of readings) {
      const slips = slipsBetween(reading.key, candidate.name.key);
      if (slips === undefined || slips > fewest) continue;
      if (slips < fewest) nearest = [];
      fewest = slips;
      if (!nearest.includes(candidate)) nearest = [...nearest, candidate];
    }
  }
  const isOne = new Set(nearest.map(({ name }) => name.key)).size === 1;
  return isOne ? nearest.map(({ locality }) => locality) : [];
}

// Chooses by state between places with the same name on both sides of a border.
function chooseTwin(found: readonly Locality[], state: string | undefined): Locality | undefined {
  if (found.length < 2) return found[0];
  const wanted = splitState(nameWords(state ?? ''))?.state;
  return found.find((locality) => locality.state === wanted) ?? found.toSorted(byRenown)[0];
}

function byRenown(left: Locality, right: Locality): number {
  const delivery = Number(right.kind === 'delivery') - Number(left.kind === 'delivery');
  return delivery || right.priority - left.priority;
}
