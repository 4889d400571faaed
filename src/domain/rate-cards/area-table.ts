// Postcode and suburb charges of one card: on-forwarding, remote areas, islands. For each code a suburb row beats
// the postcode row; a row for `either` end is charged once. Postcodes index a typed array, so the length of
// the table does not matter to a look-up.

import type { ShipmentEnd } from '../quotes/shipment.ts';
import type { AreaDefinition, AreaSide } from './card-definition.ts';
import { createSuburbTable, findSuburb, noSuburb, type SuburbTable } from './suburb-table.ts';

const postcodeCount = 10_000;

export type AreaTable = {
  readonly rows: readonly AreaDefinition[];
  /** Postcode → position in `lists`; 0 is the empty list. */
  readonly listOf: Uint16Array;
  readonly lists: readonly (readonly number[])[];
  readonly suburbs: SuburbTable;
  /** Position in `suburbs` → rows. */
  readonly suburbLists: readonly (readonly number[])[];
};

export function compileAreas(rows: readonly AreaDefinition[]): AreaTable {
  const byPostcode = new Map<number, number[]>();
  const bySuburb = new Map<string, number[]>();
  rows.forEach((row, index) => {
    for (let postcode = row.postcodeFrom; postcode <= row.postcodeTo; postcode += 1) {
      if (row.suburb === undefined) append(byPostcode, postcode, index);
      else append(bySuburb, `${postcode} ${row.suburb}`, index);
    }
  });
  const suburbs = [...bySuburb.keys()].map((key) => {
    const [postcode = ''] = key.split(' ', 1);
    return { postcode: Number(postcode), suburb: key.slice(postcode.length + 1) };
  });
  const lists: (readonly number[])[] = [[]];
  const known = new Map<string, number>();
  const listOf = new Uint16Array(postcodeCount);
  for (const [postcode, list] of byPostcode) {
    const key = list.join(' ');
    let at = known.get(key);
    if (at === undefined) {
      at = lists.push(list) - 1;
      known.set(key, at);
    }
    listOf[postcode] = at;
  }
  return {
    rows,
    listOf,
    lists,
    suburbs: createSuburbTable(suburbs),
    suburbLists: [...bySuburb.values()],
  };
}

function append<Key>(map: Map<Key, number[]>, key: Key, index: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [index]);
  else list.push(index);
}

/** Rows that apply to the two ends, as positions in `rows`; `found` is emptied first. */
export function findAreas(
  table: AreaTable,
  ends: { readonly sender: ShipmentEnd; readonly receiver: ShipmentEnd },
  found: number[],
): void {
  found.length = 0;
  collect(table, ends.sender, 'pickup', found);
  collect(table, ends.receiver, 'delivery', found);
}

function collect(table: AreaTable, end: ShipmentEnd, side: AreaSide, found: number[]): void {
  const { postcodeIndex } = end;
  if (postcodeIndex < 0) return;
  const suburb = findSuburb(table.suburbs, postcodeIndex, end.suburb, end.suburbHash);
  const named = suburb === noSuburb ? [] : (table.suburbLists[suburb] ?? []);
  for (const index of named) add(table, index, side, found);
  for (const index of table.lists[table.listOf[postcodeIndex] ?? 0] ?? []) {
    if (!isNamed(table, index, named, side)) add(table, index, side, found);
  }
}

function add(table: AreaTable, index: number, side: AreaSide, found: number[]): void {
  if (isOfSide(table, index, side) && !found.includes(index)) found.push(index);
}

function isOfSide(table: AreaTable, index: number, side: AreaSide): boolean {
  const row = table.rows[index];
  return row !== undefined && (row.side === side || row.side === 'either');
}

/** Whether a row for this end's suburb has the code, including a row already charged at the other end. */
function isNamed(
  table: AreaTable,
  index: number,
  named: readonly number[],
  side: AreaSide,
): boolean {
  for (const other of named) {
    if (table.rows[other]?.code === table.rows[index]?.code && isOfSide(table, other, side))
      return true;
  }
  return false;
}
