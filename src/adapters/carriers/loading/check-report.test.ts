// The whole report about a carrier's files: all mistakes at once, each reported once.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  changed,
  goodFiles,
  goodPack,
  type PackFile,
  problemsOf,
} from '../../../../test/support/rate-cards/packs.ts';

type Changes = Partial<Record<PackFile, readonly (readonly [before: string, after: string])[]>>;

/** Codes of all problems after these changes, in alphabetical order. */
function codesAfter(changes: Changes): string[] {
  const files = goodFiles();
  for (const [file, replacements] of Object.entries(changes) as [PackFile, Changes[PackFile]][]) {
    const [path] = goodPack[file];
    for (const [before, after] of replacements ?? []) {
      const text = files.get(path) ?? '';
      assert.ok(text.includes(before), before);
      files.set(
        path,
        text.replace(before, () => after),
      );
    }
  }
  return problemsOf(files)
    .problems.map(({ code }) => code)
    .sort();
}

describe('the check of a carrier’s files', () => {
  it('reports every kind of mistake in the format’s description at once', () => {
    const card = [
      ['"cubic_factor": "250"', '"cubic_factor": "99"'],
      ['"valid_to": null', '"valid_to": "2025-12-31"'],
      ['"percent": "17.5"', '"percent": "61"'],
      ['"group": "size"', '"group": "length"'],
      ['"end": 999999', '"end": 0'],
    ] as const;
    const zones = [
      ['DRW,0800', 'PER,5000,5100,,,,1,1\nNSW2,2700,2700,WAGGA,,,1,1\nDRW,0800'],
      ['MEL,3000,3207', 'MEL,300,3207'],
    ] as const;
    const lanes = [
      ['100:0.42|500:0.36|*:0.31!bump', '100:0.42|100:0.36|50:0.3|*:0.31|900:0.2'],
      ['12.60,90', '99,90'],
      ['road,MEL,DRW', 'road,MEL,DARWIN'],
      ['2:90|*:80\n', '2:90|*:80\nroad,MEL,NSW2,,,9,,,,kg,,,*:1\n'],
    ] as const;
    assert.deepEqual(
      [...new Set(codesAfter({ card, zones, lanes }))],
      [
        'bad_postcode',
        'breaks_not_rising',
        'connote_range_exhausted',
        'cubic_factor_out_of_range',
        'dates_reversed',
        'duplicate_lane',
        'fuel_out_of_range',
        'group_without_rule',
        'group_without_surcharge',
        'minimum_above_maximum',
        'open_break_not_last',
        'overlapping_breaks',
        'suburb_outside_range',
        'unknown_zone',
        'zone_without_lane',
      ],
    );
  });

  it('reports mistakes of shape, of meaning and between tables at once, also within one section', () => {
    const carrier = [['"mode": "air"', '"mode": "drone"']] as const;
    const card = [
      ['"prices": "ex_gst"', '"prices": "net"'],
      ['"cubic_factor": "250"', '"cubic_factor": "99", "colour": "red"'],
      ['"file": "zones.csv"', '"file": "zones.csv", "on_ambiguous": "lowest"'],
      ['"direction": "one_way"', '"direction": "both"'],
      [
        '"max_item_kg": "30", "item_types": ["Carton",',
        '"max_item_kg": [], "item_types": ["Carten",',
      ],
      ['"l >= 120"', '"l >= "'],
      ['"cap": "1500"', '"cap": "2000", "fees_include_gst": 1'],
    ] as const;
    const tables = {
      zones: [['0800', '08OO']],
      lanes: [['road,MEL,DRW', 'road,MEL,PER']],
      transit: [['4,6', '6,4']],
      fuel: [['22,', '99,']],
    } as const;
    const codes = codesAfter({ carrier, card, ...tables });
    assert.equal(codes.filter((code) => code === 'shape').length, 7);
    assert.deepEqual(
      [...new Set(codes)],
      [
        'bad_postcode',
        'bad_rule',
        'cubic_factor_out_of_range',
        'days_reversed',
        'fuel_out_of_range',
        'shape',
        'unknown_packaging',
        'unknown_zone',
        'warranty',
        'zone_without_lane',
      ],
    );
  });

  it('reports the rows and rules of a card whose zone table is missing', () => {
    const card = [
      ['"file": "zones.csv"', '"file": "missing.csv"'],
      ['"l >= 120"', '"l >= "'],
    ] as const;
    const lanes = [['road,MEL,DRW', 'road,MEL,NSW2']] as const;
    assert.deepEqual(codesAfter({ card, lanes }), [
      'bad_rule',
      'duplicate_lane',
      'table_missing',
      'unused_table',
    ]);
  });

  /** A carrier with inline tables, its connotes in carrier.json and carrier-issued identifiers. */
  const inlineCard = () => {
    const files = goodFiles();
    const [cardPath, card] = goodPack.card;
    const [carrierPath, carrier] = goodPack.carrier;
    files.set(
      cardPath,
      card
        .replace(
          '"file": "zones.csv"',
          '"inline": [{ "zone": "MEL", "postcode_from": "3000" }], "default_zone": "REST"',
        )
        .replace(
          '"file": "lanes.csv"',
          '"inline": [{ "service": "road", "from_zone": "MEL", "to_zone": "REST", "breaks": "*:1" }]',
        )
        .replace(
          /"connote": .*\n/,
          '"documents": { "label": "startrack", "startrack": { "despatch_id": "ABCD", "payer_account": "1", "sender_account": "1", "products": { "road": "EXP" }, "depots": {} } }\n',
        )
        .replace("receiver_type=='residential'", "service=='road'"),
    );
    files.set(
      carrierPath,
      carrier.replace(
        '"pickup":',
        '"connote": { "prefix": "ABCD", "digits": 8, "start": 1, "end": 99999999 },\n  "pickup":',
      ),
    );
    for (const table of ['zones', 'lanes', 'transit', 'fuel'] as const)
      files.delete(goodPack[table][0]);
    return files;
  };

  it('reports a typing mistake in JSON once, without later errors that it causes', () => {
    assert.deepEqual(problemsOf(inlineCard()).problems, []);
    for (const [file, before, after] of [
      ['card', '"currency": "AUD",', '"currency": "AUD"'],
      ['card', '"currency": "AUD"', '"currency": "AUD'],
      ['card', '"zones": {', '"zones": '],
      ['card', '"services": [', '"services": '],
      ['card', '{ "size": "max" }', '{ "size": max }'],
      ['carrier', '"name": "Acme Freight",', '"name": "Acme Freight"'],
      ['carrier', '"services": [', '"services": {'],
      ['carrier', '"connote": {', '"connote": '],
    ] as const) {
      const [path] = goodPack[file];
      const text = inlineCard().get(path) ?? '';
      assert.ok(text.includes(before), before);
      const { problems } = problemsOf(
        inlineCard().set(
          path,
          text.replace(before, () => after),
        ),
      );
      assert.deepEqual(
        problems.map(({ code, file: found }) => `${code} ${found}`),
        [`json_syntax ${path}`],
        after,
      );
    }
  });

  it('reports a misspelt key once, and suggests the right key', () => {
    for (const [file, key, misspelt] of [
      ['card', 'zones', 'zone'],
      ['card', 'lanes', 'lames'],
      ['card', 'services', 'service'],
      ['card', 'groups', 'grups'],
      ['card', 'surcharges', 'surcharge'],
      ['card', 'weight', 'wieght'],
      ['card', 'inline', 'in_line'],
      ['card', 'default_zone', 'defualt_zone'],
      ['card', 'label', 'lable'],
      ['carrier', 'services', 'servics'],
      ['carrier', 'connote', 'connotes'],
    ] as const) {
      const [path] = goodPack[file];
      const text = inlineCard().get(path) ?? '';
      const { problems } = problemsOf(
        inlineCard().set(path, text.replace(`"${key}":`, `"${misspelt}":`)),
      );
      assert.equal(problems.length, 1, JSON.stringify(problems, undefined, 1));
      assert.match(problems[0]?.message ?? '', new RegExp(`unknown key.*did you mean "${key}"`));
    }
  });

  it('reports a misspelt column once, without its blank cells', () => {
    for (const [file, column] of [
      ['lanes', 'service'],
      ['lanes', 'from_zone'],
      ['zones', 'zone'],
      ['areas', 'code'],
      ['fuel', 'percent'],
    ] as const) {
      const { problems } = problemsOf(changed(file, column, `${column}s`));
      assert.deepEqual(
        problems.map(({ code, value }) => `${code} ${value}`),
        [`table_unknown_column ${column}s`],
      );
    }
  });

  it('warns of frequent rates on a card whose carrier cannot offer them', () => {
    const tiers =
      '"tiers": [{ "identifier": 1, "description": "x", "adjust": { "base_percent": "1" } }],';
    const files = changed('card', '"connote":', `¦${tiers} "connote":`);
    const { problems, mark } = problemsOf(files);
    const { file, line, column } = problems[0] ?? {};
    assert.deepEqual({ file, line, column }, mark);
    assert.deepEqual(
      problems.map(({ severity, code, value, message }) => [severity, code, value, message]),
      [
        [
          'warning',
          'tiers_not_offered',
          'acme_road, acme_air',
          'only aramex and couriers_please offer frequent rates; remove the tiers',
        ],
      ],
    );
    const [path, carrier] = goodPack.carrier;
    files.set(path, carrier.replace('acme_road', 'aramex'));
    assert.deepEqual(problemsOf(files).problems, []);
  });

  const [lanesHeader = ''] = goodPack.lanes[1].split('\n', 1);
  const [zonesHeader = ''] = goodPack.zones[1].split('\n', 1);

  it('reports an unreadable file without problems that depend on it', () => {
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

  it('does not report an inline table as missing when its section has another mistake', () => {
    const inline = '{ "service": "road", "from_zone": "MEL", "to_zone": "*", "breaks": "*:1" }';
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

  it('warns of an unused table', () => {
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

  it('reports a cell without a heading', () => {
    const [path, content] = goodPack.lanes;
    const wide = content.trimEnd().replaceAll('\n', ',\n');
    const { problems } = problemsOf(goodFiles().set(path, `${wide},9\n`));
    assert.deepEqual(
      problems.map(({ code, value }) => [code, value]),
      [['table_row_length', '9']],
    );
  });

  it('names the column or key of a mistake', () => {
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
