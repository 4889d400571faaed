// Finds where the street ends and the suburb begins in an address typed as one line, finished or not:
// `5 smith st st kilda`, `10/2 Mount St, North Sydney NSW 2060`, `12 smith st rich`.
//
// Every possible cut of the line is tried. A cut is good if its right side is a locality (or the start of one) and its left
// side ends like a street: with a comma or a street type. The best cut wins; `street-address.ts` splits the street itself.

import { type LocalityIndex, nameWithKey, type Range, rangeOf } from './locality-index.ts';
import { nameWords, typedReadings } from './locality-name.ts';
import { splitState, withoutCountry } from './locality-query.ts';
import { noStreet, parseStreet, type StreetAddress } from './street-address.ts';
import { streetSuffixOf, streetTypeOf } from './street-type.ts';

export type AddressLine = Readonly<{
  street: StreetAddress;
  /** Suburb, state and postcode as typed, for the search; empty if they have not been started. */
  place: string;
}>;

// More words than any address has. Bounds the work, because every word costs a look-up.
const mostWords = 24;
const mostCharacters = 200;
// Without a comma or street type before them, fewer letters are more likely part of the street's name.
const shortestLoosePlace = 3;

type Cut = { readonly street: string; readonly place: string; readonly score: number };

export function parseAddressLine(index: LocalityIndex, text: string): AddressLine {
  const words = wordsOf(text);
  let best: Cut = { street: words.join(' '), place: '', score: 0 };
  for (let at = 0; at < words.length; at++) {
    const cut = scoreCut(index, words, at);
    // Of equal cuts the first wins, because it has the longest place: North Sydney rather than Sydney.
    if (cut !== undefined && cut.score > best.score) best = cut;
  }
  const place = best.place.replaceAll(',', ' ').replaceAll(/\s+/g, ' ').trim();
  return { street: best.street === '' ? noStreet : parseStreet(best.street), place };
}

// Words, each with the comma that follows it.
function wordsOf(text: string): readonly string[] {
  return text
    .slice(0, mostCharacters)
    .replaceAll(/[\r\n;]+/g, ', ')
    .replaceAll(/\s*,[\s,]*/g, ', ')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '' && word !== ',')
    .slice(0, mostWords);
}

const wholePlaceScore = 8;
const begunPlaceScore = 4;
const namelessPlaceScore = 2;
const unknownPlaceScore = 1;

function scoreCut(index: LocalityIndex, words: readonly string[], at: number): Cut | undefined {
  const street = words.slice(0, at).join(' ').replace(/,$/, '');
  const place = words.slice(at).join(' ');
  const isEnded = at === 0 || endsStreet(words.slice(0, at));
  if (street !== '' && !isStreet(street)) return undefined;
  const fit = placeFit(index, place);
  if (!isEnded && !isLoosePlace(place, fit)) return undefined;
  // `5 Park Avenue` ends with its street type; Avenue does not start a suburb here.
  const isType = streetTypeOf(place) !== undefined && !words[at - 1]?.endsWith(',');
  if (isType && fit !== wholePlaceScore) return undefined;
  // An unknown place is accepted only after a street that has certainly ended.
  if (fit === 0 && (at === 0 || /^\d/.test(place))) return undefined;
  return { street, place, score: Math.max(fit, unknownPlaceScore) };
}

// Without a comma or street type before it, a place must match well.
function isLoosePlace(place: string, fit: number): boolean {
  if (fit === wholePlaceScore) return true;
  return fit === begunPlaceScore && place.replaceAll(/[^A-Z]/gi, '').length >= shortestLoosePlace;
}

function endsStreet(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  if (last.endsWith(',')) return true;
  if (words.length > 1 && streetTypeOf(last) !== undefined) return true;
  return streetSuffixOf(last) !== undefined && streetTypeOf(words.at(-2) ?? '') !== undefined;
}

// A street needs more than a number: `5 Park Avenue` is not number 5 in the locality Park Avenue.
function isStreet(text: string): boolean {
  return parseStreet(text).street !== '' && !/^[\d/-]+[A-Z]?$/i.test(text);
}

function placeFit(index: LocalityIndex, place: string): number {
  const words = withoutCountry(nameWords(place));
  const name = words.filter((word) => !/^\d{4}$/.test(word));
  const hasPostcode = name.length < words.length;
  const stated = splitState(name);
  const readings = [name, ...(stated === undefined ? [] : [stated.words])];
  if (readings.some((reading) => reading.length === 0)) {
    return hasPostcode || stated !== undefined ? namelessPlaceScore : 0;
  }
  const spellings = readings.flatMap((reading) =>
    [reading, ...turned(reading)].flatMap(typedReadings),
  );
  if (spellings.some((spelling) => isSome(nameWithKey(index, spelling)))) return wholePlaceScore;
  if (spellings.some((spelling) => isSome(rangeOf(index.keys, spelling)))) return begunPlaceScore;
  return 0;
}

// `NORTH FITZROY` is FITZROY NORTH, and the reverse.
function turned(words: readonly string[]): readonly (readonly string[])[] {
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  return [
    ...(streetSuffixOf(first) === undefined ? [] : [[...words.slice(1), first]]),
    ...(streetSuffixOf(last) === undefined ? [] : [[last, ...words.slice(0, -1)]]),
  ];
}

function isSome({ first, end }: Range): boolean {
  return end > first;
}
