// How many business days freight within Australia usually takes, for cards that have no transit table. A rough guess by
// city, state and way of carriage: it lets a quote say something and be compared, and any table is better.

import { stateOfPostcode } from '../places/australian-state.ts';
import { findCity, isWithinOneCity } from '../places/metropolitan-area.ts';
import { nowhere, rateCardStates, type ShipmentEnd, stateIndexOf } from '../quotes/shipment.ts';
import type { ServiceMode } from './carrier-terms.ts';

export type Days = readonly [min: number, max: number];
type State = (typeof rateCardStates)[number];
type Carriage = 'road' | 'air';

const withinCity: Days = [1, 1];
const withinState: Days = [1, 2];
/** Outside a capital it may take a day more, as it does within a state. */
const countryDays: Days = [0, 1];
/** Islands and outposts depend on a ship or plane. */
const remoteDays: Days = [2, 5];

/** One day's drive between their capitals; any other two of these states take longer. */
const nearPairs: readonly (readonly [State, State])[] = [
  ['NSW', 'VIC'],
  ['NSW', 'QLD'],
  ['NSW', 'ACT'],
  ['VIC', 'ACT'],
  ['VIC', 'SA'],
];
const nearCapitals: Days = [1, 2];
const otherCapitals: Days = [2, 3];

/** All of these states, wherever the other end is; between two of them the slower counts. */
const farStates: Readonly<Partial<Record<State, Readonly<Record<Carriage, Days>>>>> = {
  TAS: { road: [2, 4], air: [2, 4] },
  WA: { road: [4, 6], air: [1, 2] },
  NT: { road: [4, 7], air: [4, 7] },
};

/** Lord Howe, Norfolk, Kangaroo, King, Flinders, Rottnest, Palm, Magnetic, Tiwi, Groote, Torres Strait, Christmas, Cocos. */
const remotePostcodes = new Set([
  822, 885, 2898, 2899, 4816, 4819, 4875, 5220, 5221, 5222, 5223, 6161, 6798, 6799, 7255, 7256,
]);

/** By position of the two states. */
const interstate = { road: compilePairs('road'), air: compilePairs('air') };

/** Undefined abroad, by ship, or when a state is unknown. */
export function usualDays(
  mode: ServiceMode,
  sender: ShipmentEnd,
  receiver: ShipmentEnd,
): Days | undefined {
  if (mode === 'sea' || mode === 'international') return undefined;
  const [from, to] = [stateOf(sender), stateOf(receiver)];
  if (from === nowhere || to === nowhere) return undefined;
  if (sender.postcodeIndex === receiver.postcodeIndex) return withinCity;
  const between = isWithinOneCity(sender.postcode, receiver.postcode)
    ? withinCity
    : from === to
      ? withinState
      : betweenStates(mode === 'air' ? 'air' : 'road', from, to, sender, receiver);
  return later(between, remoteDays, countOf(isRemote, sender, receiver));
}

function betweenStates(
  carriage: Carriage,
  from: number,
  to: number,
  sender: ShipmentEnd,
  receiver: ShipmentEnd,
): Days {
  const days = interstate[carriage][from]?.[to] ?? otherCapitals;
  // The far states' times hold for all their places.
  return isFar(from) || isFar(to)
    ? days
    : later(days, countryDays, countOf(isCountry, sender, receiver));
}

function compilePairs(carriage: Carriage): readonly (readonly Days[])[] {
  return rateCardStates.map((from) =>
    rateCardStates.map((to) => {
      const [one, other] = [farStates[from]?.[carriage], farStates[to]?.[carriage]];
      if (one !== undefined && other !== undefined)
        return [Math.max(one[0], other[0]), Math.max(one[1], other[1])];
      const isNear = nearPairs.some((pair) => pair.includes(from) && pair.includes(to));
      return one ?? other ?? (isNear ? nearCapitals : otherCapitals);
    }),
  );
}

/** Of an address in Australia. Hand-made shipments may leave it out. */
function stateOf({ stateIndex, postcodeIndex, postcode }: ShipmentEnd): number {
  if (postcodeIndex === nowhere) return nowhere;
  return stateIndex === nowhere ? stateIndexOf(stateOfPostcode(postcode) ?? '') : stateIndex;
}

function isFar(state: number): boolean {
  const name = rateCardStates[state];
  return name !== undefined && farStates[name] !== undefined;
}

function isRemote({ postcodeIndex }: ShipmentEnd): boolean {
  return remotePostcodes.has(postcodeIndex);
}

function isCountry({ postcode }: ShipmentEnd): boolean {
  return findCity(postcode) === undefined;
}

function countOf(is: (end: ShipmentEnd) => boolean, one: ShipmentEnd, other: ShipmentEnd): number {
  return Number(is(one)) + Number(is(other));
}

function later([min, max]: Days, [least, most]: Days, times: number): Days {
  return [min + least * times, max + most * times];
}
