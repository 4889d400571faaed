// Requests meant to be expensive: for every route, each text, list and number of its body, each query parameter and
// each part of its path, at its limit and far past it. Each comes with a plain request of the same length to the same
// route, to compare their costs.
import { longestText } from '../../src/domain/document-reader.ts';
import { isLong } from '../support/long-form.ts';
import type { Schema, Target } from './hostile-targets.ts';

export type PlainRequest = { url: string; body: string | undefined };
export type CostlyRequest = { what: string; costly: PlainRequest; plain: PlainRequest };

/** Above the limit of every text, and below the limit of a body. */
const farPast = 120_000;
/** Below the limit of headers. */
const farPastUrl = 8_000;
/** Texts of many words, of digits, of one word, and of characters with several spellings. */
const patterns = isLong ? ['N S E W ', 'A', '9', '1,000', "O'é&", ' ', '-'] : ['N S E W ', '9'];
/** The most items that a booking may have, and far more. */
const listLengths = [200, 20_000];
const mostListCharacters = 900_000;

/** The short form takes every third request: each field is tried, each with other values than the next. */
const everyNth = isLong ? 1 : 3;

type Values = (name: string, schema: Schema) => unknown;
type Place = readonly (string | number)[];

export function* costlyRequests(target: Target, known: Values): Generator<CostlyRequest> {
  let nth = 0;
  for (const request of allCostlyRequests(target, known)) {
    if (nth % everyNth === 0) yield request;
    nth += 1;
  }
}

function* allCostlyRequests(target: Target, known: Values): Generator<CostlyRequest> {
  const named = (part: string): string =>
    part.startsWith(':')
      ? encodeURIComponent(String(known(part.slice(1), { type: 'string' })))
      : part;
  const path = target.path.split('/').map(named).join('/');
  const example =
    inLargestPostcode(target.examples[0]) ?? (target.body && sampleOf('', target.body, known));
  const bodyText = example === undefined ? undefined : JSON.stringify(example);
  const route = `${target.method} ${target.path}`;
  yield* costlyPaths(target, path, bodyText, named);
  for (const name of target.queryNames)
    for (const text of texts(longestText, farPastUrl)) {
      const long = encodeURIComponent(text).slice(0, farPastUrl).replace(/%.?$/, '');
      yield {
        what: `${route}?${name} of ${text.length} × "${text.slice(0, 8)}"`,
        costly: { url: `${path}?${name}=${long}`, body: bodyText },
        plain: { url: `${path}?padding=${long}`, body: bodyText },
      };
    }
  if (example === undefined) return;
  for (const place of placesIn(example, target.body))
    for (const [description, value] of costlyValues(at(example, place))) {
      const written = writtenWith(replacedAt(example, place, slot), value);
      yield {
        what: `${route} ${place.join('.')}: ${description}`,
        costly: { url: path, body: written },
        plain: { url: path, body: writtenWith({ ...Object(example), padding: slot }, value) },
      };
    }
}

function* costlyPaths(
  { method, path }: Target,
  plain: string,
  body: string | undefined,
  named: (part: string) => string,
): Generator<CostlyRequest> {
  const parts = path.split('/');
  for (const [n, part] of parts.entries()) {
    if (!part.startsWith(':')) continue;
    for (const text of texts(longestText, farPastUrl)) {
      const long = encodeURIComponent(text).slice(0, farPastUrl).replace(/%.?$/, '');
      yield {
        what: `${method} ${path} ${part} of ${text.length} × "${text.slice(0, 8)}"`,
        costly: { url: parts.map((part, m) => (m === n ? long : named(part))).join('/'), body },
        plain: { url: `${plain}?padding=${long}`, body },
      };
    }
  }
}

const texts = (...lengths: number[]): string[] =>
  patterns.flatMap((pattern) =>
    lengths.map((length) => pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length)),
  );

/** Replacements for one value: a description and the JSON. */
function* costlyValues(value: unknown): Generator<[description: string, json: string]> {
  for (const text of texts(longestText, farPast))
    yield [`${text.length} × "${text.slice(0, 8)}"`, JSON.stringify(text)];
  if (typeof value === 'number') {
    yield ['a number of many digits', '9'.repeat(farPast)];
    yield ['a text of many digits', `"${'9'.repeat(farPast)}"`];
  }
  if (typeof value !== 'object' || value === null) return;
  const entries = Array.isArray(value) ? ['0', '{}', JSON.stringify(value[0] ?? '')] : ['0'];
  for (const entry of entries)
    for (const length of listLengths) {
      const count = Math.min(length, Math.floor(mostListCharacters / (entry.length + 1)));
      yield [`${count} entries ${entry.slice(0, 20)}`, `[${Array(count).fill(entry).join()}]`];
    }
  const names = Array.from({ length: 20_000 }, (_, n) => n);
  yield ['many names', `{${names.map((n) => `"name${n}":0`).join()}}`];
  yield ['many numbered names', `{${names.map((n) => `"${n}":0`).join()}}`];
}

/** The postcode with the most suburbs, so that suburb matching has the most work. */
const largest = { postcode: '0822', suburb: 'WADEYE' };

function inLargestPostcode(value: unknown, name = ''): unknown {
  if (/postcode$/.test(name)) return largest.postcode;
  if (/suburb$|city$/.test(name)) return largest.suburb;
  if (Array.isArray(value)) return value.map((entry) => inLargestPostcode(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([part, inner]) => [part, inLargestPostcode(inner, part)]),
  );
}

const slot = '@costly@';
const writtenWith = (value: unknown, json: string): string =>
  JSON.stringify(value).replace(JSON.stringify(slot), () => json);

/** Every value in the example, and every other field of the schema. */
function placesIn(example: unknown, schema: Schema | undefined): Place[] {
  const places = new Map<string, Place>();
  const add = (place: Place): void => {
    places.set(place.join('/'), place);
  };
  const walk = (value: unknown, place: Place): void => {
    add(place);
    if (typeof value !== 'object' || value === null) return;
    // The first entry of a list stands for all of them.
    for (const [name, part] of Object.entries(value))
      if (!Array.isArray(value) || name === '0') walk(part, [...place, name]);
  };
  const walkSchema = (shape: Schema, place: Place): void => {
    add(place);
    for (const choice of [...(shape.anyOf ?? []), ...(shape.allOf ?? [])])
      walkSchema(choice, place);
    for (const [name, part] of Object.entries(shape.properties ?? {}))
      walkSchema(part, [...place, name]);
    if (shape.items !== undefined) walkSchema(shape.items, [...place, '0']);
  };
  walk(example, []);
  if (schema !== undefined) walkSchema(schema, []);
  return [...places.values()];
}

/** A value of the schema with every optional field. */
function sampleOf(name: string, schema: Schema, known: Values): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choice = schema.anyOf?.[0] ?? schema.allOf?.[0];
  if (choice !== undefined) return sampleOf(name, choice, known);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([part, shape]) => [
        part,
        sampleOf(part, shape, known),
      ]),
    );
  if (type === 'array') return [sampleOf(name, schema.items ?? {}, known)];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  return type === 'boolean' ? true : known(name, schema);
}

function at(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((part, name) => Object(part)[name], value);
}

function replacedAt(whole: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value;
  const replaced = replacedAt(Object(whole)[name], rest, value);
  if (Array.isArray(whole)) return whole.with(0, replaced);
  return { ...Object(whole), [name]: replaced };
}
