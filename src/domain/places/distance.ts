// The approximate road distance between two points: the great circle, lengthened by the usual detour of Australian
// roads. Accurate enough to price a city courier by the kilometre.
import type { Coordinates } from './locality.ts';
import { isWithinOneCity } from './metropolitan-area.ts';

const earthRadiusMetres = 6_371_000;
/** The ratio of road distance to straight line: between places, and within one city. */
const roadsLonger = 1.3;
const streetsLonger = 1.35;
/** Two addresses in one suburb are still some distance apart. */
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
