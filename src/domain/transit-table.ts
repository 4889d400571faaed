// How long a service takes between two zones, as a span of business days and the text a quote shows. The closest row
// wins, as for lanes; without any row there is no promise, and the text stays empty.

import { ANY_ZONE, type TransitDefinition } from './card-definition.ts';
import type { ZoneTable } from './zone-table.ts';

export interface Transit {
  readonly minDays: number;
  readonly maxDays: number;
  readonly text: string;
}

export interface TransitTable {
  readonly byKey: ReadonlyMap<string, Transit>;
  /** A text without days, such as "Same day", holds for every lane. */
  readonly always: Transit | undefined;
  readonly zones: ZoneTable;
}

export function compileTransit(
  transit: TransitDefinition | undefined,
  zones: ZoneTable,
): TransitTable {
  const byKey = new Map<string, Transit>();
  for (const row of transit?.rows ?? []) {
    const { minDays, maxDays } = row;
    const template = minDays === maxDays ? transit?.textSame : transit?.text;
    const filled = (template ?? '')
      .replaceAll('{min}', String(minDays))
      .replaceAll('{max}', String(maxDays));
    const isOneDay = minDays === 1 && maxDays === 1;
    const text = isOneDay ? filled.replace(/\b1 business days\b/i, '1 business day') : filled;
    byKey.set(keyOf(row.service ?? '', row.fromZone, row.toZone), { minDays, maxDays, text });
  }
  const isConstant = transit !== undefined && !transit.text.includes('{');
  const always = isConstant ? { minDays: 0, maxDays: 0, text: transit.text } : undefined;
  return { byKey, always, zones };
}

function keyOf(service: string, from: string, to: string): string {
  return `${service}\n${from}\n${to}`;
}

/** Looked up when a quote is shown, not while it is priced. */
export function findTransit(
  table: TransitTable,
  service: string,
  fromZone: number,
  toZone: number,
): Transit | undefined {
  const { byKey, zones } = table;
  if (byKey.size === 0) return table.always;
  for (const to of reach(zones, toZone)) {
    for (const from of reach(zones, fromZone)) {
      const found = byKey.get(keyOf(service, from, to)) ?? byKey.get(keyOf('', from, to));
      if (found !== undefined) return found;
    }
  }
  return table.always;
}

function reach(zones: ZoneTable, zone: number): string[] {
  const codes: string[] = [];
  for (let at = zone; at !== 0 && codes.length < 100; at = zones.parents[at] ?? 0) {
    codes.push(zones.codes[at] ?? '');
  }
  codes.push(ANY_ZONE);
  return codes;
}
