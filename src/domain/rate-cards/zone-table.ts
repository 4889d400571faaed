// Address → zone of one card. Every Australian postcode is a position in a typed array, so that a look-up costs the
// same for sixty zones or six thousand; suburb rows are stored under their postcode. Order of precedence: suburb and
// state, suburb, the postcode's range, the default zone. The price of a zone is decided elsewhere.

import { countryIndexOf, type ShipmentEnd, stateIndexOf } from '../quotes/shipment.ts';
import type { AmbiguityRule, CardDefinition, ZoneDefinition } from './card-definition.ts';
import { createSuburbTable, findSuburb, noSuburb, type SuburbTable } from './suburb-table.ts';

export const noZone = 0;
/** The address is in several zones and none takes precedence. */
export const ambiguousZone = -1;
/** The carrier knows the address but does not work in this direction there. */
const closedZone = -2;

const postcodeCount = 10_000;
/** A mark in the postcode arrays: several rows contain this postcode, so search the list of ranges. */
const contestedMark = 0xffff;
export const mostZones = contestedMark - 1;

export type Side = 'pickup' | 'delivery';
/** Flags above the sixteen bits of the zone number. */
const closedBit: Readonly<Record<Side, number>> = { pickup: 1 << 16, delivery: 1 << 17 };
const suburbBit = 1 << 18;
const zoneBits = 0xffff;

type ZoneRow = {
  readonly zone: number;
  readonly stateIndex: number;
  readonly pickup: boolean;
  readonly delivery: boolean;
};

export type ZoneTable = {
  /** Zone number → code; number 0 is no zone. */
  readonly codes: readonly string[];
  /** Zone number → number of the zone around it, or `noZone`. */
  readonly parents: Uint16Array;
  readonly numbers: ReadonlyMap<string, number>;
  readonly defaultZone: number;
  readonly onAmbiguous: AmbiguityRule;
  /**
   * Postcode → zone number, with flags: the directions in which it is closed, and whether some of its suburbs have
   * rows of their own.
   */
  readonly byPostcode: Int32Array;
  readonly contested: ReadonlyMap<number, readonly ZoneRow[]>;
  readonly suburbs: SuburbTable;
  /** Position in `suburbs` → its rows. */
  readonly suburbRows: readonly (readonly ZoneRow[])[];
  readonly byCountry: ReadonlyMap<number, readonly ZoneRow[]>;
};

export function compileZones(
  card: Pick<CardDefinition, 'zones' | 'defaultZone' | 'onAmbiguousZone' | 'lanes'>,
): ZoneTable {
  const numbers = numberZones(card);
  const codes = ['', ...numbers.keys()];
  const numberOf = (code: string): number => numbers.get(code) ?? noZone;
  const parents = new Uint16Array(codes.length);
  const rangesByPostcode = new Map<number, ZoneRow[]>();
  const bySuburb = new Map<string, ZoneRow[]>();
  const byCountry = new Map<number, ZoneRow[]>();
  for (const definition of card.zones) {
    const zone = numberOf(definition.zone);
    if (definition.parent !== undefined) parents[zone] = numberOf(definition.parent);
    const row: ZoneRow = {
      zone,
      stateIndex: stateIndexOf(definition.state ?? ''),
      pickup: definition.pickup,
      delivery: definition.delivery,
    };
    addRow({ rangesByPostcode, bySuburb, byCountry }, definition, row);
  }
  const ranges = flatten(rangesByPostcode);
  const suburbs = [...bySuburb.keys()].map((key) => {
    const [postcode = ''] = key.split(' ', 1);
    return { postcode: Number(postcode), suburb: key.slice(postcode.length + 1) };
  });
  for (const { postcode } of suburbs) {
    ranges.byPostcode[postcode] = (ranges.byPostcode[postcode] ?? 0) | suburbBit;
  }
  return {
    codes,
    parents,
    numbers,
    defaultZone: card.defaultZone === undefined ? noZone : numberOf(card.defaultZone),
    onAmbiguous: card.onAmbiguousZone,
    ...ranges,
    suburbs: createSuburbTable(suburbs),
    suburbRows: [...bySuburb.values()],
    byCountry,
  };
}

function numberZones(
  card: Pick<CardDefinition, 'zones' | 'defaultZone'>,
): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  const number = (code: string | undefined): void => {
    if (code !== undefined && !numbers.has(code)) numbers.set(code, numbers.size + 1);
  };
  for (const { zone, parent } of card.zones) {
    number(zone);
    number(parent);
  }
  number(card.defaultZone);
  return numbers;
}

function addRow(
  into: {
    readonly rangesByPostcode: Map<number, ZoneRow[]>;
    readonly bySuburb: Map<string, ZoneRow[]>;
    readonly byCountry: Map<number, ZoneRow[]>;
  },
  definition: ZoneDefinition,
  row: ZoneRow,
): void {
  const { postcodes, suburb } = definition;
  if (postcodes === undefined) {
    append(into.byCountry, countryIndexOf(definition.country), row);
    return;
  }
  for (let postcode = postcodes.from; postcode <= postcodes.to; postcode += 1) {
    if (suburb === undefined) append(into.rangesByPostcode, postcode, row);
    else append(into.bySuburb, `${postcode} ${suburb}`, row);
  }
}

function append<Key>(map: Map<Key, ZoneRow[]>, key: Key, row: ZoneRow): void {
  const rows = map.get(key);
  if (rows === undefined) map.set(key, [row]);
  else rows.push(row);
}

/** Postcodes with one row go into the arrays; the rare others keep their rows. */
function flatten(
  rangesByPostcode: ReadonlyMap<number, readonly ZoneRow[]>,
): Pick<ZoneTable, 'byPostcode' | 'contested'> {
  const byPostcode = new Int32Array(postcodeCount);
  const contested = new Map<number, readonly ZoneRow[]>();
  for (const [postcode, rows] of rangesByPostcode) {
    const [row] = rows;
    if (row === undefined) continue;
    if (rows.every((other) => isSame(row, other))) {
      byPostcode[postcode] =
        row.zone | (row.pickup ? 0 : closedBit.pickup) | (row.delivery ? 0 : closedBit.delivery);
    } else {
      byPostcode[postcode] = contestedMark;
      contested.set(postcode, rows);
    }
  }
  return { byPostcode, contested };
}

function isSame(a: ZoneRow, b: ZoneRow): boolean {
  return a.zone === b.zone && a.pickup === b.pickup && a.delivery === b.delivery;
}

/** A zone number, `noZone`, `closedZone` or `ambiguousZone`. */
export function findZone(table: ZoneTable, end: ShipmentEnd, side: Side): number {
  const { postcodeIndex } = end;
  if (postcodeIndex < 0) return findCountryZone(table, end, side);
  const entry = table.byPostcode[postcodeIndex] ?? 0;
  if ((entry & suburbBit) !== 0) {
    const rows = findSuburbRows(table, end);
    if (rows !== undefined) return chooseZone(table, rows, end, side);
  }
  const zone = entry & zoneBits;
  if (zone === contestedMark) {
    return chooseZone(table, table.contested.get(postcodeIndex) ?? [], end, side);
  }
  if (zone === noZone) return findCountryZone(table, end, side);
  return (entry & closedBit[side]) === 0 ? zone : closedZone;
}

function findSuburbRows(table: ZoneTable, end: ShipmentEnd): readonly ZoneRow[] | undefined {
  const at = findSuburb(table.suburbs, end.postcodeIndex, end.suburb, end.suburbHash);
  return at === noSuburb ? undefined : table.suburbRows[at];
}

/**
 * A row for the whole country applies to places without a narrower row; without one, the default zone applies.
 */
function findCountryZone(table: ZoneTable, end: ShipmentEnd, side: Side): number {
  const rows = table.byCountry.get(end.countryIndex);
  return rows === undefined ? table.defaultZone : chooseZone(table, rows, end, side);
}

/** The possible zones of an ambiguous address, in file order. */
export function findZoneCandidates(table: ZoneTable, end: ShipmentEnd, side: Side): number[] {
  const rows =
    findSuburbRows(table, end) ??
    table.contested.get(end.postcodeIndex) ??
    table.byCountry.get(end.countryIndex) ??
    [];
  const open = narrowByState(rows, end).filter((row) => row[side]);
  return [...new Set(open.map((row) => row.zone))];
}

function chooseZone(
  table: ZoneTable,
  rows: readonly ZoneRow[],
  end: ShipmentEnd,
  side: Side,
): number {
  let chosen = noZone;
  let isAmbiguous = false;
  for (const row of narrowByState(rows, end)) {
    if (!row[side]) continue;
    if (chosen === noZone) chosen = row.zone;
    else if (row.zone !== chosen) isAmbiguous = true;
  }
  if (chosen === noZone) return closedZone;
  return isAmbiguous && table.onAmbiguous !== 'first' ? ambiguousZone : chosen;
}

/** Prefers the rows of the address's own state, because a postcode may lie in several: 0872 lies in three. */
function narrowByState(rows: readonly ZoneRow[], end: ShipmentEnd): readonly ZoneRow[] {
  if (rows.length === 1 || end.stateIndex < 0) return rows;
  const sameState = rows.filter((row) => row.stateIndex === end.stateIndex);
  return sameState.length === 0 ? rows : sameState;
}
