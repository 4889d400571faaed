// Damages a valid file: extreme cells, lines lost, doubled or cut, other separators and line ends, unclosed quotes,
// bytes that are not text, unknown columns. The result depends only on fast-check's seed.
import fc from 'fast-check';

const awfulCells = [
  '',
  ' ',
  '"',
  '""',
  '"a',
  'a"b',
  '"a""',
  '\u0000',
  '\ufeff',
  '\ufffd',
  '\ud800',
  '\u202e',
  '\r',
  '\u2028',
  '寿司😀',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '=1+1',
  '@SUM(A1)',
  '-0',
  '0',
  '-1',
  '1e308',
  '1e-308',
  '1e999',
  'NaN',
  'Infinity',
  '0x10',
  '1,5',
  '1.000.000',
  '$1',
  '２０',
  '9007199254740993',
  '99999999999999999999',
  '0.1234567890123456789',
  '2026-02-30',
  '31/12/9999',
  '-271821-04-20T00:00:00Z',
  '2026-11-16T09:00:00+99:00',
  'x'.repeat(5_000),
];

const awfulCell = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...awfulCells) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.double().map(String) },
);

type Damage = (text: string) => string;

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const at = (share: number, length: number): number => Math.floor(share * length);

const cellDamage: fc.Arbitrary<Damage> = fc
  .tuple(place, place, awfulCell)
  .map(([row, column, cell]) => (text) => {
    const lines = text.split('\n');
    const n = at(row, lines.length);
    const cells = (lines[n] ?? '').split(',');
    cells[at(column, cells.length)] = cell;
    lines[n] = cells.join(',');
    return lines.join('\n');
  });

const lineDamage: fc.Arbitrary<Damage> = fc
  .tuple(place, fc.constantFrom('lose', 'double', 'empty', 'comment', 'more', 'fewer'))
  .map(([row, damage]) => (text) => {
    const lines = text.split('\n');
    const n = at(row, lines.length);
    const line = lines[n] ?? '';
    const instead = {
      lose: [],
      double: [line, line],
      empty: [line, ''],
      comment: [`# ${line}`],
      more: [`${line},${line}`],
      fewer: [line.split(',').slice(1).join(',')],
    }[damage];
    return lines.toSpliced(n, 1, ...instead).join('\n');
  });

const wholeDamage: fc.Arbitrary<Damage> = fc.oneof(
  fc.constantFrom<Damage>(
    (text) => text.replaceAll(',', ';'),
    (text) => text.replaceAll(',', '\t'),
    (text) => text.replaceAll('\n', '\r'),
    (text) => text.replaceAll('\n', '\r\n'),
    (text) => `\ufeff\ufeff${text}`,
    (text) => `"${text}`,
    (text) => Buffer.from(text, 'utf16le').toString('latin1'),
    (text) => text.repeat(30),
    (text) => text.split('\n').toReversed().join('\n'),
    (text) => text.toUpperCase(),
    () => '',
    () => '\n\n\n',
    () => '\u0000'.repeat(1_000),
    () => ','.repeat(10_000),
    () => `a${',b'.repeat(3_000)}`,
  ),
  place.map((share) => (text: string) => text.slice(0, at(share, text.length))),
  fc.tuple(place, awfulCell).map(([share, replacement]) => (text: string) => {
    const n = at(share, text.length);
    return text.slice(0, n) + replacement + text.slice(n);
  }),
);

/** Damages a valid file in one to four places. */
export function damaged(good: string): fc.Arbitrary<string> {
  const damage = fc.oneof(
    { weight: 6, arbitrary: cellDamage },
    { weight: 2, arbitrary: lineDamage },
    { weight: 1, arbitrary: wholeDamage },
  );
  return fc
    .array(damage, { minLength: 1, maxLength: 4 })
    .map((damages) => damages.reduce((text, damage) => damage(text), good));
}

/** Replaces a value somewhere in a JSON document, or breaks its syntax. */
export function damagedJson(good: string): fc.Arbitrary<string> {
  const value = fc.oneof(
    fc.constantFrom<unknown>(null, true, '', [], {}, [[]], { a: { b: {} } }, -1, 0, 1e308, -0, 0.5),
    awfulCell,
    fc.jsonValue({ maxDepth: 2 }),
  );
  const changed = fc.tuple(place, value).map(([share, replacement]) => {
    const document: unknown = JSON.parse(good);
    const places = placesOf(document);
    const found = places[at(share, places.length)];
    if (found !== undefined) Object.assign(found.parent, { [found.name]: replacement });
    return JSON.stringify(document, undefined, 1);
  });
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: damaged(good) });
}

function placesOf(value: unknown): { parent: object; name: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) => [
    { parent: value, name },
    ...placesOf(inside),
  ]);
}
