// Generates malformed requests: valid bodies with one part replaced by an extreme value, damaged bodies of real
// clients, bodies that are not JSON, invalid addresses and headers. They depend only on fast-check's seed, so a
// failing run can be repeated.
import fc from 'fast-check';
import type { Schema, Target } from './hostile-targets.ts';

export type HostileRequest = {
  target: Target;
  /** Includes the query. */
  url: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
  /** Where a signature is the credential: whether it is valid. */
  isSigned: boolean;
};

/** Values that name existing records, so that many requests reach one. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

const awfulStrings = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202Eabc',
  '😀👩‍👩‍👧‍👦é',
  '中文地址很长',
  '__proto__',
  'constructor',
  'toString',
  '<script>alert(1)</script>',
  "'; drop table bookings; --",
  '../../../../etc/passwd',
  '%00%ff',
  '1e308',
  '-0',
  'NaN',
  'Infinity',
  '0x10',
  '1,000.50',
  '２０００',
  '9'.repeat(400),
  'x'.repeat(20_000),
  '\n\r\t',
  'null',
  'undefined',
  '2026-02-30',
  '9999-12-31T23:59:60Z',
];

const awfulNumbers = [
  0,
  -0,
  -1,
  0.1,
  1e-7,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  0.30000000000000004,
  -(2 ** 31) - 1,
  -(2 ** 53),
  2 ** 63,
  2 ** 64,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  Number.EPSILON,
];
/** Spellings of numbers that JSON.stringify never produces. */
const awfulNumberTexts = ['-0', '1E400', '-1e400', '1e-400', '0.0', '1.0', '1e0', '9'.repeat(60)];

const deep = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const awful: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<unknown>(...awfulStrings) },
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...awfulNumbers) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], [{}]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(deep(60), Array(500).fill({}), Array(300).fill('x')),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Mostly a value that fits the schema, sometimes an extreme one. */
function nearly(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: right(schema, known) }, { weight: 1, arbitrary: awful });
}

function right(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.allOf;
  if (choices !== undefined && choices.length > 0)
    return fc.oneof(...choices.map((choice) => nearly(choice, known)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return someObject(schema, known);
    case 'array':
      return fc.array(nearly(schema.items ?? {}, known), { maxLength: 4 });
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 1000),
        fc.constantFrom((schema.minimum ?? 0) - 1, (schema.maximum ?? 1000) + 1),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.oneof(
        fc.constantFrom('2000', 'SYDNEY', 'AU', 'Carton', 'a@b.example', '12'),
        fc.string(),
        // Letters of every script, and invalid text.
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.string({ unit: 'binary', maxLength: 40 }),
      );
  }
}

/** Unknown names, including those of object properties. */
const unknownNames = ['surprise', '__proto__', 'constructor', 'toString'];

function someObject(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const shape = Object.fromEntries(
    properties.map(([name, property]) => [name, nearlyNamed(name, property, known)]),
  );
  return fc
    .tuple(
      fc.record(shape, { requiredKeys: [] }),
      fc.record(shape),
      fc.integer({ min: 0, max: 3 }),
      fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: awful }),
    )
    .map(([some, all, whole, extra]) => {
      const object = { ...(whole === 0 ? some : all) };
      // Define a property, because assigning `__proto__` would change the prototype.
      if (extra !== undefined)
        Object.defineProperty(object, unknownNames[whole] ?? '', {
          value: extra,
          enumerable: true,
        });
      return object;
    });
}

/** Fields whose valid values do not follow from their schema. */
function nearlyNamed(name: string, schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const values = known[name];
  if (values === undefined) return nearly(schema, known);
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom<unknown>(...values) },
    { weight: 2, arbitrary: awful },
  );
}

const brokenBodies: readonly (string | Buffer)[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{"a":1,"a":2}',
  '\ufeff{}',
  '{"__proto__":{"isOperator":true},"constructor":{"prototype":{"x":1}}}',
  '{"items":[{"weight":1e999}]}',
  '{"a":"\\ud800"}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('{"a":"\xc3\x28"}', 'latin1'),
  'a=1&b=2',
  '<xml/>',
  ...awfulNumberTexts.map(
    (text) => `{"items":[{"weight":${text},"quantity":${text}}],"id":${text}}`,
  ),
  '{"items":[{"weight":NaN}]}',
  '{"items":[{"weight":01}]}',
  '{"a":1}{"a":2}',
  '{"id":1,"id":2,"items":[],"items":{}}',
  '{"constructor":{"prototype":{"isOperator":true}}}',
  // One body below the size limit and one above it.
  `[${'0,'.repeat(300_000)}0]`,
  `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":${n}`).join(',')}}`,
  `{"sender":"${'é'.repeat(300_000)}"}`,
  `{"a":"${'x'.repeat(1_100_000)}"}`,
  Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  Buffer.from('{"receiver":{"suburb":"\xed\xa0\x80\xf5\x80"}}', 'latin1'),
];

function bodyOf(target: Target, known: Known): fc.Arbitrary<HostileRequest['body']> {
  const { method, body: schema, examples } = target;
  if (method !== 'POST' && method !== 'PUT') return fc.constant(undefined);
  const written = (values: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
    values.map((value) => JSON.stringify(value) ?? '');
  const shaped = schema === undefined ? fc.jsonValue() : right(schema, known);
  const damaged = examples.length === 0 ? shaped : fc.constantFrom(...examples).chain(damage);
  return fc.oneof(
    { weight: 5, arbitrary: written(shaped) },
    { weight: 3, arbitrary: written(damaged) },
    { weight: 1, arbitrary: written(awful) },
    { weight: 1, arbitrary: fc.constantFrom(...brokenBodies) },
  );
}

/** A copy with one part left out or replaced by an extreme value. */
function damage(example: unknown): fc.Arbitrary<unknown> {
  return fc
    .record({ where: fc.constantFrom(...placesIn(example)), awful, isGone: fc.boolean() })
    .map(({ where, awful: value, isGone }) =>
      replacedAt(example, where, isGone ? undefined : value),
    );
}

type Place = readonly string[];

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const inner = Object.entries(value).flatMap(([name, part]) =>
    placesIn(part).map((place) => [name, ...place]),
  );
  return [[], ...inner];
}

function replacedAt(whole: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value;
  const part = (whole as Record<string, unknown>)[name];
  const replaced = replacedAt(part, rest, value);
  if (Array.isArray(whole)) return whole.with(Number(name), replaced);
  return { ...(whole as object), [name]: replaced };
}

const awfulSegments = [
  '0',
  '-1',
  '1.5',
  '01',
  '1e3',
  '%00',
  '%',
  '%zz',
  '..',
  '%2e%2e%2f',
  '%ed%a0%80',
  'a'.repeat(300),
  "'",
  '９',
  '9'.repeat(30),
  '%F0%9F%98%80',
  '%20',
  '__proto__',
];

function urlOf(target: Target, known: Known): fc.Arbitrary<string> {
  const segments = target.path.split('/').map((segment) =>
    segment.startsWith(':')
      ? fc.oneof(
          {
            weight: 7,
            arbitrary: fc.constantFrom(...(known[segment.slice(1)] ?? ['1']).map(String)),
          },
          { weight: 3, arbitrary: fc.constantFrom(...awfulSegments) },
        )
      : fc.constant(segment),
  );
  return fc
    .tuple(fc.tuple(...segments), queryOf(target, known))
    .map(([parts, query]) => parts.join('/') + query);
}

function queryOf({ queryNames: named }: Target, known: Known): fc.Arbitrary<string> {
  const name = fc.oneof(fc.constantFrom('q', 'page', '__proto__', 'a[b]', ...named), fc.string());
  const value = fc.oneof(
    fc.constantFrom(...(known.query ?? ['1']).map(String)),
    fc.constantFrom(...awfulStrings.filter((text) => text !== '\ud800')),
  );
  return fc.array(fc.tuple(name, value), { maxLength: 3 }).map((pairs) => {
    if (pairs.length === 0) return '';
    const written = pairs.map(([left, right]) => `${escaped(left)}=${escaped(right)}`);
    return `?${written.join('&')}`;
  });
}

/** Like encodeURIComponent, which throws for lone surrogates. */
function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 3_000);
}

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  {},
  {},
  {},
  { accept: 'text/html' },
  { accept: 'x'.repeat(2_000) },
  { 'if-none-match': '"x", W/"y", *' },
  { 'idempotency-key': 'k'.repeat(1_000) },
  { 'idempotency-key': 'same' },
  { 'x-forwarded-for': '999.1.1.1, ::1, unknown' },
  { 'x-request-id': '<script>' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': '' },
  { cookie: '='.repeat(500) },
  { authorization: 'Basic !!!!' },
  { range: 'bytes=5-1' },
  { 'accept-encoding': 'br;q=0, gzip;q=0' },
);

export function hostileRequest(
  targets: readonly Target[],
  known: Known,
): fc.Arbitrary<HostileRequest> {
  return fc.constantFrom(...targets).chain((target) =>
    fc.record({
      target: fc.constant(target),
      url: urlOf(target, known),
      headers: oddHeaders,
      body: bodyOf(target, known),
      isSigned: fc.boolean(),
    }),
  );
}
