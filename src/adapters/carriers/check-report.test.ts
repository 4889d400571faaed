// What the check of a carrier's files says as a whole: everything at once, nothing twice, and nothing of what is no mistake.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  changed,
  goodFiles,
  goodPack,
  type PackFile,
  problemsOf,
} from '../../../test/support/rate-cards/packs.ts';

describe('the check of a carrier’s files', () => {
  it('all mistakes at once, in every file', () => {
    const files = changed('lanes', 'road,MEL,DRW', 'road,MEL,PER');
    for (const [file, before, after] of [
      ['zones', '0800', '08OO'],
      ['card', '"prices": "ex_gst"', '"prices": "net"'],
      ['fuel', '22,', '99,'],
      ['transit', '4,6', '6,4'],
      ['carrier', '"mode": "air"', '"mode": "drone"'],
    ] as const) {
      const [path] = goodPack[file];
      files.set(path, changed(file, before, after).get(path) ?? '');
    }
    const codes = new Set(problemsOf(files).problems.map(({ code }) => code));
    for (const code of [
      'unknown_zone',
      'bad_postcode',
      'shape',
      'fuel_out_of_range',
      'days_reversed',
    ]) {
      assert.ok(codes.has(code), [...codes].join(', '));
    }
  });

  const [lanesHeader = ''] = goodPack.lanes[1].split('\n', 1);
  const [zonesHeader = ''] = goodPack.zones[1].split('\n', 1);

  it('a file that cannot be read brings no further complaints', () => {
    const broken: readonly (readonly [PackFile, string, string, readonly string[]])[] = [
      ['card', '"currency": "AUD",', '"currency": "AUD"', ['json_syntax']],
      [
        'card',
        '"file": "zones.csv", "unserved": ["6000-6999"]',
        '"file": "z.csv"',
        ['table_missing', 'unused_table'],
      ],
      [
        'card',
        '"services": [{ "id": "road" }]',
        '"services": [{ "id": "rail" }]',
        ['unknown_service'],
      ],
      ['card', '"file": "lanes.csv"', '"file": "lane.csv"', ['table_missing', 'unused_table']],
      ['lanes', lanesHeader, lanesHeader.replaceAll(',', ';'), ['csv_not_commas']],
      ['zones', zonesHeader, zonesHeader.replaceAll(',', '\t'), ['csv_not_commas']],
      ['carrier', '"services": [', '"services": [ {},', ['shape', 'shape', 'shape', 'shape']],
    ];
    for (const [file, before, after, expected] of broken) {
      const codes = problemsOf(changed(file, before, after)).problems.map(({ code }) => code);
      assert.deepEqual(codes, expected, after);
    }
  });

  it('a table given in a section with a mistake is not called missing, nor its zones unpriced', () => {
    const inline = '{ "service": "road", "from_zone": "MEL", "to_zone": "DRW", "breaks": "1" }';
    const files = changed(
      'card',
      '"file": "lanes.csv", "direction": "one_way"',
      `"inline": [${inline}], "direction": "both"`,
    );
    files.delete('acme/cards/CARD/lanes.csv');
    assert.deepEqual(
      problemsOf(files).problems.map(({ message }) => message),
      ['lanes.direction must be one of one_way, reciprocal'],
    );
  });

  it('a table that nothing uses is pointed out, though the card is used', () => {
    const files = goodFiles().set('acme/cards/CARD/transits.csv', 'from_zone,to_zone,min,max\n');
    assert.deepEqual(
      problemsOf(files).problems.map(({ severity, code, value }) => [severity, code, value]),
      [['warning', 'unused_table', 'transits.csv']],
    );
  });

  it('reports a rule error behind a broken surcharge', () => {
    const files = changed('card', '"amount": "6.50"', '"amount": []');
    const path = 'acme/cards/CARD/card.json';
    files.set(path, (files.get(path) ?? '').replace('"l >= 120"', '"l >= "'));
    const codes = problemsOf(files).problems.map(({ code }) => code);
    assert.deepEqual(codes, ['shape', 'bad_rule']);
  });

  it('ignores empty rows and columns left by a spreadsheet', () => {
    const [path, content] = goodPack.lanes;
    const wide = content.trimEnd().replaceAll('\n', ',,\n');
    const files = goodFiles().set(path, `${wide},,\n,,,,,,,,,,,,,,\n\n,,,,,,,,,,,,,,\n`);
    assert.deepEqual(problemsOf(files).problems, []);
    const only = goodFiles().set(path, `${lanesHeader}\n,,,,\n`);
    assert.equal(problemsOf(only).problems[0]?.code, 'table_empty');
  });

  it('a cell without a heading over it is', () => {
    const [path, content] = goodPack.lanes;
    const wide = content.trimEnd().replaceAll('\n', ',\n');
    const { problems } = problemsOf(goodFiles().set(path, `${wide},9\n`));
    assert.deepEqual(
      problems.map(({ code, value }) => [code, value]),
      [['table_row_length', '9']],
    );
  });

  it('the column or key that is wrong is named', () => {
    const fieldOf = (file: PackFile, before: string, after: string) =>
      problemsOf(changed(file, before, after)).problems[0]?.field;
    assert.equal(fieldOf('lanes', '12.60,90', '$12.60,90'), 'minimum');
    assert.equal(fieldOf('lanes', '500:0.36', '50:0.36'), 'breaks');
    assert.equal(fieldOf('zones', 'DRW,0800', 'DRW,800'), 'postcode_from');
    assert.equal(fieldOf('fuel', '22,2026', '-1,2026'), 'percent');
    const factor = ['"cubic_factor": "250"', '"cubic_factor": "99"'] as const;
    assert.equal(fieldOf('card', ...factor), 'weight.cubic_factor');
  });
});
