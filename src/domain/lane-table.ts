// Zone pair → the rows that price each packaging type, for every service of one card. A row may name a zone, a zone
// around it (parent) or any zone (`*`); for each packaging type the closest row wins, and a suburb row beats
// every other. Rows of different packaging types are priced side by side. The break arithmetic is lane-rate.ts.

import type { CardDefinition, LaneDefinition } from './card-definition.ts';
import { PACKAGING_TYPES, type PackagingIndex } from './item.ts';
import { type BreakPool, compileLaneRates, type LaneRate } from './lane-rate.ts';
import { createPairTable, findPair, NOT_LISTED, type PairTable } from './pair-table.ts';
import { ANY_DISTANCE, compileReach, distanceOf, type Reach, zoneNumber } from './zone-reach.ts';
import type { ZoneTable } from './zone-table.ts';

export interface ServiceLanes {
  readonly pairs: PairTable;
  /** Suburb name → its own pairs; undefined when the service has no suburb rows. */
  readonly bySuburb: ReadonlyMap<string, PairTable> | undefined;
}

export interface LaneTable {
  readonly pool: BreakPool;
  /** Rows of one pair, the alternatives of different packaging types. */
  readonly cells: readonly (readonly LaneRate[])[];
  readonly services: ReadonlyMap<string, ServiceLanes>;
  readonly fromReach: readonly Reach[];
  readonly toReach: readonly Reach[];
}

/** Of a service that no lane names: it serves no pair. */
export const NO_LANES: ServiceLanes = { pairs: createPairTable([]), bySuburb: undefined };

/** The row of each packaging type, reused from one look-up to the next. */
export interface LaneChoice {
  readonly rateOf: (LaneRate | undefined)[];
  readonly distanceOf: Float64Array;
}

export function createLaneChoice(): LaneChoice {
  return {
    rateOf: PACKAGING_TYPES.map(() => undefined),
    distanceOf: new Float64Array(PACKAGING_TYPES.length),
  };
}

export function compileLanes(
  card: Pick<CardDefinition, 'lanes' | 'isReciprocal'>,
  zones: ZoneTable,
): LaneTable {
  const definitions = card.isReciprocal ? withReversed(card.lanes) : card.lanes;
  const { rates, pool } = compileLaneRates(definitions);
  const cells: LaneRate[][] = [];
  const builders = new Map<string, Map<string, Map<string, number>>>();
  definitions.forEach(({ service, fromZone, toZone, toSuburb }, index) => {
    const rate = rates[index];
    if (rate === undefined) return;
    const suburbs = getOrAdd(builders, service, () => new Map<string, Map<string, number>>());
    const pairs = getOrAdd(suburbs, toSuburb ?? '', () => new Map<string, number>());
    const key = `${zoneNumber(zones, fromZone)} ${zoneNumber(zones, toZone)}`;
    const cell = getOrAdd(pairs, key, () => cells.push([]) - 1);
    cells[cell]?.push(rate);
  });
  const services = new Map<string, ServiceLanes>();
  for (const [service, suburbs] of builders) {
    const tables = new Map([...suburbs].map(([suburb, pairs]) => [suburb, pairTable(pairs)]));
    const pairs = tables.get('') ?? createPairTable([]);
    tables.delete('');
    services.set(service, { pairs, bySuburb: tables.size === 0 ? undefined : tables });
  }
  return {
    pool,
    cells,
    services,
    fromReach: compileReach(zones, new Set(definitions.map((lane) => lane.fromZone))),
    toReach: compileReach(zones, new Set(definitions.map((lane) => lane.toZone))),
  };
}

function pairTable(pairs: ReadonlyMap<string, number>): PairTable {
  return createPairTable(
    [...pairs].map(([key, cell]) => {
      const [from = '0', to = '0'] = key.split(' ');
      return [Number(from), Number(to), cell] as const;
    }),
  );
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}

/** The rows plus their mirror images, except where the card itself lists the way back. */
function withReversed(lanes: readonly LaneDefinition[]): readonly LaneDefinition[] {
  const keyOf = (lane: LaneDefinition, from: string, to: string): string =>
    JSON.stringify([lane.service, from, to, lane.packagingName]);
  const listed = new Set(
    lanes
      .filter((lane) => lane.toSuburb === undefined)
      .map((lane) => keyOf(lane, lane.fromZone, lane.toZone)),
  );
  const reversed = lanes
    .filter((lane) => lane.toSuburb === undefined)
    .filter((lane) => !listed.has(keyOf(lane, lane.toZone, lane.fromZone)))
    .map((lane) => ({ ...lane, fromZone: lane.toZone, toZone: lane.fromZone }));
  return [...lanes, ...reversed];
}

export interface LaneQuery {
  readonly lanes: ServiceLanes;
  readonly fromZone: number;
  readonly toZone: number;
  readonly toSuburb: string;
  /** The types to find a row for. */
  readonly packagings: readonly PackagingIndex[];
}

/** Fills `choice` with the row that prices each packaging type; false when no row serves the pair. */
export function chooseLanes(table: LaneTable, query: LaneQuery, choice: LaneChoice): boolean {
  for (const type of query.packagings) choice.rateOf[type] = undefined;
  const { lanes } = query;
  let isServed = false;
  const suburb = lanes.bySuburb?.get(query.toSuburb);
  // Distances of suburb rows are negative, so that any of them is closer than every plain row.
  if (suburb !== undefined) isServed = collect(table, suburb, query, -4 * ANY_DISTANCE, choice);
  return collect(table, lanes.pairs, query, 0, choice) || isServed;
}

function collect(
  table: LaneTable,
  pairs: PairTable,
  query: LaneQuery,
  baseDistance: number,
  choice: LaneChoice,
): boolean {
  const from = table.fromReach[query.fromZone];
  const to = table.toReach[query.toZone];
  if (from === undefined || to === undefined) return false;
  let isServed = false;
  for (let f = 0; f < from.zones.length; f += 1) {
    for (let t = 0; t < to.zones.length; t += 1) {
      const cell = findPair(pairs, from.zones[f] ?? 0, to.zones[t] ?? 0);
      if (cell === NOT_LISTED) continue;
      isServed = true;
      const steps = distanceOf(from.distances[f] ?? 0, to.distances[t] ?? 0);
      const distance = baseDistance + steps;
      for (const rate of table.cells[cell] ?? []) {
        offer(choice, rate, distance, query.packagings);
      }
    }
  }
  return isServed;
}

/** A typed row beats an untyped one for its types, however far it is; of equals the closest wins. */
function offer(
  choice: LaneChoice,
  rate: LaneRate,
  distance: number,
  packagings: readonly PackagingIndex[],
): void {
  for (const type of packagings) {
    if ((rate.packagingMask & (1 << type)) === 0) continue;
    const current = choice.rateOf[type];
    if (current !== undefined) {
      const gain = current.breadth - rate.breadth;
      if (gain < 0 || (gain === 0 && distance >= (choice.distanceOf[type] ?? 0))) continue;
    }
    choice.rateOf[type] = rate;
    choice.distanceOf[type] = distance;
  }
}
