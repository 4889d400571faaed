// The possible meanings of the text in a search box. The same words often have several readings: `mount wa` is the
// start of MOUNT WAVERLEY or a Mount in Western Australia; `NO 4` is the start of a name or a place with a postcode
// from 4000. All readings are kept, and the search ranks the results of each.

import { type AustralianState, findState, statesStartingWith } from './australian-state.ts';
import { nameWords, typedReadings } from './locality-name.ts';

/** First and last postcode as numbers, both included. */
export type PostcodeRange = Readonly<{ low: number; high: number }>;

export type QueryReading = Readonly<{
  /** The name in all its possible spellings; empty if the text has only a state or postcode. */
  names: readonly string[];
  states: readonly AustralianState[] | undefined;
  postcodes: readonly PostcodeRange[] | undefined;
  /** The name must be complete, because something follows it: the start of a state (`perth t`), or CBD. */
  isWholeName: boolean;
}>;

export type LocalityQuery = Readonly<{
  /** Groups of equally likely readings, the likeliest group first. */
  readings: readonly (readonly QueryReading[])[];
  /** The text contains all four digits of a postcode. */
  hasFullPostcode: boolean;
}>;

// Longer than any name with state, postcode and country; the rest of a longer text is ignored.
const mostCharacters = 100;
const mostWords = 10;

export function readLocalityQuery(text: string): LocalityQuery {
  const words = nameWords(text.slice(0, mostCharacters)).slice(0, mostWords);
  const full = words.findLastIndex((word) => /^\d{4}$/.test(word));
  if (full !== -1) {
    const range = rangeOfDigits(words[full] ?? '');
    return { readings: [readWords(words.toSpliced(full, 1), [range])], hasFullPostcode: true };
  }
  const readings = words.length === 0 ? [] : [readWords(words, undefined)];
  const last = words.at(-1) ?? '';
  // Few names end with digits (`NO 4`), but the name reading comes first, because people who type such a name mean
  // it.
  if (/^\d{1,3}$/.test(last)) readings.push(readWords(words.slice(0, -1), postcodesFrom(last)));
  return { readings, hasFullPostcode: false };
}

function readWords(
  typed: readonly string[],
  postcodes: readonly PostcodeRange[] | undefined,
): QueryReading[] {
  const words = withoutCountry(typed);
  const readings = [readName(words, { postcodes })];
  const stated = splitState(words);
  const begun = words.length > 1 ? statesStartingWith(words.at(-1) ?? '') : [];
  if (stated !== undefined) {
    readings.push(readName(stated.words, { postcodes, states: [stated.state] }));
  } else if (begun.length > 0) {
    readings.push(readName(words.slice(0, -1), { postcodes, states: begun, isWholeName: true }));
  }
  const centre = withoutCentre(stated?.words ?? words);
  if (centre !== undefined) {
    const states = stated === undefined ? undefined : [stated.state];
    readings.push(readName(centre, { postcodes, states, isWholeName: true }));
  }
  return readings;
}

function readName(
  words: readonly string[],
  rest: Partial<{
    [Field in Exclude<keyof QueryReading, 'names'>]: QueryReading[Field] | undefined;
  }>,
): QueryReading {
  return {
    names: words.length === 0 ? [] : typedReadings(words),
    states: rest.states,
    postcodes: rest.postcodes,
    isWholeName: rest.isWholeName ?? false,
  };
}

/** Splits a state off either end: `RICHMOND VIC`, `RICHMOND NEW SOUTH WALES`, `VIC RICHMOND`. */
export function splitState(
  words: readonly string[],
): { words: readonly string[]; state: AustralianState } | undefined {
  for (const length of [3, 2, 1]) {
    const atEnd = findState(words.slice(-length).join(' '));
    if (atEnd !== undefined) return { words: words.slice(0, -length), state: atEnd };
    const atStart = findState(words.slice(0, length).join(' '));
    if (atStart !== undefined) return { words: words.slice(length), state: atStart };
  }
  return undefined;
}

/** Drops AUSTRALIA from the end, unless it belongs to a state's name or is the whole text. */
export function withoutCountry(words: readonly string[]): readonly string[] {
  if (words.length < 2 || words.at(-1) !== 'AUSTRALIA') return words;
  return findState(words.slice(-2).join(' ')) === undefined ? words.slice(0, -1) : words;
}

/**
 * `SYDNEY CBD` and `SYDNEY CITY` without the last word; undefined if the text does not end in one of them.
 */
export function withoutCentre(words: readonly string[]): readonly string[] | undefined {
  const last = words.at(-1);
  return words.length > 1 && (last === 'CBD' || last === 'CITY') ? words.slice(0, -1) : undefined;
}

function rangeOfDigits(digits: string): PostcodeRange {
  return { low: Number(digits.padEnd(4, '0')), high: Number(digits.padEnd(4, '9')) };
}

// Spreadsheets drop leading zeros, so `800` is the beginning of 8000 to 8009 and also 0800.
function postcodesFrom(digits: string): readonly PostcodeRange[] {
  const typed = rangeOfDigits(digits);
  if (digits.length < 3 || digits.startsWith('0')) return [typed];
  return [typed, { low: Number(digits), high: Number(digits) }];
}
