// The clock of a scan, from the place that the carrier names: "PERTH WA", "Botany Depot, NSW 2019", "Adelaide".
// Carriers mix local times without an offset with times that have one. Nothing is looked up: only a state, a postcode
// or a capital identifies a clock.
import { type AustralianState, findState, stateOfPostcode } from '../places/australian-state.ts';
import { homeZone } from '../time/home-clock.ts';
import { type Zone, zoneOf } from '../time/time-zone.ts';
import { type CarrierEvent, placeOfEvent } from './carrier-event.ts';

const capitals: Readonly<Record<string, AustralianState>> = {
  ADELAIDE: 'SA',
  BRISBANE: 'QLD',
  CANBERRA: 'ACT',
  DARWIN: 'NT',
  HOBART: 'TAS',
  MELBOURNE: 'VIC',
  PERTH: 'WA',
  SYDNEY: 'NSW',
};

/** The zone in which an event is shown. */
export function zoneOfEvent(event: CarrierEvent): Zone {
  return zoneOfPlace(placeOfEvent(event)) ?? homeZone;
}

/** The longest state name has three words. */
const longestStateName = 3;

/** Undefined for an unknown place. A state beats a postcode, and a postcode beats a capital. */
export function zoneOfPlace(place: string): Zone | undefined {
  const words = place.toUpperCase().split(/[^A-Z0-9]+/);
  const postcode = words.findLast((word) => stateOfPostcode(word) !== undefined) ?? '';
  const capital = words.find((word) => Object.hasOwn(capitals, word)) ?? '';
  const state = stateNamed(words) ?? stateOfPostcode(postcode) ?? capitals[capital];
  return state === undefined ? undefined : zoneOf({ state, postcode, suburb: words[0] ?? '' });
}

function stateNamed(words: readonly string[]): AustralianState | undefined {
  for (let length = longestStateName; length > 0; length -= 1) {
    // Searches from the end: "VICTORIA POINT QLD" is in Queensland.
    for (let at = words.length - length; at >= 0; at -= 1) {
      const state = findState(words.slice(at, at + length).join(' '));
      if (state !== undefined) return state;
    }
  }
  return undefined;
}
