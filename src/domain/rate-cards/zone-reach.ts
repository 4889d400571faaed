// The zones that contain a zone: itself, its parents, and any zone. Tables of lanes, transit times and pickup terms
// are searched in this order, and the closest row wins. Only zones that a table names are kept.

import { anyZoneCode } from './card-definition.ts';
import type { ZoneTable } from './zone-table.ts';

/** Steps from an exact zone: a parent is one further for each generation, `*` is further than any of them. */
export const anyDistance = 1000;

/**
 * First the start of each zone's part (the next zone's start is its end), then the parts: pairs of zone number and
 * distance.
 */
export type Reach = Int32Array;

/** The reach of every zone among the zones a table names. */
export function compileReach(zones: ZoneTable, named: ReadonlySet<string>): Reach {
  const count = zones.codes.length;
  const starts: number[] = [];
  const stretches: number[] = [];
  for (let zone = 0; zone < count; zone += 1) {
    starts.push(count + 1 + stretches.length);
    let distance = 0;
    // The bound ends the walk even if parents form a ring, which card checks reject.
    for (let at = zone; at !== 0 && distance < anyDistance; at = zones.parents[at] ?? 0) {
      if (named.has(zones.codes[at] ?? '')) stretches.push(at, distance);
      distance += 1;
    }
    if (named.has(anyZoneCode)) stretches.push(anyZone(zones), anyDistance);
  }
  starts.push(count + 1 + stretches.length);
  return Int32Array.from([...starts, ...stretches]);
}

/** The zone and those around it, the closest first. */
export function zonesAround(zones: ZoneTable, zone: number): string[] {
  const around: string[] = [];
  for (let at = zone; at !== 0 && around.length < anyDistance; at = zones.parents[at] ?? 0)
    around.push(zones.codes[at] ?? '');
  return around;
}

/** Whether rows name exact zones only: then a zone reaches itself, and one probe is enough. */
export function isPlain(zones: ZoneTable, named: ReadonlySet<string>): boolean {
  return !named.has(anyZoneCode) && zones.parents.every((parent) => parent === 0);
}

/** When origin and destination are equally far, the destination decides, because it affects prices more. */
export function distanceOf(fromDistance: number, toDistance: number): number {
  return fromDistance + toDistance * 2;
}

/** The number a table stores for a zone code. */
export function zoneNumber(zones: ZoneTable, code: string): number {
  return code === anyZoneCode ? anyZone(zones) : (zones.numbers.get(code) ?? 0);
}

/** Stands for `*`: one beyond the last zone. */
function anyZone(zones: ZoneTable): number {
  return zones.codes.length;
}
