// Cells of a rate file that cannot be imported: their exact position, and how to fix them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  rateFile as fixture,
  readRates as read,
} from '../../../../test/support/rate-cards/rate-files.ts';
import { mistakeWords } from '../../../wording/rate-cards.ts';
import { decodeCsv } from '../../csv/csv-file.ts';
import { Findings } from './findings.ts';
import type { CardFormat } from './formats.ts';

/** A change to a fixture, and the first refusal that it must cause. */
const mistakes: readonly {
  what: string;
  format: CardFormat;
  files: readonly string[];
  from: string;
  to: string;
  /** Has the mark ¦ before the place. */
  value: string;
  reason: RegExp;
}[] = [
  {
    what: 'an invalid amount',
    format: 'machship',
    files: ['machship.csv'],
    from: '0.3327',
    to: '¦TBA',
    value: 'TBA',
    reason: /not an amount/,
  },
  {
    what: 'a negative price',
    format: 'machship',
    files: ['machship.csv'],
    from: '41.00',
    to: '¦-41.00',
    value: '-41.00',
    reason: /not an amount/,
  },
  {
    what: 'an unknown kind of break',
    format: 'machship',
    files: ['machship.csv'],
    from: 'WEIGHT,,1,500',
    to: '¦MOONS,,1,500',
    value: 'MOONS',
    reason: /unit is not known/,
  },
  {
    what: 'a gap between breaks',
    format: 'machship',
    files: ['machship.csv'],
    from: 'WEIGHT,,251,,0.2805',
    to: 'WEIGHT,,300,¦500,0.2805',
    value: '500',
    reason: /gap or an overlap/,
  },
  {
    what: 'a blank zone',
    format: 'machship',
    files: ['machship.csv'],
    from: 'GEN,SYD,PER',
    to: 'GEN,¦,PER',
    value: '',
    reason: /zone is blank/,
  },
  {
    what: 'the same lane twice',
    format: 'machship',
    files: ['machship.csv'],
    from: 'INV,INV 2027,GEN,SYD,PER',
    to: '¦INV,INV 2027,GEN,SYD,BNE',
    value: 'GEN SYD BNE',
    reason: /same lane as line 3/,
  },
  {
    what: 'an unknown packaging type',
    format: 'machship',
    files: ['machship.csv'],
    from: 'WEIGHT,,1,500',
    to: 'WEIGHT,¦Amphora,1,500',
    value: 'Amphora',
    reason: /packaging type/,
  },
  {
    what: 'a cubic conversion out of range',
    format: 'machship',
    files: ['machship.csv'],
    from: 'PER,N,333',
    to: 'PER,N,¦33',
    value: '33',
    reason: /cubic conversion/,
  },
  {
    what: 'a type that is neither kilo nor pallet',
    format: 'direct-freight',
    files: ['direct-freight-seqno.csv'],
    from: '0,0,0,KILO',
    to: '0,0,0,¦STONE',
    value: 'STONE',
    reason: /KILO and PALLET/,
  },
  {
    what: 'breaks that do not rise',
    format: 'direct-freight',
    files: ['direct-freight-seqno.csv'],
    from: '99999,2',
    to: '¦200,2',
    value: '200',
    reason: /does not rise/,
  },
  {
    what: 'a second basic charge',
    format: 'freightexchange',
    files: ['freightexchange-rates.csv', 'freightexchange-courier.csv'],
    from: '8.40,25,0',
    to: '8.40,25,¦3.50',
    value: '3.50',
    reason: /second basic charge/,
  },
  {
    what: 'a basic charge that differs between the breaks of a lane',
    format: 'freightexchange',
    files: ['freightexchange-rates.csv', 'freightexchange-courier.csv'],
    from: '8.20,25,0,0,0.38',
    to: '¦9.20,25,0,0,0.38',
    value: '9.20',
    reason: /line 2 of this lane says 8.20/,
  },
  {
    what: 'an implausible fuel levy',
    format: 'freightexchange',
    files: ['freightexchange-courier.csv', 'freightexchange-rates.csv'],
    from: '0.1301',
    to: '¦1301',
    value: '1301',
    reason: /fuel levy/,
  },
  {
    what: 'an invalid amount in a matrix cell',
    format: 'matrix',
    files: ['matrix.csv'],
    from: '0.44',
    to: '¦call us',
    value: 'call us',
    reason: /not an amount/,
  },
  {
    what: 'a matrix line with a missing cell',
    format: 'matrix',
    files: ['matrix.csv'],
    from: 'ADL,SA,9.40',
    to: '¦ADL,9.40',
    value: '7 cells',
    reason: /headings have 8/,
  },
  {
    what: 'a matrix without a column',
    format: 'matrix',
    files: ['matrix.csv'],
    from: ',,Basic,Per Kg,Minimum,',
    to: ',,¦Fixed,Per Kg,Minimum,',
    value: 'Fixed',
    reason: /unknown or repeated under SYD/,
  },
  {
    what: 'an unclosed quotation mark',
    format: 'machship',
    files: ['machship.csv'],
    from: 'INV,INV 2027,GEN,SYD,PER',
    to: '¦"INV,INV 2027,GEN,SYD,PER',
    value: 'INV,INV 2027,GEN,SYD',
    reason: /never closed/,
  },
  {
    what: 'a missing column',
    format: 'direct-freight',
    files: ['direct-freight-seqno.csv'],
    from: 'FromZone,ToZone,',
    to: '¦FromZone,Towards,',
    value: 'ToZone',
    reason: /ToZone is missing/,
  },
];

for (const { what, format, files, from, to, value, reason } of mistakes) {
  test(`${format}: rejects ${what} at its place`, () => {
    const [first, ...rest] = files.map(fixture);
    assert.ok(first !== undefined);
    assert.ok(first.text.includes(from));
    const marked = first.text.replace(from, to);
    const before = marked.slice(0, marked.indexOf('¦')).split('\n');
    const changed = { ...first, text: marked.replace('¦', '') };
    const { findings } = read(format, [changed, ...rest], {
      breaks: 'whole',
      cubic: '250',
      service: 's',
    });
    const [found] = findings.refused;
    assert.ok(found !== undefined);
    assert.deepEqual(
      [found.file, found.line, found.column, found.value],
      [first.name, before.length, (before.at(-1)?.length ?? 0) + 1, value],
    );
    const words = mistakeWords(found.mistake);
    assert.match(words.reason, reason);
    assert.ok(words.fix.length > 0);
  });
}

test('rejects a workbook, an empty file and one with semicolons, and says what to do', () => {
  for (const [text, fix] of [
    [decodeCsv(Buffer.from('PK\u0003\u0004rest')), /save each sheet as CSV/],
    ['', /Export the rates again/],
    ['FromZone,ToZone,Service,Rate,UpToKgs,Type,CubicConv\n,,\n', /Export the rates again/],
    ['FromZone;ToZone;Service\nA;B;C\n', /with commas/],
  ] as const) {
    const { findings } = read('direct-freight', [{ name: 'f.csv', text }]);
    assert.equal(findings.isHopeless, true);
    assert.match(mistakeWords(findings.refused[0]?.mistake ?? assert.fail()).fix, fix);
  }
});

test('reports a mistake once for a lane and its return', () => {
  const findings = new Findings();
  const place = { file: 'f.csv', line: 3, column: 15, field: 'To Zone' };
  for (const way of ['there', 'back']) findings.refuse(place, way, { mistake: 'unknown_zone' });
  findings.refuse({ ...place, line: 4 }, 'there', { mistake: 'unknown_zone' });
  assert.deepEqual(
    findings.refused.map(({ line, field, value }) => [line, field, value]),
    [
      [3, 'To Zone', 'there'],
      [4, 'To Zone', 'there'],
    ],
  );
  assert.equal(findings.refusedLines, 2);
});

test('accepts a tab with nothing but headings beside the rates', () => {
  const { findings } = read('freightexchange', [
    { name: 'zones.csv', text: 'Zone,Postcode\n,\n' },
    { name: 'courier.csv', text: 'FuelLevy,VolumetricDivisor\n' },
  ]);
  assert.equal(findings.isHopeless, false);
});
