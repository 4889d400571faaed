// Holds a JSON document against its schema and reports every difference where it stands. What is well-formed
// survives: a mistake in one surcharge must not hide the mistakes in the next, so only the faulty part is dropped.

import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { Errors } from 'typebox/value';
import { slipsBetween } from '../../domain/places/misspelling.ts';
import type { JsonDocument, JsonPath } from './json-document.ts';
import { describePattern } from './pattern-words.ts';
import { mostProblems, type Problems } from './problem.ts';

type SchemaError = ReturnType<typeof Errors>[number];

/** Faulty top-level keys, and faulty elements of top-level arrays, are undefined in the result. */
export type Surviving<File> = {
  readonly [Key in keyof File]?: File[Key] extends readonly (infer Element)[] | undefined
    ? readonly (Element | undefined)[]
    : File[Key];
};

export function checkShape<Schema extends TSchema>(
  schema: Schema,
  document: JsonDocument,
  problems: Problems,
): Surviving<Static<Schema>> {
  const { value } = document;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    if (value !== undefined) {
      problems.error('shape', document.place([]), value, 'must be a JSON object');
      document.markUnknown([]);
    }
    return {};
  }
  // Nearly every document is well-formed, which is quickly told; looking for differences takes its time.
  if (validatorOf(schema).Check(value)) return value as Surviving<Static<Schema>>;
  const faulty = new Set<string>();
  const faults = allErrors(schema, value).flatMap((error) => faultsOf(error, schema, document));
  for (const { path, place, value: found, message, meant } of faults) {
    faulty.add(pointerOf(path));
    if (meant !== undefined) document.markUnknown(meant);
    if (message !== undefined) problems.error('shape', place, found, message);
  }
  return survivor(schema, value, [], faulty, document) as Surviving<Static<Schema>>;
}

const validators = new Map<TSchema, ReturnType<typeof Compile>>();

function validatorOf(schema: TSchema): ReturnType<typeof Compile> {
  let validator = validators.get(schema);
  if (validator === undefined) {
    validator = Compile(schema);
    validators.set(schema, validator);
  }
  return validator;
}

function allErrors(schema: TSchema, value: unknown): readonly SchemaError[] {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: mostProblems });
  try {
    return Errors(schema, value);
  } finally {
    Settings.Set({ maxErrors });
  }
}

type Fault = {
  readonly path: JsonPath;
  readonly place: ReturnType<JsonDocument['place']>;
  readonly value: unknown;
  /** Undefined when another fault says it. */
  readonly message: string | undefined;
  /** Where the value of a misspelt key belongs. */
  readonly meant?: JsonPath;
};

function faultsOf(
  error: SchemaError,
  schema: SchemaNode,
  document: JsonDocument,
): readonly Fault[] {
  const path = pathOf(error.instancePath);
  const value = valueAt(document.value, path);
  const known = Object.keys(nodeAt(schema, path)?.properties ?? {});
  const keys = Object.keys(value ?? {});
  switch (error.keyword) {
    case 'additionalProperties':
      return error.params.additionalProperties.map((key) => {
        const meant = misspeltKey(key, known, keys);
        const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
        return {
          path: [...path, key],
          place: document.placeOfKey([...path, key]),
          value: key,
          message: `unknown key${path.length === 0 ? '' : ` in ${path.join('.')}`}${hint}`,
          ...(meant === undefined ? {} : { meant: [...path, meant] }),
        };
      });
    case 'required':
      return error.params.requiredProperties.map((key) => {
        const isMisspelt = keys.some((other) => misspeltKey(other, known, keys) === key);
        return {
          path: [...path, key],
          place: document.place(path),
          value: '',
          message: isMisspelt ? undefined : `the key "${[...path, key].join('.')}" is missing`,
        };
      });
    case 'boolean':
      // The same unknown key, said by its subschema.
      return [];
    default: {
      const message = `${path.join('.')} ${messageOf(error)}`;
      return [{ path, place: document.place(path), value, message }];
    }
  }
}

/** The known key that an unknown one was meant to be, if the object lacks it. */
function misspeltKey(
  key: string,
  known: readonly string[],
  keys: readonly string[],
): string | undefined {
  if (known.includes(key)) return undefined;
  return known.find((other) => !keys.includes(other) && slipsBetween(key, other) !== undefined);
}

function messageOf(error: SchemaError): string {
  if (error.keyword === 'enum') {
    return `must be one of ${error.params.allowedValues.map(String).join(', ')}`;
  }
  if (error.keyword === 'type') {
    const { type } = error.params;
    return `must be ${Array.isArray(type) ? type.join(' or ') : type}`;
  }
  if (error.keyword === 'pattern')
    return `must be ${describePattern(String(error.params.pattern))}`;
  return error.message;
}

/** `/surcharges/0/when` as a path; numbers stay text, which arrays accept. */
function pathOf(pointer: string): JsonPath {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(value: unknown, path: JsonPath): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Reflect.get(at, step);
  }
  return at;
}

/** The parts of a JSON schema that decide which values a mistake takes away. */
type SchemaNode = {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
};

function childNode(node: SchemaNode | undefined, step: string | number): SchemaNode | undefined {
  return node?.items ?? node?.properties?.[step] ?? Object.values(node?.patternProperties ?? {})[0];
}

function nodeAt(schema: SchemaNode, path: JsonPath): SchemaNode | undefined {
  return path.reduce(childNode, schema as SchemaNode | undefined);
}

function pointerOf(path: JsonPath): string {
  return JSON.stringify(path.map(String));
}

/**
 * The value without its faulty parts, and without what cannot be understood once they are gone: an object that lacks a required
 * key, an array that lacks an element. Those of the first level stay, with undefined for what is gone.
 */
function survivor(
  node: SchemaNode | undefined,
  value: unknown,
  path: JsonPath,
  faulty: ReadonlySet<string>,
  document: JsonDocument,
): unknown {
  const child = (step: string | number, part: unknown): unknown =>
    survivor(childNode(node, step), part, [...path, step], faulty, document);
  let kept: unknown;
  if (faulty.has(pointerOf(path))) kept = undefined;
  else if (Array.isArray(value)) {
    const elements = value.map((element, index) => child(index, element));
    kept = path.length > 1 && elements.includes(undefined) ? undefined : elements;
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, part]) => [key, child(key, part)] as const);
    const copy = Object.fromEntries(entries.filter(([, part]) => part !== undefined));
    const missing = (node?.required ?? []).filter((key) => !(key in copy));
    if (path.length === 0) for (const key of missing) document.markUnknown([key]);
    kept = path.length > 0 && missing.length > 0 ? undefined : copy;
  } else kept = value;
  if (kept === undefined) document.markUnknown(path);
  return kept;
}
