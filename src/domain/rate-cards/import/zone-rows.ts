// Zone tables, ours or another system's: the postcodes and suburbs of each zone. Headings have their usual names; a leading zero
// that a spreadsheet dropped is restored.

import type { FilePosition } from '../../csv/csv.ts';
import { stateIndexOf } from '../../quotes/shipment.ts';
import type { ZoneDefinition } from '../card-definition.ts';
import type { Cell, Findings } from './findings.ts';
import type { SourceRow, SourceTable } from './source-table.ts';
import { readZoneCode } from './source-values.ts';

export type ZoneRow = {
  readonly zone: string;
  readonly country: string;
  readonly postcodeFrom: string;
  readonly postcodeTo: string;
  readonly suburb: string;
  readonly state: string;
  readonly parent: string;
  readonly depot: string;
  readonly sortCode: string;
  readonly pickup: string;
  readonly delivery: string;
  readonly place: FilePosition;
};

/** Field → the headings it goes under, the most telling first. */
const headings = {
  zone: ['zone', 'zonename', 'zonecode', 'ratezone', 'carrierzone', 'ratinglocation'],
  postcodeFrom: [
    'postcodefrom',
    'postcode',
    'postalcode',
    'pcode',
    'postcodestart',
    'frompostcode',
  ],
  postcodeTo: ['postcodeto', 'postcodeend', 'topostcode'],
  suburb: ['suburb', 'locality', 'suburbname', 'city', 'town'],
  state: ['state'],
  country: ['country', 'countrycode'],
  parent: ['parent', 'parentzone'],
  depot: ['depot', 'depotcode'],
  sortCode: ['sortcode'],
  pickup: ['pickup'],
  delivery: ['delivery'],
} as const;

export function isZoneTable({ columns }: SourceTable): boolean {
  const has = (names: readonly string[]): boolean => names.some((name) => columns.includes(name));
  return has(headings.zone) && (has(headings.postcodeFrom) || has(headings.country));
}

export function readZoneTable(table: SourceTable, findings: Findings): ZoneRow[] {
  if (!isZoneTable(table)) {
    const place = { file: table.file, line: 1, column: 1 };
    findings.refuseFile(place, '', { mistake: 'no_zone_table' });
    return [];
  }
  return table.rows.flatMap((row) => {
    if (findings.hasRefused(row.place)) return [];
    if (/^transit only$/i.test(row.cell('zonetype').text)) return [];
    return findings.unlessRefused(() => readRow(row, table.columns, findings)) ?? [];
  });
}

function readRow(row: SourceRow, columns: readonly string[], findings: Findings): ZoneRow {
  const cell = (field: keyof typeof headings): Cell =>
    row.cell(headings[field].find((name) => columns.includes(name)) ?? '');
  const zone = cell('zone');
  readZoneCode(zone, findings);
  if (zone.text === '*') findings.refuse(zone, '*', { mistake: 'zone_is_anywhere' });
  const state = cell('state');
  if (state.text !== '' && stateIndexOf(state.text.toUpperCase()) < 0)
    findings.refuse(state, state.text, { mistake: 'unknown_state' });
  return {
    zone: zone.text,
    country: cell('country').text.toUpperCase() || 'AU',
    postcodeFrom: readPostcode(cell('postcodeFrom'), findings),
    postcodeTo: readPostcode(cell('postcodeTo'), findings),
    suburb: cell('suburb').text,
    state: state.text.toUpperCase(),
    parent: cell('parent').text,
    depot: cell('depot').text,
    sortCode: cell('sortCode').text,
    pickup: cell('pickup').text,
    delivery: cell('delivery').text,
    place: row.place,
  };
}

function readPostcode(cell: Cell, findings: Findings): string {
  if (cell.text === '' || /^\d{4}$/.test(cell.text)) return cell.text;
  if (/^\d{3}$/.test(cell.text)) {
    findings.note({ note: 'zeros_restored' });
    return `0${cell.text}`;
  }
  findings.refuse(cell, cell.text, { mistake: 'no_postcode' });
  return '';
}

/** The zones of a card in use. */
export function zoneRowsOf(zones: readonly ZoneDefinition[], file: string): ZoneRow[] {
  const postcode = (value: number | undefined): string =>
    value === undefined ? '' : String(value).padStart(4, '0');
  return zones.map((zone) => ({
    zone: zone.zone,
    country: zone.country,
    postcodeFrom: postcode(zone.postcodes?.from),
    postcodeTo: postcode(zone.postcodes?.to),
    suburb: zone.suburb ?? '',
    state: zone.state ?? '',
    parent: zone.parent ?? '',
    depot: zone.depot,
    sortCode: zone.sortCode,
    pickup: zone.pickup ? '1' : '0',
    delivery: zone.delivery ? '1' : '0',
    place: { file, line: 0, column: 0 },
  }));
}
