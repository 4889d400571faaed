// How well known a place is. The priority decides which Richmond `richmond` means, and what is suggested first for
// `syd`. It depends on population, if known, including the suburbs named after the place: Albury is a city with
// North, South, East and West Albury. Other places are ranked by their remoteness and by the places named after them.

import { highestPriority } from '../../domain/places/locality.ts';
import { localityKey } from '../../domain/places/locality-name.ts';
import { kilometresBetween } from './source-coordinates.ts';
import type { KeptRow, Town } from './source-rows.ts';

// A town and a locality with the same name and state are the same place up to this distance, because a district's
// centre may be far from its town's.
const samePlaceKm = 30;

/** The counted town that each place is, if any. A town belongs to one place only, the nearest. */
export function townsOf(
  places: readonly KeptRow[],
  towns: readonly Town[],
): ReadonlyMap<KeptRow, Town> {
  const byName = groupByName(places);
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

// A suburb can be named after a place in the same state up to this distance.
const namedAfterKm = 15;

/** The population of each place and of the suburbs named after it, if counted. */
export function populationsOf(
  places: readonly KeptRow[],
  townOf: ReadonlyMap<KeptRow, Town>,
): ReadonlyMap<KeptRow, number> {
  const byName = groupByName(places);
  const populations = new Map<KeptRow, number>();
  for (const [place, town] of townOf) {
    const namesakes = namesWithin(localityKey(place.name)).flatMap((name) => {
      const near = (byName.get(`${place.row.state} ${name}`) ?? []).filter((namesake) =>
        isWithin(namesake, town, namedAfterKm),
      );
      // If a town has several postcodes, only the postcode of the town itself counts its suburbs.
      return near.find((namesake) => townOf.has(namesake)) ?? nearestTo(town, near) ?? [];
    });
    for (const counted of [place, ...namesakes]) {
      populations.set(counted, (populations.get(counted) ?? 0) + town.population);
    }
  }
  return populations;
}

// `ST`, `KILDA` and `ST KILDA` in `ST KILDA EAST`: every run of consecutive words except the whole name.
function namesWithin(key: string): readonly string[] {
  const words = key.split(' ');
  return words.flatMap((_, first) =>
    words
      .slice(first)
      .map((__, length) => words.slice(first, first + length + 1))
      .filter((run) => run.length < words.length)
      .map((run) => run.join(' ')),
  );
}

function isWithin(place: KeptRow, town: Town, kilometres: number): boolean {
  return place.coordinates !== undefined && kilometresBetween(town, place.coordinates) < kilometres;
}

// Box lobbies have no inhabitants, so they are left out.
function groupByName(places: readonly KeptRow[]): ReadonlyMap<string, readonly KeptRow[]> {
  return Map.groupBy(
    places.filter(({ kind }) => kind === 'delivery'),
    ({ name, row }) => `${row.state} ${localityKey(name)}`,
  );
}

// Compares both source coordinates. If two postcodes share a town, the surrounding one often has the town's own point
// too, but its postcode's point is out of town. A distance beyond the limit, or less than a kilometre, adds no
// information; then the lower postcode wins.
function nearestTo(town: Town, candidates: readonly KeptRow[]): KeptRow | undefined {
  let nearest: KeptRow | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    if (candidate.coordinates === undefined) continue;
    const own = kilometresBetween(town, candidate.coordinates);
    const { lat: latitude, long: longitude, type } = candidate.row;
    const postcode = Math.min(samePlaceKm, kilometresBetween(town, { latitude, longitude }));
    const distance = Math.round(own + postcode) + (type === '' ? samePlaceKm : 0);
    if (own < samePlaceKm && distance < least) {
      nearest = candidate;
      least = distance;
    }
  }
  return nearest;
}

// A scale from 0 to 1000: a hundred times the power of ten of the population (25 000 people: 440, Sydney: 667). Other
// places rank below the smallest counted town (1000 people: 300). A place without a post office type has an old or
// unofficial name and ranks lower.
const countryPlacePriority = 200;
const unofficialPlacePriority = 100;
const priorityPerStepFromRemote = 5;
const regionNamedAfterItPriority = 40;
const centreNamedAfterItPriority = 20;

export function priorityOf(place: KeptRow, population: number | undefined): number {
  if (place.kind !== 'delivery') return 0;
  if (population !== undefined) {
    return Math.min(highestPriority, Math.round(100 * Math.log10(population)));
  }
  const base = place.row.type === '' ? unofficialPlacePriority : countryPlacePriority;
  // The remoteness class runs from 1, a big city, to 7, very remote.
  const remoteness = Number(place.row.MMM_2019) || 7;
  const fame =
    (isNamedIn(place, place.row.sa3name) || isNamedIn(place, place.row.lgaregion)
      ? regionNamedAfterItPriority
      : 0) + (isNamedIn(place, place.row.dc) ? centreNamedAfterItPriority : 0);
  return base + (7 - remoteness) * priorityPerStepFromRemote + fame;
}

function isNamedIn(place: KeptRow, text: string): boolean {
  return ` ${localityKey(text)} `.includes(` ${localityKey(place.name)} `);
}
