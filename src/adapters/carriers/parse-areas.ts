// Rows of an area table (on-forwarding, remote areas, islands) and of a fuel history → definitions.

import { one4 } from '../../domain/decimal.ts';
import { normaliseSuburb } from '../../domain/quotes/shipment.ts';
import { lastDay } from '../../domain/rate-cards/card-day.ts';
import type {
  AreaDefinition,
  AreaSide,
  FuelDefinition,
  SurchargeUnit,
} from '../../domain/rate-cards/card-definition.ts';
import { readChoice, readDay, readDecimalCell, readFlag } from './cell-values.ts';
import { readRange } from './parse-zones.ts';
import type { Problems } from './problem.ts';
import type { Row } from './table.ts';

export type ParsedArea = {
  readonly row: Row;
  readonly area: AreaDefinition;
};

const areaSides: readonly AreaSide[] = ['pickup', 'delivery', 'either'];
const surchargeUnits: readonly SurchargeUnit[] = ['consignment', 'item', 'kg', 'pallet', 'm3'];

export function parseAreas(rows: readonly Row[], problems: Problems): ParsedArea[] {
  return rows.map((row) => {
    const code = row.cell('code');
    if (!/^[A-Z][A-Z0-9_]*$/.test(code.text)) {
      problems.error('bad_code', code, code.text, 'a code is capital letters, digits and _');
    }
    const range = readRange(row, problems);
    if (range === undefined) {
      const cell = row.cell('postcode_from');
      problems.error('bad_postcode', cell, cell.text, 'an area needs its postcodes');
    }
    const amount = readDecimalCell(row.cell('amount'), problems);
    const perKg = readDecimalCell(row.cell('per_kg'), problems);
    if (amount === undefined && perKg === undefined) {
      problems.error('area_without_price', row.place, '', 'neither amount nor per_kg is given');
    }
    const suburb = row.cell('suburb').text;
    const label = row.cell('label').text;
    const area: AreaDefinition = {
      code: code.text,
      label: label === '' ? code.text : label,
      postcodeFrom: range?.from ?? 1,
      postcodeTo: range?.to ?? 0,
      suburb: suburb === '' ? undefined : normaliseSuburb(suburb),
      side: readChoice(row.cell('side'), areaSides, 'delivery', problems),
      amount: amount ?? 0,
      per: readChoice(row.cell('per'), surchargeUnits, 'consignment', problems),
      perKg: perKg ?? 0,
      bearsFuel: readFlag(row.cell('fuel'), false, problems),
    };
    return { row, area };
  });
}

const mostFuelPercent = 60 * one4;
export const fuelBounds = { min: 0, max: mostFuelPercent, code: 'fuel_out_of_range' } as const;

export type ParsedFuel = {
  readonly row: Row;
  readonly fuel: FuelDefinition;
};

export function parseFuelRows(rows: readonly Row[], problems: Problems): ParsedFuel[] {
  return rows.flatMap((row) => {
    const percentCell = row.cell('percent');
    const percent = readDecimalCell(percentCell, problems, fuelBounds);
    if (percentCell.text === '') {
      problems.error('blank_cell', percentCell, '', 'percent must be filled in');
    }
    const from = readDay(row.cell('from').text, row.cell('from'), problems);
    const toCell = row.cell('to');
    const to = toCell.text === '' ? lastDay : readDay(toCell.text, toCell, problems);
    if (percent === undefined || from === undefined || to === undefined) return [];
    if (to < from) {
      const message = `ends before it starts on ${row.cell('from').text}`;
      problems.error('dates_reversed', toCell, toCell.text, message);
    }
    const when = row.cell('when').text;
    return [{ row, fuel: { percent, from, to, when: when === '' ? undefined : when } }];
  });
}
