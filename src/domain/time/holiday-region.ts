// Where public holidays are kept: a state, or a part of it with days of its own. Of such a state its name then stands for
// all the rest of it. Told by postcode, because addresses have nothing finer.

import type { AustralianState } from '../places/australian-state.ts';
import { findCity } from '../places/metropolitan-area.ts';

/** Each with the state it is part of. */
export const localRegions = {
  melbourne: 'VIC',
  brisbane: 'QLD',
  southern_tasmania: 'TAS',
} as const satisfies Record<string, AustralianState>;

export type LocalRegion = keyof typeof localRegions;
export type HolidayRegion = AustralianState | LocalRegion;

export function holidayRegionOf(place: {
  readonly state: AustralianState;
  readonly postcode: string;
}): HolidayRegion {
  const { state, postcode } = place;
  switch (state) {
    case 'VIC':
      return findCity(postcode) === 'melbourne' ? 'melbourne' : state;
    case 'QLD':
      return findCity(postcode) === 'brisbane' ? 'brisbane' : state;
    case 'TAS':
      return isSouthernTasmania(postcode) ? 'southern_tasmania' : state;
    default:
      return state;
  }
}

/** As far up as Oatlands and Swansea; 78xx are its boxes. */
function isSouthernTasmania(postcode: string): boolean {
  return (postcode >= '7000' && postcode <= '7199') || (postcode >= '7800' && postcode <= '7899');
}
