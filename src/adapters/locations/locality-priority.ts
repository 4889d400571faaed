// How well known a place is: decides which Richmond is meant by `richmond`, and what `syd` offers
// first. Population is the measure wherever one is known; the others are told apart by how remote
// they are and by whether a region or a delivery centre is named after them.

import { HIGHEST_PRIORITY } from '../../domain/locality.ts';
import { localityKey } from '../../domain/locality-name.ts';
import type { KeptRow } from './compile-localities.ts';
import { kilometresBetween } from './source-coordinates.ts';
import type { Town } from './source-rows.ts';

// A town and a locality of the same name in the same state are the same up to this distance:
// a district's centre may lie far from its town's.
const SAME_PLACE_KM = 30;

/** The counted town each place is, if it is one. A town is one place only, the nearest. */
export function townsOf(
  places: readonly KeptRow[],
  towns: readonly Town[],
): ReadonlyMap<KeptRow, Town> {
  const byName = new Map<string, KeptRow[]>();
  for (const place of places) {
    if (place.kind !== 'delivery') continue;
    const name = `${place.row.state} ${localityKey(place.name)}`;
    byName.set(name, [...(byName.get(name) ?? []), place]);
  }
  const found = new Map<KeptRow, Town>();
  for (const town of towns) {
    const candidates = byName.get(`${town.state} ${localityKey(town.name)}`) ?? [];
    const nearest = nearestTo(town, candidates);
    if (nearest === undefined) continue;
    const known = found.get(nearest);
    if (known === undefined || known.population < town.population) found.set(nearest, town);
  }
  return found;
}

// By both source pairs together: of two postcodes of one town, the surrounding one often has the
// town's own point as well, but its postcode's point lies out of town.
function nearestTo(town: Town, candidates: readonly KeptRow[]): KeptRow | undefined {
  let nearest: KeptRow | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    if (candidate.coordinates === undefined) continue;
    const own = kilometresBetween(town, candidate.coordinates);
    const { lat: latitude, long: longitude } = candidate.row;
    const both = own + kilometresBetween(town, { latitude, longitude });
    if (own < SAME_PLACE_KM && both < least) {
      nearest = candidate;
      least = both;
    }
  }
  return nearest;
}

// The scale, 0 to 1000: a hundred times the power of ten of the population (25 000 people: 440,
// Sydney: 667). Places below the smallest counted town (1000 people: 300) stay below it. What the
// post office has no type for is an old or unofficial name and stays below all that it has.
const COUNTRY_PLACE = 200;
const UNOFFICIAL_PLACE = 100;
const PER_STEP_FROM_REMOTE = 5;
const REGION_NAMED_AFTER_IT = 40;
const CENTRE_NAMED_AFTER_IT = 20;

export function priorityOf(place: KeptRow, town: Town | undefined): number {
  if (place.kind !== 'delivery') return 0;
  if (town !== undefined) {
    return Math.min(HIGHEST_PRIORITY, Math.round(100 * Math.log10(town.population)));
  }
  const base = place.row.type === '' ? UNOFFICIAL_PLACE : COUNTRY_PLACE;
  // The remoteness class runs from 1, a big city, to 7, very remote.
  const remoteness = Number(place.row.MMM_2019) || 7;
  const fame =
    (isNamedIn(place, place.row.sa3name) || isNamedIn(place, place.row.lgaregion)
      ? REGION_NAMED_AFTER_IT
      : 0) + (isNamedIn(place, place.row.dc) ? CENTRE_NAMED_AFTER_IT : 0);
  return base + (7 - remoteness) * PER_STEP_FROM_REMOTE + fame;
}

function isNamedIn(place: KeptRow, text: string): boolean {
  return ` ${localityKey(text)} `.includes(` ${localityKey(place.name)} `);
}
