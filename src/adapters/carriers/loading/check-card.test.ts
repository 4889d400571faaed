// Every mistake in a carrier's files, with its place and value. In the changed text, ¦ marks the reported place.
// check-report.test.ts covers several mistakes at once.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  changed,
  goodFiles,
  goodPack,
  type PackFile,
  problemsOf,
} from '../../../../test/support/rate-cards/packs.ts';

type Case = readonly [code: string, file: PackFile, before: string, after: string, value?: string];

const [, areas] = goodPack.areas;

const mistakes: readonly Case[] = [
  // Mistakes that the format's description lists.
  ['unknown_zone', 'lanes', 'road,MEL,DRW', 'road,MEL,¦DARWIN', 'DARWIN'],
  ['zone_without_lane', 'zones', 'DRW,0800', '¦PER,5000,5100,,,,1,1\nDRW,0800', 'PER'],
  ['overlapping_breaks', 'lanes', '10:1.25', '¦5:1.25', '5:1.25'],
  ['overlapping_ranges', 'zones', 'DRW,0800', 'DRW,¦3200,3210,,,,1,1\nDRW,0800', '3200'],
  ['breaks_not_rising', 'lanes', '500:0.36', '¦50:0.36', '50:0.36'],
  ['open_break_not_last', 'lanes', '500:0.36|*:0.31', '*:0.31|¦500:0.36', '500:0.36'],
  ['minimum_above_maximum', 'lanes', '12.60,90', '¦12.60,9', '12.60'],
  [
    'cubic_factor_out_of_range',
    'card',
    '"cubic_factor": "250"',
    '"cubic_factor": ¦"99.9999"',
    '99.9999',
  ],
  ['cubic_factor_out_of_range', 'card', '"factor": "333"', '"factor": ¦"1001"', '1001'],
  ['fuel_out_of_range', 'card', '"percent": "17.5"', '"percent": ¦"60.01"', '60.01'],
  ['fuel_out_of_range', 'fuel', '22,2026', '¦-1,2026', '-1'],
  [
    'duplicate_lane',
    'lanes',
    'road,MEL,DRW',
    '¦road,MEL,NSW2,,,9,,,,kg,,,*:1\nroad,MEL,DRW',
    'road,MEL,NSW2',
  ],
  [
    'duplicate_lane',
    'lanes',
    '2:90|*:80\n',
    '2:90|*:80\n¦road,MEL,NSW2,,Pallet,9,,,,item,,,*:1\n',
    'road,MEL,NSW2',
  ],
  ['bad_postcode', 'zones', 'DRW,0800', 'DRW,¦800', '800'],
  ['bad_postcode', 'zones', 'DRW,0800', 'DRW,¦80', '80'],
  ['bad_postcode', 'zones', '0832,,NT', '¦08321,,NT', '08321'],
  ['bad_postcode', 'areas', 'ONFWD,0810', 'ONFWD,¦O810', 'O810'],
  ['suburb_outside_range', 'zones', 'NSW2,2640,2640,ALBURY', 'NSW2,¦2700,2700,ALBURY', '2700'],
  ['dates_reversed', 'card', '"valid_to": null', '"valid_to": ¦"2025-12-31"', '2025-12-31'],
  ['group_without_rule', 'card', '"group": "size"', '"group": ¦"length"', 'length'],
  [
    'group_without_surcharge',
    'card',
    '{ "size": "max" }',
    '{ "size": "max", ¦"weight": "sum" }',
    'weight',
  ],
  [
    'connote_range_exhausted',
    'card',
    '"start": 1, "end": 999999',
    '"start": 500, "end": ¦499',
    '499',
  ],
  // card.json
  ['table_empty', 'card', '"file": "zones.csv"', '"inline": ¦[]', ''],
  ['json_syntax', 'card', '"currency": "AUD",', '"currency": "AUD"', '"prices"'],
  ['json_duplicate_key', 'card', '"currency"', '"code": "CARD",\n  "currency"', 'code'],
  ['shape', 'card', '"ratecard/1"', '¦"ratecard/2"', 'ratecard/2'],
  ['shape', 'card', '"prices": "ex_gst"', '"prices": ¦"net"', 'net'],
  ['shape', 'card', '"gst_rate": "0.10"', '"gst_rate": ¦"10%"', '10%'],
  ['shape', 'card', '"gst_rate": "0.10"', '"gst_rate": ¦true', 'true'],
  ['shape', 'card', '"currency": "AUD",', '¦"colour": "red", "currency": "AUD",', 'colour'],
  ['shape', 'card', '"max_item_kg": "30"', '¦"max_item_lb": "30"', 'max_item_lb'],
  ['shape', 'card', '{ "code": "RESI", "when"', '¦{ "when"', ''],
  ['shape', 'card', '"per": "item" }', '"per": ¦"box" }', 'box'],
  ['bad_decimal', 'card', '"gst_rate": "0.10"', '"gst_rate": ¦0.10001', '0.10001'],
  ['out_of_range', 'card', '"gst_rate": "0.10"', '"gst_rate": ¦"-0.1"', '-0.1'],
  ['out_of_range', 'card', '"step": "1"', '"step": ¦"0"', '0'],
  ['bad_date', 'card', '"2026-01-01"', '¦"2026-02-29"', '2026-02-29'],
  ['bad_date', 'card', '"from": "2026-01-05"', '"from": ¦"2026-13-01"', '2026-13-01'],
  [
    'dates_reversed',
    'card',
    '"from": "2026-01-05"',
    '"from": "2026-01-05", "to": ¦"2026-01-04"',
    '2026-01-04',
  ],
  ['code_is_not_folder', 'card', '"code": "CARD"', '"code": ¦"OTHER"', 'OTHER'],
  ['wrong_carrier', 'card', '"carrier": "acme"', '"carrier": ¦"other"', 'other'],
  [
    'unknown_service',
    'card',
    '[{ "id": "road" }]',
    '[{ "id": "road" }, { "id": ¦"rail" }]',
    'rail',
  ],
  [
    'duplicate_service',
    'card',
    '[{ "id": "road" }]',
    '[{ "id": "road" }, { "id": ¦"road" }]',
    'road',
  ],
  ...(
    [
      ['string_id', 'acme_rail'],
      ['label', 'Acme Rail'],
      ['mode', 'air'],
      ['group', 'Acme'],
    ] as const
  ).map(
    ([key, value]): Case => [
      'service_differs',
      'card',
      '{ "id": "road" }',
      `{ "id": "road", "${key}": ¦"${value}" }`,
      value,
    ],
  ),
  [
    'service_without_lane',
    'card',
    '[{ "id": "road" }]',
    '[{ "id": "road" }, ¦{ "id": "air" }]',
    'air',
  ],
  [
    'key_in_both',
    'card',
    '"connote":',
    '¦"pickup": { "cutoffs": { "default": "14:00" }, "window": { "from": "13:00", "to": "17:00" } },\n  "connote":',
    'pickup',
  ],
  [
    'no_cubic_factor',
    'card',
    '"weight": {\n    "method": "consignment",\n    "cubic_factor": "250",',
    '"weight": ¦{\n    "method": "consignment",',
    'consignment',
  ],
  ['round_at', 'card', '"method": "consignment"', '"method": "per_item"', 'consignment'],
  [
    'unknown_packaging',
    'card',
    '["Carton", "Pallet"]',
    '["Carton", ¦"Barrel", "Pallet"]',
    'Barrel',
  ],
  [
    'unknown_packaging',
    'card',
    '"item_types": ["Carton", "Pallet"] }',
    '"type_limits": { ¦"Palet": {} } }',
    'Palet',
  ],
  [
    'surcharge_kind',
    'card',
    '"amount": "6.50" }',
    '"amount": "6.50", "percent": "3" }',
    'amount and percent',
  ],
  ['surcharge_kind', 'card', ', "amount": "6.50" }', ' }', ''],
  ['duplicate_surcharge', 'card', '"code": "LONG"', '"code": ¦"RESI"', 'RESI'],
  [
    'minimum_above_maximum',
    'card',
    '"amount": "6.50" }',
    '"amount": "6.50", "minimum": ¦"5", "maximum": "4" }',
    '5',
  ],
  [
    'bad_rule',
    'card',
    "receiver_type=='residential'",
    "receiver_type==¦'private'",
    "receiver_type=='private'",
  ],
  ['bad_rule', 'card', '"when": "l > 120"', '"when": "l > ¦"', 'l > '],
  ['bad_rule', 'card', '"when": "l > 120"', '"when": "¦charge_kg > 120"', 'charge_kg > 120'],
  ['bad_rule', 'card', '"when": "l >= 120"', '"when": "to_zone == ¦\\"PER\\""', 'to_zone == "PER"'],
  ['bad_rule', 'fuel', "to_state=='NT'", "to_state==¦'Northern'", "to_state=='Northern'"],
  ['duplicate_fuel', 'fuel', '16,2025-12-01', '16,¦2026-01-05', '2026-01-05'],
  ['table_missing', 'card', '"file": "zones.csv"', '"file": ¦"zone.csv"', 'zone.csv'],
  ['table_missing', 'card', '"table": "areas.csv"', '"table": ¦"remote.csv"', 'remote.csv'],
  ['table_twice', 'card', '"file": "zones.csv"', '"file": ¦"zones.csv", "inline": []', 'zones.csv'],
  ['unserved_is_served', 'card', '["6000-6999"]', '[¦"3200-3300"]', '3200-3300'],
  ['postcode_range_reversed', 'card', '["6000-6999"]', '[¦"6999-6000"]', '6999-6000'],
  ['warranty', 'card', '"cap": "1500"', '"cap": ¦"2000"', '2000'],
  ['breaks_not_rising', 'card', '"up_to": "1500"', '"up_to": ¦"500"', '500'],
  ['open_break_not_last', 'card', '{ "up_to": "500"', '{ "up_to": null', '1500'],
  [
    'duplicate_tier',
    'card',
    '"connote":',
    '"tiers": [{ "identifier": 1, "description": "x", "adjust": { "base_percent": "1" } }, { "identifier": ¦1, "description": "y", "adjust": { "base_percent": "2" } }], "connote":',
    '1',
  ],
  [
    'out_of_range',
    'card',
    '"connote":',
    '"tiers": [{ "identifier": 1, "description": "x", "adjust": { "base_percent": ¦"-101" } }], "connote":',
    '-101',
  ],
  ['connote_too_wide', 'card', '"digits": 6', '"digits": 5', '999999'],
  // carrier.json
  ['id_is_not_folder', 'carrier', '"id": "acme"', '"id": ¦"acme_freight"', 'acme_freight'],
  [
    'duplicate_service',
    'carrier',
    '{ "id": "air", "string_id": "acme_air"',
    '¦{ "id": "air", "string_id": "acme_road"',
    'string_id acme_road',
  ],
  ['window_reversed', 'carrier', '"to": "17:00"', '"to": ¦"12:00"', '12:00'],
  ['shape', 'carrier', '"14:00"', '¦"25:00"', '25:00'],
  ['shape', 'carrier', '"mode": "air"', '"mode": ¦"drone"', 'drone'],
  ['cutoff_without_default', 'carrier', '{ "default": "14:00" }', '¦{ "MEL": "14:00" }', ''],
  // tables
  ['table_empty', 'areas', areas, '¦code,postcode_from,postcode_to,side\n', ''],
  ['table_unknown_column', 'zones', 'zone,postcode_from', 'zone,¦color,postcode_from', 'color'],
  ['table_unknown_column', 'lanes', 'service,', '¦servicee,', 'servicee'],
  ['table_missing_column', 'lanes', 'service,', '¦meaning,', ''],
  ['table_duplicate_column', 'zones', 'pickup,delivery', 'pickup,¦pickup', 'pickup'],
  ['table_row_length', 'zones', '3207,,VIC,,1,1', '3207,,VIC,,1,1,¦9', '9'],
  ['table_row_length', 'zones', 'MEL,3000,3207,,VIC,,1,1', '¦MEL,3000,3207,,VIC', ''],
  ['csv_quote', 'zones', 'MEL,3000', 'M¦"EL,3000', '"'],
  ['bad_zone_code', 'zones', 'DRW,0800,0832', '¦*,0800,0832', '*'],
  ['bad_state', 'zones', '3207,,VIC', '3207,,¦Vic', 'Vic'],
  ['bad_flag', 'zones', 'VIC,,1,1', 'VIC,,¦yes,1', 'yes'],
  ['postcode_range_reversed', 'zones', '3000,3207', '3207,¦3000', '3000'],
  ['parent_contradicts', 'zones', 'ALBURY,NSW,NSW', 'ALBURY,NSW,¦VIC', 'VIC'],
  ['parent_ring', 'zones', 'VIC,,1,1', 'VIC,¦MEL,1,1', 'MEL'],
  ['overlapping_ranges', 'zones', 'DRW,0800', 'DRW,2640,2640,¦ALBURY,NSW,,1,1\nDRW,0800', 'ALBURY'],
  ['unknown_service', 'lanes', 'road,MEL,DRW', '¦rail,MEL,DRW', 'rail'],
  ['blank_cell', 'lanes', 'road,MEL,DRW', 'road,¦,DRW', ''],
  ['bad_decimal', 'lanes', '8.40', '¦8.40001', '8.40001'],
  ['bad_decimal', 'lanes', '8.40', '¦$8.40', '$8.40'],
  ['out_of_range', 'lanes', '8.40', '¦-8.40', '-8.40'],
  ['bad_choice', 'lanes', 'kg,,whole', '¦lb,,whole', 'lb'],
  ['bad_choice', 'lanes', ',whole,100', ',¦sliding,100', 'sliding'],
  ['bad_break', 'lanes', '500:0.36', '¦500', '500'],
  ['bad_decimal', 'lanes', '500:0.36', '500:¦x', 'x'],
  ['bad_decimal', 'lanes', '500:0.36', '¦5OO:0.36', '5OO'],
  ['bad_break', 'lanes', 'cumulative,5:1.50|10:1.25|*:1.00', 'step,*:1/¦0', '0'],
  ['step_size_without_step', 'lanes', '*:1.00', '*:1.00¦/5', '/5'],
  ['bump_without_whole', 'lanes', '*:1.00', '*:1.00¦!bump', '!bump'],
  ['flat_rate_with_breaks', 'lanes', 'cumulative,5', 'flat_rate,¦5', '5:1.50|10:1.25|*:1.00'],
  [
    'lane_without_price',
    'lanes',
    ',20,,,,kg,,cumulative,5:1.50|10:1.25|*:1.00',
    ',,,,,kg,,whole,¦',
    '',
  ],
  ['unknown_packaging', 'lanes', ',pallet,,', ',¦palet,,', 'palet'],
  ['unit_pallet', 'lanes', '90,kg,,whole', '90,¦pallet,,whole', 'pallet'],
  ['round_at', 'lanes', '90,kg,,whole', '90,kg,¦item,whole', 'item'],
  ['bad_code', 'areas', 'ONFWD,0822', '¦onfwd,0822', 'onfwd'],
  [
    'area_without_price',
    'areas',
    'ONFWD,0822,0822,TIWI ISLANDS,delivery,40',
    '¦ONFWD,0822,0822,TIWI ISLANDS,delivery,',
    '',
  ],
  ['bad_choice', 'areas', 'TIWI ISLANDS,delivery', 'TIWI ISLANDS,¦both', 'both'],
  ['overlapping_ranges', 'areas', '0822,0822,TIWI ISLANDS,', '¦0822,0822,,', '0822'],
  ['bad_days', 'transit', '4,6', '¦four,6', 'four'],
  ['days_reversed', 'transit', '4,6', '4,¦3', '3'],
  ['unknown_zone', 'transit', 'MEL,DRW', 'MEL,¦PER', 'PER'],
  ['duplicate_transit', 'transit', 'MEL,DRW', '¦MEL,NSW2', ',MEL,NSW2'],
  ['bad_date', 'fuel', '2025-12-31', '¦31/12/2025', '31/12/2025'],
  ['dates_reversed', 'fuel', '2025-12-31', '¦2025-11-30', '2025-11-30'],
];

it('reports no problems for a carrier without mistakes', () => {
  assert.deepEqual(problemsOf(goodFiles()).problems, []);
});

describe('reports a mistake at its place', () => {
  for (const [code, file, before, after, value] of mistakes) {
    it(`${code}: ${file}, ${after.replaceAll('\n', ' ').slice(0, 70)}`, () => {
      const { problems, mark } = problemsOf(changed(file, before, after));
      const shown = problems.map((problem) => JSON.stringify(problem)).join('\n');
      const place = mark === undefined ? 'anywhere' : `${mark.file}:${mark.line}:${mark.column}`;
      const isThere = problems.some(
        (problem) =>
          problem.severity === 'error' &&
          problem.code === code &&
          problem.value === (value ?? problem.value) &&
          (mark === undefined || `${problem.file}:${problem.line}:${problem.column}` === place),
      );
      assert.ok(isThere, `expected at ${place}\n${shown}`);
    });
  }
});
