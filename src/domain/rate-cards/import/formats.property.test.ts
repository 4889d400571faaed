// Properties of any file: reading it never throws, every refusal points into the file, prices are imported unchanged,
// and no lane comes from a refused line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rateFile, readRates } from '../../../../test/support/rate-cards/rate-files.ts';
import { mistakeWords } from '../../../wording/rate-cards.ts';
import { formatDecimal4, one4 } from '../../decimal.ts';
import { type CardFormat, cardFormats } from './formats.ts';

const formats = Object.keys(cardFormats) as CardFormat[];
const decided = { breaks: 'whole', flat: 'each', cubic: '250', service: 's' } as const;
const zone = fc.stringMatching(/^[A-Z][A-Z0-9]{0,5}$/);
const amount = fc.integer({ min: 0, max: 99_999_999 });

/** The amount in one of the forms that spreadsheets show. */
const shown = (value: number, style: number): string => {
  const plain = formatDecimal4(value, 2);
  if (style === 0) return plain;
  if (style === 1) return ` $ ${plain} `;
  const [whole = '', fraction = ''] = plain.split('.');
  return `"$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${fraction}"`;
};

const header =
  'Carrier,Ratecard,Service,From Zone,To Zone,Reciprocal,Cubic Conversion,Basic,Minimum,Break Type,Item Type,Break From,Break To,Price,Break Type,Item Type,Break From,Break To,Price';

test('keeps every price of a MachShip file in any spelling', () => {
  const line = fc.record({
    basic: amount,
    minimum: amount,
    low: amount,
    high: amount,
    limit: fc.integer({ min: 1, max: 5000 }),
    style: fc.integer({ min: 0, max: 2 }),
  });
  const card = fc.uniqueArray(fc.tuple(zone, zone, line), {
    selector: ([from, to]) => `${from} ${to}`,
    minLength: 1,
    maxLength: 20,
  });
  const property = fc.property(card, fc.constantFrom('\n', '\r\n'), (lines, end) => {
    const rows = lines.map(([from, to, { basic, minimum, low, high, limit, style }]) =>
      [
        ...['C', 'R', 'S', from, to, 'N', '250', shown(basic, style), shown(minimum, style)],
        ...['WEIGHT', '', '0', String(limit), shown(low, style)],
        ...['Weight', '', String(limit), '', shown(high, style)],
      ].join(','),
    );
    const text = [header, ...rows].join(end);
    const { reading, findings } = readRates('machship', [{ name: 'f.csv', text }], decided);
    assert.deepEqual(findings.refused, []);
    assert.deepEqual(
      reading.lanes.map(({ from, to, basic, minimum, breaks }) => [
        from.text,
        to.text,
        basic,
        minimum,
        breaks.map((one) => [one.to, one.price]),
      ]),
      lines.map(([from, to, { basic, minimum, low, high, limit }]) => [
        from,
        to,
        basic,
        minimum,
        [
          [limit * one4, low],
          [undefined, high],
        ],
      ]),
    );
  });
  fc.assert(property, { numRuns: 200 });
});

/** Fixtures with inserted, removed and swapped cells: nearly right, like most faulty files. */
const fixtures: Readonly<Record<CardFormat, string>> = {
  machship: rateFile('machship.csv').text,
  'direct-freight': rateFile('direct-freight-seqno.csv').text,
  freightexchange: rateFile('freightexchange-rates.csv').text,
  matrix: rateFile('matrix.csv').text,
};
const piece = fc.oneof(
  fc.constantFrom(
    ',',
    '"',
    '\n',
    '\r',
    '$',
    '-',
    '0',
    '*',
    'POA',
    '#',
    '\u00a0',
    ',,,',
    '1,000',
    '9'.repeat(30),
  ),
  fc.string({ maxLength: 8 }),
);
const spoilt = fc
  .tuple(
    fc.constantFrom(...formats),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 6 }), piece), { maxLength: 6 }),
  )
  .map(([format, changes]) => {
    let text = fixtures[format];
    for (const [at, cut, put] of changes) {
      const place = at % (text.length + 1);
      text = text.slice(0, place) + put + text.slice(place + cut);
    }
    return { format, text };
  });

test('a damaged file never crashes: each rejection points into it and no lane uses a rejected line', () => {
  const property = fc.property(spoilt, ({ format, text }) => {
    const { reading, findings, lanes } = readRates(format, [{ name: 'f.csv', text }], decided);
    const height = text.split('\n').length;
    for (const { file, line, column, mistake } of findings.refused) {
      const { reason, fix } = mistakeWords(mistake);
      assert.equal(file, 'f.csv');
      assert.ok(line >= 0 && line <= height && column >= 0);
      assert.ok(reason.length > 0 && fix.length > 0);
    }
    // In a matrix a single cell is refused; elsewhere the whole line is.
    if (format !== 'matrix')
      for (const { places } of reading.lanes)
        for (const place of places) assert.ok(!findings.hasRefused(place), `line ${place.line}`);
    for (const lane of lanes) assert.doesNotMatch(lane, /NaN|undefined|[,:|]-\d/);
  });
  fc.assert(property, { numRuns: 1000 });
});

test('reads any text to its end', () => {
  const property = fc.property(
    fc.constantFrom(...formats),
    fc.string({ unit: 'binary' }),
    (format, text) => {
      const { reading } = readRates(format, [{ name: 'f.csv', text }], decided);
      assert.ok(reading.lines >= 0);
    },
  );
  fc.assert(property, { numRuns: 500 });
});
