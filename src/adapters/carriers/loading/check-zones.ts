// Checks of the zone and area tables as a whole: postcodes in two zones, suburbs outside every range, zones without a lane,
// parents in a ring, postcodes both served and declared unserved.

import { anyZoneCode } from '../../../domain/rate-cards/card-definition.ts';
import { mostZones } from '../../../domain/rate-cards/zone-table.ts';
import { type ParsedCard, unservedRange } from './load-card.ts';
import type { Problems } from './problem.ts';
import type { ParsedArea, ParsedZone } from './rows.ts';

const postcodeCount = 10_000;

export function zoneCodesOf(card: Pick<ParsedCard, 'zones' | 'definition'>): ReadonlySet<string> {
  const codes = new Set<string>();
  for (const { zone } of card.zones) {
    codes.add(zone.zone);
    if (zone.parent !== undefined) codes.add(zone.parent);
  }
  if (card.definition.defaultZone !== undefined) codes.add(card.definition.defaultZone);
  return codes;
}

export function checkZones(card: ParsedCard, problems: Problems): void {
  const codes = zoneCodesOf(card);
  if (codes.size >= mostZones) {
    const message = `a card has at most ${mostZones} zones`;
    card.at.in('zones').error('too_many_zones', message, codes.size);
  }
  checkOverlaps(card, problems);
  checkSuburbs(card, problems);
  checkParents(card, problems);
  checkPriced(card, problems);
  checkUnserved(card);
}

/** A postcode in two zones, when neither the state nor the card's own rule decides between them. */
function checkOverlaps(card: ParsedCard, problems: Problems): void {
  if (card.file.zones?.onAmbiguous !== undefined) return;
  if (card.at.in('zones', 'on_ambiguous').isUnknown) return;
  const ranges = card.zones.filter(({ zone }) => zone.suburb === undefined);
  reportOverlaps(
    ranges,
    ({ zone }) => zone.postcodes,
    ({ zone: a }, { zone: b }) =>
      a.zone !== b.zone && (a.state === b.state || a.state === undefined || b.state === undefined),
    (later, earlier) => {
      const cell = later.row.cell('postcode_from');
      const message = `overlaps zone ${earlier.zone.zone} of line ${earlier.row.place.line}; set zones.on_ambiguous if that is intended`;
      problems.error('overlapping_ranges', cell, cell.text, message);
    },
  );
  const suburbs = new Map<string, ParsedZone>();
  for (const parsed of card.zones) {
    const { zone, row } = parsed;
    if (zone.suburb === undefined || zone.postcodes === undefined) continue;
    const key = `${zone.postcodes.from}-${zone.postcodes.to} ${zone.suburb} ${zone.state ?? ''}`;
    const first = suburbs.get(key);
    if (first === undefined) suburbs.set(key, parsed);
    else if (first.zone.zone !== zone.zone) {
      const cell = row.cell('suburb');
      const message = `is in zone ${first.zone.zone} on line ${first.row.place.line}`;
      problems.error('overlapping_ranges', cell, cell.text, message);
    }
  }
}

/** Calls `report` once for each row that overlaps an earlier one. */
function reportOverlaps<Parsed>(
  rows: readonly Parsed[],
  rangeOf: (row: Parsed) => { readonly from: number; readonly to: number } | undefined,
  contradict: (later: Parsed, earlier: Parsed) => boolean,
  report: (later: Parsed, earlier: Parsed) => void,
): void {
  const claims = new Array<Parsed[] | undefined>(postcodeCount);
  for (const row of rows) {
    const range = rangeOf(row);
    if (range === undefined) continue;
    let earlier: Parsed | undefined;
    for (let postcode = range.from; postcode <= range.to; postcode += 1) {
      const claim = claims[postcode];
      earlier ??= claim?.find((other) => contradict(row, other));
      if (claim === undefined) claims[postcode] = [row];
      else claim.push(row);
    }
    if (earlier !== undefined) report(row, earlier);
  }
}

/** A suburb of a zone made of ranges must lie in some range; a table of suburbs alone needs none. */
function checkSuburbs(card: ParsedCard, problems: Problems): void {
  const covered = new Uint8Array(postcodeCount);
  const zonesWithRanges = new Set<string>();
  for (const { zone } of card.zones) {
    if (zone.suburb !== undefined || zone.postcodes === undefined) continue;
    zonesWithRanges.add(zone.zone);
    covered.fill(1, zone.postcodes.from, zone.postcodes.to + 1);
  }
  for (const { zone, row } of card.zones) {
    if (zone.suburb === undefined || zone.postcodes === undefined) continue;
    if (!zonesWithRanges.has(zone.zone)) continue;
    for (let postcode = zone.postcodes.from; postcode <= zone.postcodes.to; postcode += 1) {
      if (covered[postcode] === 1) continue;
      const cell = row.cell('postcode_from');
      const message = `${zone.suburb} is outside the ranges of the zone table`;
      problems.error('suburb_outside_range', cell, cell.text, message);
      break;
    }
  }
}

function checkParents(card: ParsedCard, problems: Problems): void {
  const parents = new Map<string, string>();
  for (const { zone, row } of card.zones) {
    const cell = row.cell('parent');
    if (zone.parent === undefined) continue;
    const known = parents.get(zone.zone);
    if (known !== undefined && known !== zone.parent) {
      const message = `zone ${zone.zone} is in ${known} on an earlier line`;
      problems.error('parent_contradicts', cell, cell.text, message);
      continue;
    }
    parents.set(zone.zone, zone.parent);
  }
  for (const { zone, row } of card.zones) {
    const passed = new Set<string>();
    for (let at: string | undefined = zone.zone; at !== undefined; at = parents.get(at)) {
      if (passed.has(at)) {
        const cell = row.cell('parent');
        problems.error('parent_ring', cell, cell.text, 'the parents of this zone form a ring');
        return;
      }
      passed.add(at);
    }
  }
}

/** A zone is served when a lane names it, a zone around it, or `*`. */
function checkPriced(card: ParsedCard, problems: Problems): void {
  if (card.unread.has('zones') || card.unread.has('lanes')) return;
  const named = new Set<string>();
  for (const { lane } of card.lanes) {
    named.add(lane.fromZone);
    named.add(lane.toZone);
  }
  if (named.has(anyZoneCode)) return;
  // Any row of a zone may give its parent.
  const parents = new Map(
    card.zones.flatMap(({ zone }) => (zone.parent === undefined ? [] : [[zone.zone, zone.parent]])),
  );
  const reported = new Set<string>();
  for (const { zone, row } of card.zones) {
    let isPriced = false;
    let steps = 0;
    for (let at: string | undefined = zone.zone; at !== undefined; at = parents.get(at)) {
      isPriced ||= named.has(at);
      steps += 1;
      if (steps > card.zones.length) break;
    }
    if (isPriced || reported.has(zone.zone)) continue;
    reported.add(zone.zone);
    const cell = row.cell('zone');
    problems.error('zone_without_lane', cell, cell.text, 'no lane starts or ends in this zone');
  }
}

function checkUnserved(card: ParsedCard): void {
  for (const { at, entry } of card.file.zones?.unserved ?? []) {
    if (entry === '*') continue;
    const { from, to } = unservedRange(entry);
    if (from > to) at.error('postcode_range_reversed', 'ends before it starts');
    const clash = card.zones.find(
      ({ zone }) =>
        zone.postcodes !== undefined && zone.postcodes.from <= to && zone.postcodes.to >= from,
    );
    if (clash === undefined) continue;
    const message = `zone ${clash.zone.zone} serves part of it (line ${clash.row.place.line})`;
    at.error('unserved_is_served', message);
  }
}

export function checkAreas(areas: readonly ParsedArea[], problems: Problems): void {
  reportOverlaps(
    areas,
    ({ area }) => ({ from: area.postcodeFrom, to: area.postcodeTo }),
    ({ area: a }, { area: b }) =>
      a.code === b.code &&
      a.suburb === b.suburb &&
      (a.side === b.side || a.side === 'either' || b.side === 'either'),
    (later, earlier) => {
      const cell = later.row.cell('postcode_from');
      const message = `${later.area.code} is already charged there by line ${earlier.row.place.line}`;
      problems.error('overlapping_ranges', cell, cell.text, message);
    },
  );
}
