// The usual transit time in business days within Australia, for cards without a transit table. It is estimated from
// city, state and mode of transport, so that quotes show a time and can be compared; any real table is better.

import { stateOfPostcode } from '../places/australian-state.ts';
import { findCity, isWithinOneCity } from '../places/metropolitan-area.ts';
import { nowhere, rateCardStates, type ShipmentEnd, stateIndexOf } from '../quotes/shipment.ts';
import type { ServiceMode } from './carrier-terms.ts';

export type Days = readonly [min: number, max: number];
type State = (typeof rateCardStates)[number];
type Carriage = 'road' | 'air';

const withinCity: Days = [1, 1];
const withinState: Days = [1, 2];
/** An address outside a capital may add a day. */
const countryDays: Days = [0, 1];
/** Islands and outposts depend on a ship or plane. */
const remoteDays: Days = [2, 5];

/** Capitals a day's drive apart; other pairs of these states take longer. */
const nearPairs: readonly (readonly [State, State])[] = [
  ['NSW', 'VIC'],
  ['NSW', 'QLD'],
  ['NSW', 'ACT'],
  ['VIC', 'ACT'],
  ['VIC', 'SA'],
];
const nearCapitals: Days = [1, 2];
const otherCapitals: Days = [2, 3];

/**
 * Applies to every route from or to these states. Between two of them, the slower one counts.
 */
const farStates: Readonly<Partial<Record<State, Readonly<Record<Carriage, Days>>>>> = {
  TAS: { road: [2, 4], air: [2, 4] },
  WA: { road: [4, 6], air: [1, 2] },
  NT: { road: [4, 7], air: [4, 7] },
};

/** Lord Howe, Norfolk, Kangaroo, King, Flinders, Rottnest, Palm, Magnetic, Tiwi, Groote, Torres Strait, Christmas, Cocos. */
const remotePostcodes = new Set([
  822, 885, 2898, 2899, 4816, 4819, 4875, 5220, 5221, 5222, 5223, 6161, 6798, 6799, 7255, 7256,
]);

/** Indexed by the positions of the two states. */
const interstate = { road: compilePairs('road'), air: compilePairs('air') };

/** Undefined for international and sea freight, and if a state is unknown. */
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
  // The times of the far states already cover their country addresses.
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

/** The state of an Australian address, from the postcode if the shipment has none. */
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
