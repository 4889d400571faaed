// Chooses each source row's coordinates. The precise pair is a locality's own centre and right within a few
// kilometres, but some precise pairs are zero or overseas; the plain pair is one point per postcode. A pair is used
// if it lies in the state. It is not compared with the postcode's other localities: remote postcodes are hundreds of
// kilometres wide, and such a filter rejects more good pairs than bad ones.

import type { AustralianState } from '../../domain/places/australian-state.ts';
import type { Coordinates } from '../../domain/places/locality.ts';
import type { SourceRow } from './source-rows.ts';

type Box = Readonly<{ south: number; north: number; west: number; east: number }>;

const stateBoxes: Readonly<Record<AustralianState, Box>> = {
  ACT: { south: -36, north: -35.1, west: 148.7, east: 149.5 },
  NSW: { south: -37.6, north: -28.1, west: 140.9, east: 153.7 },
  NT: { south: -26.1, north: -10.8, west: 128.9, east: 138.1 },
  QLD: { south: -29.3, north: -9, west: 137.9, east: 153.7 },
  SA: { south: -38.2, north: -25.9, west: 128.9, east: 141.1 },
  TAS: { south: -43.8, north: -39.4, west: 143.7, east: 148.6 },
  VIC: { south: -39.3, north: -33.9, west: 140.9, east: 150.1 },
  WA: { south: -35.3, north: -13.5, west: 112.8, east: 129.1 },
};

// Places far from the state they are posted through.
const postcodeBoxes: Readonly<Record<string, Box>> = {
  '2898': { south: -31.7, north: -31.4, west: 158.9, east: 159.3 }, // Lord Howe Island
  '2899': { south: -29.2, north: -28.9, west: 167.8, east: 168.1 }, // Norfolk Island
  '6798': { south: -10.7, north: -10.3, west: 105.4, east: 105.8 }, // Christmas Island
  '6799': { south: -12.3, north: -11.7, west: 96.7, east: 97 }, // Cocos Islands
};
const jervisBay: Box = { south: -35.3, north: -35, west: 150.5, east: 150.9 };

// Source pairs that lie in the right state but are wrong. The Antarctic bases and islands are placed in the middle of
// Tasmania, and Galloways Hill in Brisbane on Cape York.
const corrections: Readonly<Record<string, Coordinates>> = {
  '4171 GALLOWAYS HILL': { latitude: -27.46, longitude: 153.07 },
  '7151 CASEY': { latitude: -66.28, longitude: 110.53 },
  '7151 DAVIS': { latitude: -68.58, longitude: 77.97 },
  '7151 HEARD ISLAND': { latitude: -53.1, longitude: 73.51 },
  '7151 MACQUARIE': { latitude: -54.62, longitude: 158.86 },
  '7151 MACQUARIE ISLAND': { latitude: -54.62, longitude: 158.86 },
  '7151 MAWSON': { latitude: -67.6, longitude: 62.87 },
  '7151 MCDONALD ISLANDS': { latitude: -53.03, longitude: 72.6 },
};

/** The row's own coordinates, or undefined if none of them can be right. */
export function coordinatesOfRow(row: SourceRow): Coordinates | undefined {
  const correction = corrections[`${row.postcode} ${row.locality.toUpperCase()}`];
  if (correction !== undefined) return correction;
  const pairs = [
    { latitude: row.Lat_precise, longitude: row.Long_precise },
    { latitude: row.lat, longitude: row.long },
  ];
  return pairs.find((pair) => isInside(pair, boxOf(row)));
}

/** The middle of a postcode's known places, for the few rows without a usable pair. */
export function medianCoordinates(places: readonly Coordinates[]): Coordinates | undefined {
  const latitude = median(places.map((place) => place.latitude));
  const longitude = median(places.map((place) => place.longitude));
  if (latitude === undefined || longitude === undefined) return undefined;
  return { latitude, longitude };
}

/** Kilometres between two places, as the crow flies; good enough below a few hundred. */
export function kilometresBetween(from: Coordinates, to: Coordinates): number {
  const radians = Math.PI / 180;
  const north = (to.latitude - from.latitude) * radians;
  const middle = ((to.latitude + from.latitude) / 2) * radians;
  const east = (to.longitude - from.longitude) * radians * Math.cos(middle);
  return 6371 * Math.hypot(north, east);
}

function boxOf({ postcode, state }: SourceRow): Box {
  if (postcode === '2540' && state === 'ACT') return jervisBay;
  return postcodeBoxes[postcode] ?? stateBoxes[state];
}

function isInside({ latitude, longitude }: Coordinates, box: Box): boolean {
  return (
    latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east
  );
}

function median(values: number[]): number | undefined {
  return values.sort((left, right) => left - right)[values.length >> 1];
}
