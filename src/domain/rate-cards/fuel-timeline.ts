// The fuel levy in force on a day. A card may have years of monthly levies, so each rule's entries become a sorted timeline
// with binary search. An entry with a condition beats an entry without; of two in force the later start counts.

import type { Decimal4 } from '../decimal.ts';
import { type Day, firstDay, lastDay } from './card-day.ts';
import type { FuelDefinition } from './card-definition.ts';
import type { Predicate } from './expression.ts';
import type { RuleContext } from './rule-context.ts';

/** No levy is stated for this stretch of days. */
const unstatedRate = -1;

type FuelLine = {
  readonly test: Predicate | undefined;
  /** First days of stretches, rising; the percentage of each. */
  readonly starts: Int32Array;
  readonly percents: Float64Array;
  /** The last result: quotes ask for the same few days repeatedly. */
  askedDay: Day;
  askedPercent: Decimal4;
};

export type FuelTimeline = readonly FuelLine[];

export function compileFuel(
  entries: readonly FuelDefinition[],
  compileRule: (when: string) => Predicate,
): FuelTimeline {
  const byRule = new Map<string, FuelDefinition[]>();
  for (const entry of entries) {
    const rule = entry.when ?? '';
    const list = byRule.get(rule);
    if (list === undefined) byRule.set(rule, [entry]);
    else list.push(entry);
  }
  const lines = [...byRule].map(([rule, list]) => ({
    test: rule === '' ? undefined : compileRule(rule),
    ...timeline(list),
    askedDay: -1,
    askedPercent: unstatedRate,
  }));
  // Entries with conditions come first, and later lines before earlier ones, because they refine them.
  const conditional = lines.filter((line) => line.test !== undefined).reverse();
  return [...conditional, ...lines.filter((line) => line.test === undefined)];
}

function timeline(entries: readonly FuelDefinition[]): Pick<FuelLine, 'starts' | 'percents'> {
  const days = new Set<Day>([firstDay]);
  for (const { from, to } of entries) {
    days.add(from);
    days.add(to + 1);
  }
  const starts = Int32Array.from([...days].sort((a, b) => a - b));
  const percents = new Float64Array(starts.length).fill(unstatedRate);
  const byStart = [...entries].sort((a, b) => a.from - b.from);
  for (const { from, to, percent } of byStart) {
    for (let at = lastNotAfter(starts, from); at < starts.length; at += 1) {
      if ((starts[at] ?? 0) > to) break;
      percents[at] = percent;
    }
  }
  return { starts, percents };
}

export function findFuelPercent(fuel: FuelTimeline, day: Day, context: RuleContext): Decimal4 {
  for (const line of fuel) {
    if (line.askedDay !== day) {
      line.askedPercent = line.percents[lastNotAfter(line.starts, day)] ?? unstatedRate;
      line.askedDay = day;
    }
    const percent = line.askedPercent;
    if (percent !== unstatedRate && (line.test === undefined || line.test(context))) return percent;
  }
  return 0;
}

/** The last day with a levy under any condition; undefined when there are no levies or one has no end. */
export function lastFuelDay(fuel: FuelTimeline): Day | undefined {
  let last: Day | undefined;
  for (const { starts, percents } of fuel) {
    for (const [at, percent] of percents.entries()) {
      if (percent === unstatedRate) continue;
      // A stretch may begin on 20260631, the number after 20260630, which is not a day in the calendar.
      const end = (starts[at + 1] ?? lastDay + 1) - 1;
      if (end >= lastDay) return undefined;
      last = Math.max(last ?? end, end);
    }
  }
  return last;
}

function lastNotAfter(starts: Int32Array, day: Day): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= day) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : low - 1;
}
