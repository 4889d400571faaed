// Rows of the lane table → lane definitions. Checks what one row can tell alone; whether its zones exist and whether
// two rows contradict each other is check-card.ts.

import { normaliseSuburb } from '../../domain/quotes/shipment.ts';
import type {
  BreakMode,
  LaneDefinition,
  LaneUnit,
} from '../../domain/rate-cards/card-definition.ts';
import { readChoice, readDecimalCell, readPackaging } from './cell-values.ts';
import { parseBreaks } from './parse-breaks.ts';
import type { Problems } from './problem.ts';
import type { Row } from './table.ts';

export type ParsedLane = {
  readonly row: Row;
  readonly lane: LaneDefinition;
};

const laneUnits: readonly LaneUnit[] = ['kg', 'item', 'pallet', 'm3', 'km'];
const breakModes: readonly BreakMode[] = ['flat_rate', 'whole', 'cumulative', 'band', 'step'];

export function parseLanes(
  rows: readonly Row[],
  defaultPer: 'consignment' | 'item',
  problems: Problems,
): ParsedLane[] {
  return rows.map((row) => ({ row, lane: parseLane(row, defaultPer, problems) }));
}

function parseLane(
  row: Row,
  defaultPer: 'consignment' | 'item',
  problems: Problems,
): LaneDefinition {
  for (const column of ['service', 'from_zone', 'to_zone']) {
    const cell = row.cell(column);
    if (cell.text === '') problems.error('blank_cell', cell, '', `${column} must be filled in`);
  }
  const itemType = row.cell('item_type');
  const suburb = row.cell('to_suburb').text;
  const minimum = readDecimalCell(row.cell('minimum'), problems);
  const maximum = readDecimalCell(row.cell('maximum'), problems);
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    const cell = row.cell('minimum');
    const message = `the minimum is above the maximum ${row.cell('maximum').text}`;
    problems.error('minimum_above_maximum', cell, cell.text, message);
  }
  const breakMode = readChoice(row.cell('break_mode'), breakModes, 'flat_rate', problems);
  const { breaks, bump } = parseBreaks(row.cell('breaks'), breakMode, problems);
  const basic = readDecimalCell(row.cell('basic'), problems);
  if (breaks.length === 0 && basic === undefined && minimum === undefined) {
    const cell = row.cell('breaks');
    problems.error(
      'lane_without_price',
      cell,
      '',
      'neither basic, minimum nor breaks give a price',
    );
  }
  return {
    service: row.cell('service').text,
    fromZone: row.cell('from_zone').text,
    toZone: row.cell('to_zone').text,
    toSuburb: suburb === '' ? undefined : normaliseSuburb(suburb),
    packaging: itemType.text === '' ? undefined : readPackaging(itemType.text, itemType, problems),
    packagingName: itemType.text.toLowerCase(),
    basic: basic ?? 0,
    basicIncludes: readDecimalCell(row.cell('basic_includes'), problems) ?? 0,
    minimum,
    maximum,
    unit: readChoice(row.cell('unit'), laneUnits, 'kg', problems),
    per: readChoice(row.cell('per'), ['consignment', 'item'], defaultPer, problems),
    breakMode,
    breaks,
    bump,
  };
}
