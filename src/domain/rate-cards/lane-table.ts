// Zone pair → the rows that price each packaging type, for every service of one card. A row may name a zone, a zone
// around it (parent) or any zone (`*`); for each packaging type the closest row wins, and a suburb row beats
// every other. Rows of different packaging types are priced side by side. The break arithmetic is lane-rate.ts.

import { type PackagingIndex, packagingTypes } from '../bookings/item.ts';
import type { CardDefinition, LaneDefinition } from './card-definition.ts';
import {
  breadthOf,
  compileLaneRates,
  isLastRate,
  type LaneRate,
  type LaneRates,
  noRate,
  pricesPackaging,
} from './lane-rate.ts';
import { createPairTable, findPair, notListed, type PairTable } from './pair-table.ts';
import {
  anyDistance,
  compileReach,
  distanceOf,
  isPlain,
  type Reach,
  zoneNumber,
} from './zone-reach.ts';
import type { ZoneTable } from './zone-table.ts';

export type ServiceLanes = {
  readonly pairs: PairTable;
  /** Suburb name → its own pairs; undefined when the service has no suburb rows. */
  readonly bySuburb: ReadonlyMap<string, PairTable> | undefined;
};

export type LaneTable = {
  /** Rows in the order of their pairs: a pair points at its first row. */
  readonly rates: LaneRates;
  readonly services: ReadonlyMap<string, ServiceLanes>;
  /** No row names a parent or any zone. */
  readonly isPlain: boolean;
  readonly fromReach: Reach;
  readonly toReach: Reach;
};

/** For a service without lanes: it serves no pair. */
export const noLanes: ServiceLanes = { pairs: createPairTable([]), bySuburb: undefined };

/** The row of each packaging type, reused from one look-up to the next. */
export type LaneChoice = {
  readonly rateOf: Int32Array;
  readonly distanceOf: Float64Array;
};

export function createLaneChoice(): LaneChoice {
  return {
    rateOf: new Int32Array(packagingTypes.length).fill(noRate),
    distanceOf: new Float64Array(packagingTypes.length),
  };
}

export function compileLanes(
  card: Pick<CardDefinition, 'lanes' | 'isReciprocal'>,
  zones: ZoneTable,
): LaneTable {
  const definitions = card.isReciprocal ? withReversed(card.lanes) : card.lanes;
  // Service → suburb ('' for plain rows) → pair → its rows.
  const builders = new Map<string, Map<string, Map<string, LaneDefinition[]>>>();
  for (const lane of definitions) {
    const suburbs = getOrAdd(builders, lane.service, () => new Map<string, typeof pairs>());
    const pairs: Map<string, LaneDefinition[]> = getOrAdd(
      suburbs,
      lane.toSuburb ?? '',
      () => new Map<string, LaneDefinition[]>(),
    );
    const key = `${zoneNumber(zones, lane.fromZone)} ${zoneNumber(zones, lane.toZone)}`;
    getOrAdd<string, LaneDefinition[]>(pairs, key, () => []).push(lane);
  }
  const ordered: LaneDefinition[] = [];
  const services = new Map<string, ServiceLanes>();
  for (const [service, suburbs] of builders) {
    const tables = new Map([...suburbs].map(([name, pairs]) => [name, pairTable(pairs, ordered)]));
    const pairs = tables.get('') ?? createPairTable([]);
    tables.delete('');
    services.set(service, { pairs, bySuburb: tables.size === 0 ? undefined : tables });
  }
  const origins = new Set(definitions.map((lane) => lane.fromZone));
  const destinations = new Set(definitions.map((lane) => lane.toZone));
  return {
    rates: compileLaneRates(ordered),
    services,
    isPlain: isPlain(zones, origins) && isPlain(zones, destinations),
    fromReach: compileReach(zones, origins),
    toReach: compileReach(zones, destinations),
  };
}

/** Pair → position of its first row; appends the rows to `ordered`. */
function pairTable(
  pairs: ReadonlyMap<string, readonly LaneDefinition[]>,
  ordered: LaneDefinition[],
): PairTable {
  return createPairTable(
    [...pairs].map(([key, rows]) => {
      const [from = '0', to = '0'] = key.split(' ');
      const first = ordered.length;
      ordered.push(...rows);
      return [Number(from), Number(to), first] as const;
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

/** The rows and their reverses, except where the card itself lists the reverse. */
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

export type LaneQuery = {
  readonly lanes: ServiceLanes;
  readonly fromZone: number;
  readonly toZone: number;
  readonly toSuburb: string;
  /** The types to find a row for. */
  readonly packagings: readonly PackagingIndex[];
};

/** Fills `choice` with the row that prices each packaging type; false when no row serves the pair. */
export function chooseLanes(table: LaneTable, query: LaneQuery, choice: LaneChoice): boolean {
  for (const type of query.packagings) choice.rateOf[type] = noRate;
  const { lanes } = query;
  let isServed = false;
  const suburb = lanes.bySuburb?.get(query.toSuburb);
  // Distances of suburb rows are negative, so that any of them is closer than every plain row.
  if (suburb !== undefined) isServed = collect(table, suburb, query, -4 * anyDistance, choice);
  return collect(table, lanes.pairs, query, 0, choice) || isServed;
}

function collect(
  table: LaneTable,
  pairs: PairTable,
  query: LaneQuery,
  baseDistance: number,
  choice: LaneChoice,
): boolean {
  if (table.isPlain) {
    const first = findPair(pairs, query.fromZone, query.toZone);
    if (first === notListed) return false;
    offerAll(table.rates, first, baseDistance, query.packagings, choice);
    return true;
  }
  const { fromReach: from, toReach: to } = table;
  const fromEnd = from[query.fromZone + 1] ?? 0;
  const toEnd = to[query.toZone + 1] ?? 0;
  let isServed = false;
  for (let f = from[query.fromZone] ?? 0; f < fromEnd; f += 2) {
    for (let t = to[query.toZone] ?? 0; t < toEnd; t += 2) {
      const first = findPair(pairs, from[f] ?? 0, to[t] ?? 0);
      if (first === notListed) continue;
      isServed = true;
      const steps = distanceOf(from[f + 1] ?? 0, to[t + 1] ?? 0);
      offerAll(table.rates, first, baseDistance + steps, query.packagings, choice);
    }
  }
  return isServed;
}

/** Offers the rows of one pair for the types they price. */
function offerAll(
  rates: LaneRates,
  first: LaneRate,
  distance: number,
  packagings: readonly PackagingIndex[],
  choice: LaneChoice,
): void {
  for (let rate = first; ; rate += 1) {
    for (const type of packagings) {
      if (!pricesPackaging(rates, rate, type)) continue;
      const current = choice.rateOf[type] ?? noRate;
      if (current !== noRate && !isCloser(rates, rate, distance, current, choice, type)) continue;
      choice.rateOf[type] = rate;
      choice.distanceOf[type] = distance;
    }
    if (isLastRate(rates, rate)) return;
  }
}

/** The row for fewer packaging types wins, however far it is; of equally specific rows, the closest wins. */
function isCloser(
  rates: LaneRates,
  rate: LaneRate,
  distance: number,
  current: LaneRate,
  choice: LaneChoice,
  type: PackagingIndex,
): boolean {
  const gain = breadthOf(rates, current) - breadthOf(rates, rate);
  return gain > 0 || (gain === 0 && distance < (choice.distanceOf[type] ?? 0));
}
