// The region of a public holiday calendar: a state, or a part of a state with its own holidays. For such a state, the
// state's name stands for the rest of it. Addresses have nothing finer than a postcode, so the postcode decides.

import type { AustralianState } from '../places/australian-state.ts';
import { findCity } from '../places/metropolitan-area.ts';

/** Each region with its state. */
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

/** Up to Oatlands and Swansea; 78xx are their PO boxes. */
function isSouthernTasmania(postcode: string): boolean {
  return (postcode >= '7000' && postcode <= '7199') || (postcode >= '7800' && postcode <= '7899');
}
