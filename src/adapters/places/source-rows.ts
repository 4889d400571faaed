// Reads the two npm packages with the localities, unchanged. The packages' own functions are not used: one re-reads
// 25 MB on every call, and neither has the types needed here. `compile-localities.ts` corrects the rows.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type AustralianState, findState } from '../../domain/places/australian-state.ts';
import type { Coordinates, LocalityKind } from '../../domain/places/locality.ts';
import { sourcePackages } from './source-versions.ts';

const require = createRequire(import.meta.url);

const [localityPackage, townPackage] = sourcePackages;

/** A row of the locality package; column names are the package's. */
export type SourceRow = Readonly<{
  postcode: string;
  locality: string;
  state: AustralianState;
  /** `Delivery Area`, `Post Office Boxes`, `LVR` or empty. */
  type: string;
  status: string;
  lat: number;
  long: number;
  Lat_precise: number;
  Long_precise: number;
  sa3name: string;
  lgaregion: string;
  dc: string;
  MMM_2019: string;
}>;

/** A row to keep, with its derived values. */
export type KeptRow = Readonly<{
  row: SourceRow;
  name: string;
  kind: LocalityKind;
  coordinates: Coordinates | undefined;
}>;

export type Town = Readonly<{
  name: string;
  state: AustralianState;
  population: number;
  latitude: number;
  longitude: number;
}>;

type Place = {
  name: string;
  country: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
};

// package.json names one version of each package, so their columns are known.
export function readSourceRows(): readonly SourceRow[] {
  const folder = dirname(require.resolve(`${localityPackage}/package.json`));
  const file = join(folder, 'lib', 'resources', 'aus_postcodes.json');
  return JSON.parse(readFileSync(file, 'utf8')) as SourceRow[];
}

// The numbers are the population package's state codes.
const stateOfCode: Readonly<Record<string, string>> = {
  '01': 'ACT',
  '02': 'NSW',
  '03': 'NT',
  '04': 'QLD',
  '05': 'SA',
  '06': 'TAS',
  '07': 'VIC',
  '08': 'WA',
};

export function readTowns(): readonly Town[] {
  const places = require(townPackage) as readonly Place[];
  return places.flatMap((place) => {
    if (place.country !== 'AU') return [];
    const state = findState(stateOfCode[place.adminCode] ?? '');
    const [longitude, latitude] = place.loc.coordinates;
    // Zero means not counted.
    if (state === undefined || place.population === 0) return [];
    return [{ name: place.name, state, population: place.population, latitude, longitude }];
  });
}
