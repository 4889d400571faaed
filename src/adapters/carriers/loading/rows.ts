// The rows of a card's tables → definitions, each with its row for the checks of the whole card. Includes the checks
// that need only one row.

import { one4, parseDecimal4 } from '../../../domain/decimal.ts';
import {
  countryIndexOf,
  normaliseSuburb,
  nowhere,
  stateIndexOf,
} from '../../../domain/quotes/shipment.ts';
import { lastDay } from '../../../domain/rate-cards/card-day.ts';
import type {
  AreaDefinition,
  AreaSide,
  BreakDefinition,
  BreakMode,
  FuelDefinition,
  LaneDefinition,
  LaneUnit,
  SurchargeUnit,
  TransitRow,
  ZoneDefinition,
} from '../../../domain/rate-cards/card-definition.ts';
import type { Place, Problems } from './problem.ts';
import type { Row } from './tables.ts';
import {
  type Cell,
  fuelBounds,
  readChoice,
  readDay,
  readDecimalCell,
  readFlag,
  readPackaging,
  readPostcode,
} from './values.ts';

export type ParsedZone = {
  readonly row: Row;
  readonly zone: ZoneDefinition;
};

export function parseZones(rows: readonly Row[], problems: Problems): ParsedZone[] {
  return rows.map((row) => ({ row, zone: parseZone(row, problems) }));
}

function parseZone(row: Row, problems: Problems): ZoneDefinition {
  const code = row.cell('zone');
  if (!/^[A-Za-z0-9][A-Za-z0-9 ._+-]*$/.test(code.text)) {
    problems.error(
      'bad_zone_code',
      code,
      code.text,
      'a zone is letters and digits, not blank or *',
    );
  }
  const country = row.cell('country');
  const countryCode = country.text === '' ? 'AU' : country.text;
  if (countryIndexOf(countryCode) === nowhere) {
    problems.error('bad_country', country, country.text, 'a country is two capital letters');
  }
  const state = row.cell('state');
  if (state.text !== '' && stateIndexOf(state.text) === nowhere) {
    problems.error('bad_state', state, state.text, 'no Australian state has this abbreviation');
  }
  const postcodes = readRange(row, problems);
  const suburb = row.cell('suburb');
  if (postcodes === undefined && suburb.text !== '') {
    problems.error('suburb_without_postcode', suburb, suburb.text, 'a suburb row needs a postcode');
  }
  const from = row.cell('postcode_from');
  if (countryCode !== 'AU' && from.text !== '') {
    const message = 'zones abroad are whole countries: leave the postcodes blank';
    problems.error('postcode_abroad', from, from.text, message);
  }
  return {
    zone: code.text,
    country: countryCode,
    postcodes: countryCode === 'AU' ? postcodes : undefined,
    suburb:
      suburb.text === '' || postcodes === undefined ? undefined : normaliseSuburb(suburb.text),
    state: state.text === '' ? undefined : state.text,
    parent: row.cell('parent').text === '' ? undefined : row.cell('parent').text,
    depot: row.cell('depot').text,
    sortCode: row.cell('sort_code').text,
    pickup: readFlag(row.cell('pickup'), true, problems),
    delivery: readFlag(row.cell('delivery'), true, problems),
  };
}

/** Stands in for a faulty range: it contains no postcode, so later checks ignore it. */
const emptyRange = { from: 1, to: 0 };

/** Both ends, or one postcode when the second is blank; undefined when both are blank. */
function readRange(
  row: Row,
  problems: Problems,
): { readonly from: number; readonly to: number } | undefined {
  const first = row.cell('postcode_from');
  const last = row.cell('postcode_to');
  if (first.text === '' && last.text === '') return undefined;
  const from = readPostcode(first, problems);
  const to = last.text === '' ? from : readPostcode(last, problems);
  if (from === undefined || to === undefined) return emptyRange;
  if (from > to) {
    problems.error(
      'postcode_range_reversed',
      last,
      last.text,
      `ends before it starts at ${first.text}`,
    );
    return emptyRange;
  }
  return { from, to };
}

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

// The breaks cell of a lane: `100:0.42|500:0.36|*:0.31!bump`, `0.5:8.95|1:9.80`, `*:0.95/5`. Upper limits are inclusive and
// rise; an open end comes last. A mistake is reported at its part of the cell.

type ParsedBreaks = {
  readonly breaks: readonly BreakDefinition[];
  readonly bump: boolean;
};

const bumpMark = '!bump';

function parseBreaks(cell: Cell, mode: BreakMode, problems: Problems): ParsedBreaks {
  const bump = cell.text.endsWith(bumpMark);
  const list = bump ? cell.text.slice(0, -bumpMark.length) : cell.text;
  if (bump && mode !== 'whole') {
    const place = placeInCell(cell, list.length);
    problems.error('bump_without_whole', place, bumpMark, 'bump goes with break mode "whole" only');
  }
  if (list === '') return { breaks: [], bump };
  const breaks: BreakDefinition[] = [];
  let offset = 0;
  for (const part of list.split('|')) {
    const parsed = parseBreak(part, { ...cell, ...placeInCell(cell, offset) }, mode, problems);
    if (parsed !== undefined) {
      checkOrder(breaks.at(-1), parsed, { ...cell, ...placeInCell(cell, offset) }, part, problems);
      breaks.push(parsed);
    }
    offset += part.length + 1;
  }
  if (mode === 'flat_rate' && breaks.length > 1) {
    const message = 'flat_rate has a single price; use whole, cumulative, band or step';
    problems.error('flat_rate_with_breaks', cell, list, message);
  }
  return { breaks, bump };
}

function parseBreak(
  part: string,
  cell: Cell,
  mode: BreakMode,
  problems: Problems,
): BreakDefinition | undefined {
  const match = /^(\s*)([^:/\s]+)\s*:\s*([^:/\s]+)\s*(?:\/\s*([^:/\s]+)\s*)?$/.exec(part);
  if (match === null) {
    problems.error(
      'bad_break',
      cell,
      part,
      'a break is written limit:price, as 100:0.42 or *:0.31',
    );
    return undefined;
  }
  const [, indent = '', limit = '', amount = '', per] = match;
  const at = (text: string, from = 0): Cell => ({
    ...cell,
    ...placeInCell(cell, part.indexOf(text, from)),
    text,
  });
  const to = limit === '*' ? undefined : readPart(at(limit, indent.length), problems);
  const price = readPart(at(amount, part.indexOf(':')), problems);
  const step = per === undefined ? one4 : readPart(at(per, part.indexOf('/')), problems);
  if ((limit !== '*' && to === undefined) || price === undefined || step === undefined) {
    return undefined;
  }
  if (per !== undefined && mode !== 'step') {
    const place = placeInCell(cell, part.indexOf('/'));
    problems.error('step_size_without_step', place, `/${per}`, 'only step mode has a step size');
  }
  if (step === 0) {
    const place = placeInCell(cell, part.indexOf('/') + 1);
    problems.error('bad_break', place, per ?? '', 'a step size is more than zero');
    return undefined;
  }
  return { to, price, step };
}

function readPart(cell: Cell, problems: Problems): number | undefined {
  const value = parseDecimal4(cell.text);
  if (value !== undefined && value >= 0) return value;
  const message = 'must be a number with at most four decimals, not negative';
  problems.error('bad_decimal', cell, cell.text, message);
  return undefined;
}

function checkOrder(
  previous: BreakDefinition | undefined,
  next: BreakDefinition,
  cell: Cell,
  part: string,
  problems: Problems,
): void {
  if (previous === undefined) return;
  if (previous.to === undefined) {
    problems.error('open_break_not_last', cell, part, 'nothing may follow the open break *');
  } else if (next.to === previous.to) {
    problems.error('overlapping_breaks', cell, part, 'two breaks end at the same limit');
  } else if (next.to !== undefined && next.to < previous.to) {
    problems.error('breaks_not_rising', cell, part, 'the limits of breaks must rise');
  }
}

/** The place of a character inside a cell. */
export function placeInCell({ text: _, ...place }: Cell, offset: number): Place {
  return { ...place, column: place.column + offset };
}

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

export type ParsedTransit = { readonly row: Row; readonly transit: TransitRow };

export function parseTransit(row: Row, problems: Problems): ParsedTransit {
  const transit = parseTransitRow(row, problems);
  return { row, transit };
}

function parseTransitRow(row: Row, problems: Problems): TransitRow {
  const days = (column: string): number => {
    const cell = row.cell(column);
    if (/^\d{1,3}$/.test(cell.text)) return Number(cell.text);
    problems.error('bad_days', cell, cell.text, 'must be a whole number of business days');
    return 0;
  };
  const minDays = days('min');
  const maxDays = days('max');
  if (minDays > maxDays) {
    const cell = row.cell('max');
    problems.error('days_reversed', cell, cell.text, 'the longest time is below the shortest');
  }
  const service = row.cell('service').text;
  return {
    service: service === '' ? undefined : service,
    fromZone: row.cell('from_zone').text,
    toZone: row.cell('to_zone').text,
    minDays,
    maxDays,
  };
}
