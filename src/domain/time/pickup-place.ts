// The clock and calendar of a pickup.
import type { Address } from '../places/address.ts';
import { findState } from '../places/australian-state.ts';
import type { Place } from './time-zone.ts';

/** Abroad, the carrier's Australian office takes the order, so Sydney's clock and calendar apply. */
export function pickupPlace({
  country,
  state,
  postcode,
  suburb,
}: Pick<Address, 'country' | 'state' | 'postcode' | 'suburb'>): Place {
  const known = country === 'AU' ? findState(state) : undefined;
  return known === undefined
    ? { state: 'NSW' as const, postcode: '2000' }
    : { state: known, postcode, suburb };
}
