// A locality: a suburb, town or district with its postcode. Addresses are matched to localities, and carriers define
// zones by them. `locality-search.ts` finds localities, and `address.ts` matches addresses. The same name and
// postcode may exist in two states (Mungindi 2406 is on both banks), so only all three identify a locality.

import type { AustralianState } from './australian-state.ts';
import { localityKey } from './locality-name.ts';

// Freight goes only to `delivery` places. A `po_box` is a box lobby or postal facility; a `large_receiver` is a
// company or university with its own postcode.
export const localityKinds = ['delivery', 'po_box', 'large_receiver'] as const;

export type LocalityKind = (typeof localityKinds)[number];

export type Coordinates = Readonly<{ latitude: number; longitude: number }>;

export type Locality = Readonly<{
  /** Upper case, as post offices write it: `ST KILDA`. */
  name: string;
  /** Four digits as text, leading zero kept. */
  postcode: string;
  state: AustralianState;
  kind: LocalityKind;
  /** 0 to 1000; of two places that match equally well, people mean the one with the higher priority. */
  priority: number;
  /** Undefined only if the operator's own file has no coordinates for the place. */
  coordinates: Coordinates | undefined;
}>;

export const highestPriority = 1000;

/** An identifier that stays the same across restarts and reordering: `3182-VIC-ST-KILDA`. */
export function localityId(locality: Locality): string {
  return `${locality.postcode}-${locality.state}-${localityKey(locality.name).replaceAll(' ', '-')}`;
}

/** Plain code-unit order: the same on every machine, unlike a locale's. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
