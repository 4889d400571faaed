// The kinds of value in a carrier's JSON files. A field publishes its JSON Schema for editors and reads a value: it
// reports every mistake at its place and returns the value in the form that rating uses. Faulty parts are left out,
// so that mistakes in the rest are reported too.

import { type PackagingIndex, packagingTypes } from '../../../domain/bookings/item.ts';
import type { Fraction } from '../../../domain/decimal.ts';
import { slipsBetween } from '../../../domain/places/misspelling.ts';
import type { Day } from '../../../domain/rate-cards/card-day.ts';
import type { JsonDocument, JsonPath } from './json-document.ts';
import type { Place, Problems } from './problem.ts';
import {
  type DecimalBounds,
  readCubicFactor,
  readDay,
  readDecimal,
  readPackaging,
} from './values.ts';

/** Stands in for a value whose mistake has been reported. */
const faulty = Symbol('faulty');
export type Faulty = typeof faulty;

type Schema = Readonly<Record<string, unknown>>;

export type Field<Value> = {
  readonly schema: Schema;
  read(value: unknown, at: At): Value | Faulty;
};

/** An optional key, with its default value. */
export type OptionalField<Value> = Field<Value> & { readonly absent: Value };

/** A place in a JSON file: its path, its value, and where to report mistakes. */
export class At {
  readonly document: JsonDocument;
  readonly path: JsonPath;
  readonly problems: Problems;

  constructor(document: JsonDocument, path: JsonPath, problems: Problems) {
    this.document = document;
    this.path = path;
    this.problems = problems;
  }

  in(...steps: JsonPath): At {
    return new At(this.document, [...this.path, ...steps], this.problems);
  }

  get value(): unknown {
    return this.document.valueAt(this.path);
  }

  get place(): Place {
    return this.document.place(this.path);
  }

  get placeOfKey(): Place {
    return this.document.placeOfKey(this.path);
  }

  /** The place of a character of a text. */
  placeInText(offset: number): Place {
    return this.document.placeInText(this.path, offset);
  }

  /** Whether a reported mistake hides this value: checks that depend on it would only repeat the mistake. */
  get isUnknown(): boolean {
    return this.document.isUnknown(this.path);
  }

  /** Whether a reported mistake hides this value or a part of it. */
  get isPartlyUnknown(): boolean {
    return this.document.isPartlyUnknown(this.path);
  }

  error(code: string, message: string, value: unknown = this.value): void {
    this.problems.error(code, this.place, value, message);
  }

  errorAtKey(code: string, message: string, value: unknown = this.path.at(-1)): void {
    this.problems.error(code, this.placeOfKey, value, message);
  }

  warning(code: string, message: string, value: unknown = this.value): void {
    this.problems.warning(code, this.place, value, message);
  }

  warningAtKey(code: string, message: string, value: unknown = this.path.at(-1)): void {
    this.problems.warning(code, this.placeOfKey, value, message);
  }

  /** Reports a mistake that makes the value unusable. */
  reject(code: string, message: string, value: unknown = this.value): Faulty {
    this.error(code, message, value);
    return this.hide();
  }

  hide(): Faulty {
    this.document.markUnknown(this.path);
    return faulty;
  }

  rejectShape(value: unknown, message: string): Faulty {
    return this.reject('shape', `${this.path.join('.')} ${message}`, value);
  }
}

/** Regular expression → a description in words, with an example. */
export const patternWords = new Map<string, string>();

export function pattern(expression: string, words: string): string {
  patternWords.set(expression, words);
  return expression;
}

type TextLimits = { minLength?: number; maxLength?: number; pattern?: string };

function string(limits: TextLimits & { description?: string }): Field<string> {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern: expression } = limits;
  const shape = expression === undefined ? undefined : new RegExp(expression);
  return {
    schema: { type: 'string', ...limits },
    read: (value, at) => {
      if (typeof value !== 'string') return at.rejectShape(value, 'must be a text');
      if (value.length < minLength) return at.rejectShape(value, 'must not be empty');
      if (value.length > maxLength)
        return at.rejectShape(value, `must have at most ${maxLength} characters`);
      if (shape !== undefined && !shape.test(value))
        return at.rejectShape(value, `must be ${patternWords.get(expression ?? '')}`);
      return value;
    },
  };
}

export const text = (description: string, limits: TextLimits = {}): Field<string> =>
  string({ minLength: 1, maxLength: 255, ...limits, description });

export const anyText = (description?: string, limits: TextLimits = {}): Field<string> =>
  string({ ...limits, ...(description === undefined ? {} : { description }) });

/** An expression; its names are checked when the whole card is known. */
export const rule = (description: string): Field<string> =>
  text(`${description} An expression.`, { maxLength: 1000 });

export const packagingName = anyText(
  `A packaging type, in any spelling: ${packagingTypes.map((type) => type.name).join(', ')}.`,
);

/** The name of a family stands for all its types. */
export const packaging: Field<readonly PackagingIndex[]> = converted(packagingName, (name, at) => {
  const types = readPackaging(name, at.place, at.problems);
  return types.length === 0 ? at.hide() : types;
});

const timePattern = pattern('^([01][0-9]|2[0-3]):[0-5][0-9]$', 'a time such as 16:30');
export const time = (description: string): Field<string> =>
  anyText(description, { pattern: timePattern });

const datePattern = pattern('^[0-9]{4}-[0-9]{2}-[0-9]{2}$', 'a date such as 2027-01-31');
export function date(description: string): Field<Day> {
  const field = anyText(description, { pattern: datePattern });
  return converted(field, (value, at) => readDay(value, at.place, at.problems) ?? at.hide());
}

export function converted<From, To>(
  field: Field<From>,
  convert: (value: From, at: At) => To | Faulty,
): Field<To> {
  return {
    schema: field.schema,
    read: (value, at) => {
      const read = field.read(value, at);
      return read === faulty ? faulty : convert(read, at);
    },
  };
}

/** A figure as text or as a number. One `type` for both: an editor then shows one message, not two. */
function figure<Value>(
  expression: string,
  description: string,
  convert: (value: string | number, at: At) => Value | undefined,
): Field<Value> {
  const shape = new RegExp(expression);
  return {
    schema: { type: ['string', 'number'], pattern: expression, description },
    read: (value, at) => {
      const isRight = typeof value === 'number' || (typeof value === 'string' && shape.test(value));
      if (!isRight) return at.rejectShape(value, `must be ${patternWords.get(expression)}`);
      return convert(value, at) ?? at.hide();
    },
  };
}

const decimalPattern = pattern(
  '^-?[0-9]{1,9}([.][0-9]{1,4})?$',
  'a number with at most four decimals, such as 12.50',
);
export const decimal = (description: string, bounds: DecimalBounds = {}): Field<number> =>
  figure(
    decimalPattern,
    `${description} A decimal with at most four places, as a string or a number.`,
    (value, at) => readDecimal(value, at.place, at.problems, bounds),
  );

const factorPattern = pattern(
  '^[0-9]{1,9}([.][0-9]{1,4})?(/[0-9]{1,9}([.][0-9]{1,4})?)?$',
  'a number or a fraction, such as 1000/3',
);
export const cubicFactor = (description: string): Field<Fraction> =>
  figure(factorPattern, description, (value, at) => readCubicFactor(value, at.place, at.problems));

export function integer(
  description?: string,
  limits: { minimum?: number; maximum?: number } = {},
): Field<number> {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = limits;
  return {
    schema: {
      type: 'integer',
      ...limits,
      ...(description === undefined ? {} : { description }),
    },
    read: (value, at) => {
      if (typeof value !== 'number' || !Number.isInteger(value))
        return at.rejectShape(value, 'must be a whole number');
      if (value < minimum) return at.rejectShape(value, `must be at least ${minimum}`);
      if (value > maximum) return at.rejectShape(value, `must be at most ${maximum}`);
      return value;
    },
  };
}

export function boolean(description?: string): Field<boolean> {
  return {
    schema: { type: 'boolean', ...(description === undefined ? {} : { description }) },
    read: (value, at) =>
      typeof value === 'boolean' ? value : at.rejectShape(value, 'must be true or false'),
  };
}

export const anything: Field<unknown> = { schema: {}, read: (value) => value };

export function choice<const Values extends readonly string[]>(
  values: Values,
  description: string,
): Field<Values[number]> {
  return {
    schema: { type: 'string', enum: [...values], description },
    read: (value, at) =>
      values.find((known) => known === value) ??
      at.rejectShape(value, `must be one of ${values.join(', ')}`),
  };
}

/** A cell of a table that is given inline. */
export const inlineCell = (description: string): Field<string | number | null> => ({
  schema: { type: ['string', 'number', 'null'], description },
  read: (value, at) =>
    value === null || typeof value === 'string' || typeof value === 'number'
      ? value
      : at.rejectShape(value, 'must be a text, a number or null'),
});

/** `null` means that there is no value. */
export function nullable<Value>({ schema, read }: Field<Value>): Field<Value | undefined> {
  const { type } = schema;
  return {
    schema: { ...schema, type: [...(Array.isArray(type) ? type : [type]), 'null'] },
    read: (value, at) => (value === null ? undefined : read(value, at)),
  };
}

export function optional<Value>(field: Field<Value>): OptionalField<Value | undefined>;
export function optional<Value>(field: Field<Value>, absent: Value): OptionalField<Value>;
export function optional<Value>(
  field: Field<Value>,
  absent?: Value,
): OptionalField<Value | undefined> {
  return { ...field, absent };
}

type ListLimits = {
  minItems?: number;
  maxItems?: number;
  uniqueItems?: true;
  description?: string;
};

/** Faulty elements are left out. */
export function list<Value>(element: Field<Value>, limits: ListLimits = {}): Field<Value[]> {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems } = limits;
  return {
    schema: { type: 'array', items: element.schema, ...limits },
    read: (value, at) => {
      if (!Array.isArray(value)) return at.rejectShape(value, 'must be a list');
      const entries = minItems === 1 ? 'entry' : 'entries';
      if (value.length < minItems)
        return at.rejectShape(value, `must have at least ${minItems} ${entries}`);
      if (value.length > maxItems)
        return at.rejectShape(value, `must have at most ${maxItems} entries`);
      if (uniqueItems === true && new Set(value).size < value.length)
        return at.rejectShape(value, 'must not have an entry twice');
      return value
        .map((entry: unknown, index) => element.read(entry, at.in(index)))
        .filter((entry): entry is Value => entry !== faulty);
    },
  };
}

/** An object with any keys. */
export function record<Value>(
  element: Field<Value>,
  description: string,
): Field<Readonly<Record<string, Value>>> {
  return {
    schema: { type: 'object', patternProperties: { '^.*$': element.schema }, description },
    read: (value, at) => {
      if (!isRecord(value)) return at.rejectShape(value, 'must be a JSON object');
      const read = Object.entries(value).map(
        ([key, entry]) => [key, element.read(entry, at.in(key))] as const,
      );
      return Object.fromEntries(
        read.filter((entry): entry is [string, Value] => entry[1] !== faulty),
      );
    },
  };
}

type Keys = Readonly<Record<string, Field<unknown>>>;

type Values<K extends Keys> = {
  readonly [Key in keyof K]: K[Key] extends Field<infer Value> ? Value : never;
};

/** An object with only these keys. `convert` is called only if no required key is missing or faulty. */
export function object<K extends Keys>(keys: K, description?: string): Field<Values<K>>;
export function object<K extends Keys, To>(
  keys: K,
  description: string | undefined,
  convert: (values: Values<K>, at: At) => To | Faulty,
): Field<To>;
export function object<K extends Keys>(
  keys: K,
  description: string | undefined,
  convert: (values: Values<K>, at: At) => unknown = (values) => values,
): Field<unknown> {
  return {
    schema: objectSchema(keys, description === undefined ? {} : { description }),
    read: (value, at) => {
      if (!isRecord(value)) return at.rejectShape(value, 'must be a JSON object');
      const { values, isComplete } = readKeys(keys, value, at);
      if (!isComplete) return at.hide();
      const read = convert(values as Values<K>, at);
      return read === faulty ? at.hide() : read;
    },
  };
}

/** A whole file. A required key that is missing or faulty is read as undefined. */
export type FileFormat<K extends Keys> = { readonly schema: Schema; readonly keys: K };

export type FileValues<K extends Keys> = {
  readonly [Key in keyof K]: K[Key] extends OptionalField<infer Value>
    ? Value
    : K[Key] extends Field<infer Value>
      ? Value | undefined
      : never;
};

export function fileFormat<K extends Keys>(
  title: string,
  description: string,
  keys: K,
): FileFormat<K> {
  return { schema: objectSchema(keys, { title, description }), keys };
}

export function readFile<K extends Keys>(
  { keys }: FileFormat<K>,
  document: JsonDocument,
  problems: Problems,
): FileValues<K> {
  const at = new At(document, [], problems);
  const { value } = document;
  // Undefined if the file is not JSON, which was already reported.
  if (value !== undefined && !isRecord(value)) at.reject('shape', 'must be a JSON object');
  const { values } = isRecord(value) ? readKeys(keys, value, at) : { values: defaultsOf(keys) };
  return values as FileValues<K>;
}

function objectSchema(keys: Keys, words: Readonly<Record<string, string>>): Schema {
  const required = Object.keys(keys).filter((key) => !isOptional(keys[key]));
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(Object.entries(keys).map(([key, field]) => [key, field.schema])),
    additionalProperties: false,
    ...words,
  };
}

const isOptional = (field: Field<unknown> | undefined): field is OptionalField<unknown> =>
  field !== undefined && 'absent' in field;

function defaultsOf(keys: Keys): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(keys).flatMap(([key, field]) =>
      isOptional(field) && field.absent !== undefined ? [[key, field.absent]] : [],
    ),
  );
}

/** Missing and unknown keys are reported before the values, which may hide the object. */
function readKeys(
  keys: Keys,
  object: Readonly<Record<string, unknown>>,
  at: At,
): { values: Record<string, unknown>; isComplete: boolean } {
  const missing = Object.keys(keys).filter(
    (key) => !Object.hasOwn(object, key) && !isOptional(keys[key]),
  );
  const unknown = Object.keys(object).filter((key) => !Object.hasOwn(keys, key));
  const misspelt = reportUnknownKeys(unknown, keys, object, at);
  for (const key of missing) {
    if (misspelt.has(key)) continue;
    const message = `the key "${[...at.path, key].join('.')}" is missing`;
    at.problems.error('shape', at.place, '', message);
  }
  for (const key of [...unknown, ...misspelt, ...missing]) at.in(key).hide();
  const values = defaultsOf(keys);
  let isComplete = missing.length === 0;
  for (const [key, field] of Object.entries(keys)) {
    if (!Object.hasOwn(object, key)) continue;
    const read = field.read(object[key], at.in(key));
    if (read !== faulty) values[key] = read;
    else isComplete &&= isOptional(field);
  }
  return { values, isComplete };
}

/** Returns the known keys that the unknown ones appear to misspell. */
function reportUnknownKeys(
  unknown: readonly string[],
  keys: Keys,
  object: Readonly<Record<string, unknown>>,
  at: At,
): ReadonlySet<string> {
  const misspelt = new Set<string>();
  for (const key of unknown) {
    const meant = Object.keys(keys).find(
      (known) => !Object.hasOwn(object, known) && slipsBetween(key, known) !== undefined,
    );
    if (meant !== undefined) misspelt.add(meant);
    const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
    const section = at.path.length === 0 ? '' : ` in ${at.path.join('.')}`;
    at.in(key).errorAtKey('shape', `unknown key${section}${hint}`);
  }
  return misspelt;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
