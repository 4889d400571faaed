// How long a service takes between two zones, as a span of business days and the text a quote shows. The closest row
// wins, as for lanes, and of equally close ones a row of the service beats a row for all. A table without a row for the
// zones promises nothing, and the text stays empty; a card without any table shows the usual time.

import type { Shipment } from '../quotes/shipment.ts';
import { wordedDays } from '../quotes/transit-promise.ts';
import type { ServiceDefinition, TransitDefinition, TransitRow } from './card-definition.ts';
import { createPairTable, findPair, notListed, type PairTable } from './pair-table.ts';
import { usualDays } from './usual-transit.ts';
import { compileReach, distanceOf, type Reach, zoneNumber } from './zone-reach.ts';
import type { ZoneTable } from './zone-table.ts';

export type Transit = {
  readonly minDays: number;
  readonly maxDays: number;
  readonly text: string;
};

/** Texts with placeholders `{min}` and `{max}`. */
type Words = Pick<TransitDefinition, 'text' | 'textSame'>;

export const defaultTransitText = '{min}-{max} business days';
const defaultWords: Words = { text: defaultTransitText, textSame: '{min} business days' };

export type TransitTable = {
  /** One table for each service of the card, including the rows for all services. */
  readonly pairs: readonly PairTable[];
  readonly spans: readonly Transit[];
  readonly fromReach: Reach;
  readonly toReach: Reach;
  /** A text without days, such as "Same day", holds for every lane. */
  readonly always: Transit | undefined;
  /** Texts for the usual time; undefined when the card has its own table. */
  readonly usualWords: Words | undefined;
};

export function compileTransit(
  transit: TransitDefinition | undefined,
  serviceIds: readonly string[],
  zones: ZoneTable,
): TransitTable {
  const rows = transit?.rows ?? [];
  const { text, textSame } = transit ?? defaultWords;
  const spans = rows.map(({ minDays, maxDays }) => spanOf(minDays, maxDays, { text, textSame }));
  const isConstant = !text.includes('{');
  return {
    pairs: serviceIds.map((id) => createPairTable(pairsOf(rows, id, zones))),
    spans,
    fromReach: compileReach(zones, new Set(rows.map((row) => row.fromZone))),
    toReach: compileReach(zones, new Set(rows.map((row) => row.toZone))),
    always: isConstant ? constantSpan(text) : undefined,
    usualWords: isConstant || rows.length > 0 ? undefined : { text, textSame },
  };
}

function constantSpan(text: string): Transit {
  const days = wordedDays(text) ?? 0;
  return { minDays: days, maxDays: days, text };
}

function spanOf(minDays: number, maxDays: number, { text: spanned, textSame }: Words): Transit {
  const filled = (minDays === maxDays ? textSame : spanned)
    .replaceAll('{min}', String(minDays))
    .replaceAll('{max}', String(maxDays));
  const isOneDay = minDays === 1 && maxDays === 1;
  const text = isOneDay ? filled.replace(/\b1 (business )?days\b/i, '1 $1day') : filled;
  return { minDays, maxDays, text };
}

/** Rows for all services come first, so that rows of the service replace them. */
function pairsOf(
  rows: readonly TransitRow[],
  serviceId: string,
  zones: ZoneTable,
): (readonly [number, number, number])[] {
  const ofService = (wanted: string | undefined) =>
    rows.flatMap(({ service, fromZone, toZone }, index) =>
      service === wanted
        ? [[zoneNumber(zones, fromZone), zoneNumber(zones, toZone), index] as const]
        : [],
    );
  return [...ofService(undefined), ...ofService(serviceId)];
}

/** The transit time in a quote of a rated shipment. */
export function transitOf(
  {
    card,
    service,
    fromZone,
    toZone,
  }: {
    card: { transit: TransitTable };
    service: { index: number; definition: Pick<ServiceDefinition, 'mode'> };
    fromZone: number;
    toZone: number;
  },
  { sender, receiver }: Pick<Shipment, 'sender' | 'receiver'>,
): Transit | undefined {
  const { usualWords } = card.transit;
  if (usualWords === undefined) return findTransit(card.transit, service.index, fromZone, toZone);
  const { mode } = service.definition;
  if (mode === 'sameday') return sameDay;
  const days = usualDays(mode, sender, receiver);
  return days === undefined ? undefined : spanOf(...days, usualWords);
}

const sameDay = constantSpan('Same day');

/** `service` is the position of the service in its card. */
export function findTransit(
  table: TransitTable,
  service: number,
  fromZone: number,
  toZone: number,
): Transit | undefined {
  const pairs = table.pairs[service];
  const { fromReach: from, toReach: to } = table;
  if (pairs === undefined) return table.always;
  const fromEnd = from[fromZone + 1] ?? 0;
  const toEnd = to[toZone + 1] ?? 0;
  let closest = Number.POSITIVE_INFINITY;
  let found = table.always;
  for (let f = from[fromZone] ?? 0; f < fromEnd; f += 2) {
    for (let t = to[toZone] ?? 0; t < toEnd; t += 2) {
      const span = findPair(pairs, from[f] ?? 0, to[t] ?? 0);
      const distance = distanceOf(from[f + 1] ?? 0, to[t + 1] ?? 0);
      if (span === notListed || distance >= closest) continue;
      closest = distance;
      found = table.spans[span];
    }
  }
  return found;
}
