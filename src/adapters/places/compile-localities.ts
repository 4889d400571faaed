// Turns the source rows into localities: drops rows that are not places, merges spellings of one place, separates box
// lobbies from suburbs, and adds coordinates and a priority. Every exception here is in the data;
// `compile-localities.test.ts` checks known places. Runs at install.

import {
  type Coordinates,
  compareText,
  type Locality,
  type LocalityKind,
} from '../../domain/places/locality.ts';
import { localityKey } from '../../domain/places/locality-name.ts';
import { sortForIndex } from '../../domain/places/locality-tables.ts';
import { populationsOf, priorityOf, townsOf } from './locality-priority.ts';
import { coordinatesOfRow, medianCoordinates } from './source-coordinates.ts';
import {
  type KeptRow,
  readSourceRows,
  readTowns,
  type SourceRow,
  type Town,
} from './source-rows.ts';

/** All localities of the installed packages, in the order that the index builds from fastest. */
export function compileLocalities(): readonly Locality[] {
  return cleanLocalities(readSourceRows(), readTowns());
}

function cleanLocalities(rows: readonly SourceRow[], towns: readonly Town[]): readonly Locality[] {
  const kept = withMedians(mergeSpellings(rows.filter(isPlace)).map(keep));
  const townOf = townsOf(kept, towns);
  const populationOf = populationsOf(kept, townOf);
  return sortForIndex(
    kept.map((place) => {
      const { postcode, state } = place.row;
      const town = townOf.get(place);
      const priority = priorityOf(place, populationOf.get(place));
      // A district's centre may be far from its town, and freight goes to the town.
      const coordinates = town === undefined ? place.coordinates : pointOf(town);
      return { name: place.name, postcode, state, kind: place.kind, priority, coordinates };
    }),
  );
}

function pointOf({ latitude, longitude }: Town): Coordinates {
  return { latitude, longitude };
}

// A garbled name, a garden in the Channel Islands, ships at sea, Santa Claus, and three rows that
// repeat a place in a neighbouring state it does not reach into.
const notPlaces: ReadonlySet<string> = new Set([
  '0872 NT AMATA',
  '2299 NSW GLEN INNESLAMBTON',
  '3989 VIC ST HELIER',
  '4375 NSW COTTONVALE',
  '4385 NSW TEXAS',
  '6958 WA ROYAL AUSTRALIAN NAVY WARSHIPS',
  '9999 VIC NORTH POLE',
]);

function isPlace(row: SourceRow): boolean {
  return !(
    row.status.startsWith('Removed') || notPlaces.has(`${row.postcode} ${row.state} ${nameOf(row)}`)
  );
}

function nameOf(row: SourceRow): string {
  return row.locality.trim().replaceAll(/\s+/g, ' ').replaceAll('’', "'").toUpperCase();
}

// Merges spellings such as `BRISBANE-CITY` and `BRISBANE CITY`, or `SAINT HELENA` and `ST HELENA`. The row with a
// post office type has the official spelling.
function mergeSpellings(rows: readonly SourceRow[]): readonly SourceRow[] {
  const merged = new Map<string, SourceRow>();
  for (const row of rows) {
    const key = `${row.postcode} ${row.state} ${localityKey(row.locality)}`;
    const known = merged.get(key);
    if (known === undefined || (known.type === '' && row.type !== '')) merged.set(key, row);
  }
  return [...merged.values()].sort((left, right) => compareText(left.postcode, right.postcode));
}

function keep(row: SourceRow): KeptRow {
  const name = nameOf(row);
  return { row, name, kind: kindOf(row, name), coordinates: coordinatesOfRow(row) };
}

// Names of all types of postal facilities: business, delivery and mail centres, post
// offices.
const facilityShape = / (BC|DC|GPO|LPO|MC|MILPO|MSC|PO)$/;

// Box postcodes whose type in the source is missing or wrong.
const boxPostcodes: ReadonlySet<string> = new Set(
  '0801 0804 0811 0813 0814 0815 0821 0831 0851 0871 0881 7001'.split(' '),
);
const boxPlaces: ReadonlySet<string> = new Set(['0861 TENNANT CREEK']);

function kindOf(row: SourceRow, name: string): LocalityKind {
  if (row.type === 'Post Office Boxes') return 'po_box';
  if (row.type === 'LVR') return 'large_receiver';
  if (boxPostcodes.has(row.postcode)) return 'po_box';
  if (boxPlaces.has(`${row.postcode} ${name}`)) return 'po_box';
  if (facilityShape.test(name)) return 'po_box';
  return row.type === '' && isBoxRange(row.postcode) ? 'po_box' : 'delivery';
}

// Ranges that are reserved for boxes and large receivers.
function isBoxRange(postcode: string): boolean {
  const value = Number(postcode);
  return (
    value < 800 ||
    (value >= 900 && value < 2000) ||
    (value >= 5800 && value < 6000) ||
    (value >= 6800 && value < 7000) ||
    value >= 7800
  );
}

function withMedians(kept: readonly KeptRow[]): readonly KeptRow[] {
  return kept.map((place) => {
    if (place.coordinates !== undefined) return place;
    const others = kept.filter(({ row }) => row.postcode === place.row.postcode);
    return { ...place, coordinates: medianCoordinates(others.flatMap((o) => o.coordinates ?? [])) };
  });
}
