// Holds a JSON document against its schema and reports every difference where it stands. What is well-formed
// survives: a mistake in one surcharge must not hide the mistakes in the next, so only the faulty part is dropped.

import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { Errors } from 'typebox/value';
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
    }
    return {};
  }
  // Nearly every document is well-formed, which is quickly told; looking for differences takes its time.
  if (validatorOf(schema).Check(value)) return value as Surviving<Static<Schema>>;
  const faulty: JsonPath[] = [];
  for (const error of allErrors(schema, value)) {
    for (const fault of faultsOf(error, document)) {
      faulty.push(fault.path);
      problems.error('shape', fault.place, fault.value, fault.message);
    }
  }
  // The schema has spoken for everything that is left.
  return prune(value, faulty) as Surviving<Static<Schema>>;
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
  readonly message: string;
};

function faultsOf(error: SchemaError, document: JsonDocument): readonly Fault[] {
  const path = pathOf(error.instancePath);
  const value = valueAt(document.value, path);
  switch (error.keyword) {
    case 'additionalProperties':
      return error.params.additionalProperties.map((key) => ({
        path: [...path, key],
        place: document.placeOfKey([...path, key]),
        value: key,
        message: `unknown key${path.length === 0 ? '' : ` in ${path.join('.')}`}`,
      }));
    case 'required':
      return error.params.requiredProperties.map((key) => ({
        path: [...path, key],
        place: document.place(path),
        value: '',
        message: `the key "${[...path, key].join('.')}" is missing`,
      }));
    case 'boolean':
      // The same unknown key, said by its subschema.
      return [];
    default: {
      const message = `${path.join('.')} ${messageOf(error)}`;
      return [{ path, place: document.place(path), value, message }];
    }
  }
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

function prune(value: object, faulty: readonly JsonPath[]): object {
  const copy: Record<string, unknown> = { ...value };
  for (const [key, index] of faulty) {
    if (key === undefined) return {};
    const section = copy[String(key)];
    if (Array.isArray(section) && index !== undefined) {
      copy[String(key)] = section.map((element: unknown, at) =>
        at === Number(index) ? undefined : element,
      );
    } else delete copy[String(key)];
  }
  return copy;
}
