// A locality is a suburb, town or district with its postcode: what an address is matched to and
// what carriers zone by. Here is only the record; finding one is `locality-search.ts`, matching
// an address to one is `address.ts`. Postcode and name together may exist in two states
// (Mungindi 2406 lies on both banks), so only all three identify a locality.

import type { AustralianState } from './australian-state.ts';
import { localityKey } from './locality-name.ts';

// Freight goes to `delivery` places only: a `po_box` is a box lobby or postal facility, a
// `large_receiver` a firm or university with a postcode of its own.
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
  /** 0 to 1000; of two places that fit equally well, the greater is the one people mean. */
  priority: number;
  /** Undefined only where the operator's own file gives none. */
  coordinates: Coordinates | undefined;
}>;

export const highestPriority = 1000;

/** A stable identifier that survives restarts and reordering: `3182-VIC-ST-KILDA`. */
export function localityId(locality: Locality): string {
  return `${locality.postcode}-${locality.state}-${localityKey(locality.name).replaceAll(' ', '-')}`;
}

/** Plain code-unit order: the same on every machine, unlike a locale's. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
