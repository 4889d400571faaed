// Takes a valid value and breaks each rule of a published schema, one at a time.
import { followed, type Schema } from './document.ts';

type Path = readonly (string | number)[];

export type Fault = {
  /** Such as `sender.postcode: missing`. */
  name: string;
  path: Path;
  body: unknown;
};

export function faultsOf(schema: Schema, valid: unknown): Fault[] {
  return faultsAt(schema, valid, []).map(({ path, kind, change }) => ({
    name: `${path.join('.')}: ${kind}`,
    path,
    body: changed(valid, path, change),
  }));
}

type Change = { isGone: true } | { value: unknown };
type Found = { path: Path; kind: string; change: Change };

const removed: Change = { isGone: true };

function faultsAt(referring: Schema, value: unknown, path: Path): Found[] {
  const schema = followed(referring);
  const wrongValue = (kind: string, given: unknown): Found => ({
    path,
    kind,
    change: { value: given },
  });
  const own = path.length === 0 ? [] : valueFaults(schema, value, wrongValue);
  if (schema.properties !== undefined && typeof value === 'object' && value !== null)
    return [...own, ...fieldFaults(schema, value as Record<string, unknown>, path)];
  if (schema.items !== undefined && Array.isArray(value) && value.length > 0)
    return [...own, ...faultsAt(schema.items, value[0], [...path, 0])];
  return own;
}

function fieldFaults(
  { properties = {}, required = [] }: Schema,
  value: Record<string, unknown>,
  path: Path,
): Found[] {
  return Object.entries(properties).flatMap(([name, part]) => {
    const place = [...path, name];
    const missing = required.includes(name)
      ? [{ path: place, kind: 'missing', change: removed }]
      : [];
    return [...missing, ...faultsAt(part, value[name], place)];
  });
}

function valueFaults(
  schema: Schema,
  value: unknown,
  wrongValue: (kind: string, given: unknown) => Found,
): Found[] {
  const choices = schema.oneOf ?? schema.anyOf ?? [schema];
  const parts = choices.map(followed);
  const isText = parts.some(({ type, enum: words }) => type === 'string' && words === undefined);
  const has = (type: string): boolean => parts.some((part) => part.type === type);
  const faults: Found[] = [];
  if (has('object')) faults.push(wrongValue('a text', 'text'));
  else if (has('array')) faults.push(wrongValue('a text', 'text'));
  else faults.push(wrongValue('an object', { wrong: true }));
  if (has('boolean')) faults.push(wrongValue('a word', 'perhaps'));
  if (has('number') || has('integer')) faults.push(...rangeFaults(parts, isText, wrongValue));
  if (schema.enum !== undefined) faults.push(wrongValue('an unknown word', 'of no list'));
  if (schema.format !== undefined || schema.pattern?.startsWith('^') === true)
    faults.push(wrongValue('another form', 'of no form'));
  if (schema.maxLength !== undefined && schema.format === undefined)
    faults.push(wrongValue('too long', 'x'.repeat(schema.maxLength + 1)));
  if ((schema.minItems ?? 0) > 0) faults.push(wrongValue('empty', []));
  if (schema.maxItems !== undefined && Array.isArray(value) && value.length > 0)
    faults.push(
      wrongValue(
        'too many',
        Array.from({ length: schema.maxItems + 1 }, () => value[0]),
      ),
    );
  return faults;
}

function rangeFaults(
  parts: readonly Schema[],
  isText: boolean,
  wrongValue: (kind: string, given: unknown) => Found,
): Found[] {
  const numbers = parts.filter(({ type }) => type === 'number' || type === 'integer');
  // A field that accepts any text accepts a number too.
  const isFree = parts.some(
    ({ type, pattern }) => type === 'string' && pattern?.startsWith('^') !== true,
  );
  if (isFree) return [];
  return [
    ...(isText ? [wrongValue('no number', 'many')] : []),
    ...numbers.flatMap(({ type, minimum, maximum }) => [
      ...(minimum === undefined ? [] : [wrongValue('too little', minimum - 1)]),
      ...(maximum === undefined ? [] : [wrongValue('too much', maximum + 1)]),
      ...(type === 'integer' ? [wrongValue('a fraction', 1.5)] : []),
    ]),
  ];
}

function changed(value: unknown, path: Path, change: Change): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return 'value' in change ? change.value : undefined;
  if (Array.isArray(value))
    return value.map((entry, n) => (n === name ? changed(entry, rest, change) : entry));
  const object = (typeof value === 'object' && value !== null ? value : {}) as object;
  const { [name as keyof object]: inner, ...others } = object;
  if (rest.length === 0 && 'isGone' in change) return others;
  return { ...others, [name]: changed(inner, rest, change) };
}

/** Whether a refusal's nested `errors` name this place or a part of it. */
export function namesPlace(errors: unknown, path: Path): boolean {
  let level = errors;
  for (const name of path) {
    // A message about a whole list or object also covers the places in it.
    if (Array.isArray(level)) return true;
    if (typeof level !== 'object' || level === null || !Object.hasOwn(level, name)) return false;
    level = (level as Record<string | number, unknown>)[name];
  }
  return level !== undefined;
}
