// From a zone outwards: the zone itself, the zones around it, any zone. Tables that name zones (lanes, transit times)
// are searched along it, and the closest row wins. Only zones that the table names are kept, so the usual card is
// searched with a single probe; everything lies in flat arrays for the same reason.

import { ANY_ZONE } from './card-definition.ts';
import { MAX_ZONES, type ZoneTable } from './zone-table.ts';

/** Stands for `*` in a pair of zone numbers. */
export const ANY = MAX_ZONES;

/** Steps from an exact zone: a parent is one further for each generation, `*` is further than any of them. */
export const ANY_DISTANCE = 1000;

export interface Reach {
  /** Zone number → where its stretch starts; the next zone's start is its end. */
  readonly starts: Int32Array;
  readonly zones: Uint16Array;
  readonly distances: Uint16Array;
}

/** The reach of every zone among the zones a table names. */
export function compileReach(zones: ZoneTable, named: ReadonlySet<string>): Reach {
  const starts = new Int32Array(zones.codes.length + 1);
  const reached: number[] = [];
  const distances: number[] = [];
  for (let zone = 0; zone < zones.codes.length; zone += 1) {
    starts[zone] = reached.length;
    let distance = 0;
    // The bound ends the walk even if parents were to form a ring, which the card checks refuse.
    for (let at = zone; at !== 0 && distance < ANY_DISTANCE; at = zones.parents[at] ?? 0) {
      if (named.has(zones.codes[at] ?? '')) {
        reached.push(at);
        distances.push(distance);
      }
      distance += 1;
    }
    if (named.has(ANY_ZONE)) {
      reached.push(ANY);
      distances.push(ANY_DISTANCE);
    }
  }
  starts[zones.codes.length] = reached.length;
  return { starts, zones: Uint16Array.from(reached), distances: Uint16Array.from(distances) };
}

/** The destination decides when origin and destination are equally far: it is what drives a price. */
export function distanceOf(fromDistance: number, toDistance: number): number {
  return fromDistance + toDistance * 2;
}

/** The number a table stores for a zone code. */
export function zoneNumber(zones: ZoneTable, code: string): number {
  return code === ANY_ZONE ? ANY : (zones.numbers.get(code) ?? 0);
}
