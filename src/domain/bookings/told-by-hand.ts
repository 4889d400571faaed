// Carriers that are not connected hear of a pickup from a person, and from nobody else. Which bookings those are, and for how
// long it is worth asking whether somebody has told.
import type { Booking } from './booking.ts';

/** Pickups of the last days still count: a carrier that did not come may not have been told. */
export const daysStillToTell = 3;

/** It is confirmed and was sent to no carrier. A demo is with no carrier at all. */
export function isToldByHand({
  status,
  confirmation,
}: Pick<Booking, 'status' | 'confirmation'>): boolean {
  if (status !== 'confirmed' || confirmation === undefined) return false;
  return confirmation.reference === '' && confirmation.funding !== 'demo';
}
