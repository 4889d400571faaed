// How far it is by road, as far as two points can tell: the great circle, lengthened by what Australian roads
// usually add. Good enough to price a city courier by the kilometre; not a route.
import type { Coordinates } from './locality.ts';
import { isWithinOneCity } from './metropolitan-area.ts';

const earthRadiusMetres = 6_371_000;
/** By how much roads are longer than the straight line: between places, and within one city. */
const roadsLonger = 1.3;
const streetsLonger = 1.35;
/** Two addresses in one suburb are still some way apart. */
const leastMetres = 1_000;

type Located = { readonly postcode: string; readonly coordinates: Coordinates | undefined };

export function roadMetres(sender: Located, receiver: Located): number | undefined {
  const [from, to] = [sender.coordinates, receiver.coordinates];
  if (from === undefined || to === undefined) return undefined;
  const isInCity = isWithinOneCity(sender.postcode, receiver.postcode);
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const height = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const width = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const share = height + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * width;
  const straight = 2 * earthRadiusMetres * Math.asin(Math.sqrt(share));
  return Math.max(leastMetres, Math.round(straight * (isInCity ? streetsLonger : roadsLonger)));
}
