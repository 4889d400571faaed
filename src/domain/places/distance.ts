// How far it is by road, as far as two points can tell: the great circle, lengthened by what Australian roads
// usually add. Good enough to price a city courier by the kilometre; not a route.
import type { Coordinates } from './locality.ts';

const earthRadiusMetres = 6_371_000;
/** Roads between two suburbs are about a quarter longer than the straight line. */
const roadsLonger = 1.25;
/** Two addresses in one suburb are still some way apart. */
const leastMetres = 1_000;

export function roadMetres(
  from: Coordinates | undefined,
  to: Coordinates | undefined,
): number | undefined {
  if (from === undefined || to === undefined) return undefined;
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const height = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const width = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const share = height + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * width;
  const straight = 2 * earthRadiusMetres * Math.asin(Math.sqrt(share));
  return Math.max(leastMetres, Math.round(straight * roadsLonger));
}
