// Fits imported lanes and zones together: a lane's zones must be in the zone table, unused zones are left out, and a service has
// one cubic conversion.
import type { Findings } from './findings.ts';
import type { ImportedLane } from './imported-lane.ts';
import type { ZoneRow } from './zone-rows.ts';

const anywhereCode = '*';

/** Lanes whose zones exist; the others are refused at the cell. */
export function withKnownZones(
  lanes: readonly ImportedLane[],
  zones: readonly ZoneRow[],
  findings: Findings,
): ImportedLane[] {
  const known = new Set([anywhereCode, ...zones.flatMap(({ zone, parent }) => [zone, parent])]);
  return lanes.filter((lane) => {
    const strangers = [lane.from, lane.to].filter(({ text }) => !known.has(text));
    for (const cell of strangers) findings.refuse(cell, cell.text, { mistake: 'unknown_zone' });
    return strangers.length === 0;
  });
}

/** A card has one cubic conversion, and one card at a time prices a service. */
export function withOneCubic(lanes: readonly ImportedLane[], findings: Findings): ImportedLane[] {
  const firsts = new Map<string, ImportedLane>();
  return lanes.filter((lane) => {
    const { service, cubic, places } = lane;
    const first = firsts.get(service.text) ?? lane;
    firsts.set(service.text, first);
    if (first.cubic === cubic) return true;
    const at = places[0] ?? service;
    findings.refuse(at, cubic, {
      mistake: 'other_cubic',
      line: first.places[0]?.line ?? 0,
      service: service.text,
      cubic: first.cubic,
    });
    return false;
  });
}

/** Zones that a lane names directly or through a zone around them. */
export function pricedZones(
  lanes: readonly ImportedLane[],
  zones: readonly ZoneRow[],
  findings: Findings,
): ZoneRow[] {
  const named = new Set(lanes.flatMap(({ from, to }) => [from.text, to.text]));
  if (named.has(anywhereCode)) return [...zones];
  const parents = new Map(zones.map(({ zone, parent }) => [zone, parent]));
  const isPriced = (zone: string): boolean => {
    const passed = new Set<string>();
    for (let at = zone; at !== '' && !passed.has(at); at = parents.get(at) ?? '') {
      if (named.has(at)) return true;
      passed.add(at);
    }
    return false;
  };
  const kept = zones.filter(({ zone }) => isPriced(zone));
  const left = new Set(zones.filter(({ zone }) => !isPriced(zone)).map(({ zone }) => zone)).size;
  if (left > 0) findings.note({ note: 'zones_left_out', zones: left });
  return kept;
}
