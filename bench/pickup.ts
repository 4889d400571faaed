// The cost of pickup dates on the quoting path: one moment per quote, then every carrier's dates. The caller judges
// the figures.

import { computeHolidays } from '../src/adapters/calendar/compute-holidays.ts';
import { holidaysOf } from '../src/adapters/calendar/holiday-table.ts';
import {
  makePickupCalendar,
  makePickupRule,
  type PickupCalendar,
  type PickupRule,
  pickupDates,
  pickupMoment,
} from '../src/domain/time/pickup.ts';
import type { Place } from '../src/domain/time/time-zone.ts';

export type PickupFigures = {
  readonly carriers: number;
  /** Terms and day are cached, as in all but the first few quotes of a day. */
  readonly rememberedMicrosecondsACarrier: number;
  /** Nothing is cached: the first quote of a day from a state. */
  readonly computedMicrosecondsACarrier: number;
  /** One quote: reading the address's clock and all carriers' cached dates. */
  readonly quoteMicroseconds: number;
};

const carrierCount = 46;
const noonUtcMs = Date.UTC(2026, 4, 13, 2, 0);

const places: readonly Place[] = [
  { state: 'NSW', postcode: '2000' },
  { state: 'VIC', postcode: '3000' },
  { state: 'QLD', postcode: '4000' },
  { state: 'SA', postcode: '5000' },
  { state: 'WA', postcode: '6000' },
  { state: 'TAS', postcode: '7000' },
  { state: 'NT', postcode: '0800' },
];

/** As many different terms as real carriers have: cut-offs by the hour, some Saturdays, some notice. */
function carriersRules(): PickupRule[] {
  return Array.from({ length: carrierCount }, (_, carrier) =>
    makePickupRule({
      cutoffMinute: (11 + (carrier % 6)) * 60,
      weekdays: carrier % 9 === 0 ? [1, 2, 3, 4, 5, 6] : [1, 2, 3, 4, 5],
      leadBusinessDays: carrier % 7 === 0 ? 1 : 0,
      offerDays: 5,
      observesHolidays: carrier % 15 !== 0,
    }),
  );
}

/** Quotes of one day, each from the next place a second later; returns microseconds per quote. */
function timeQuotes(quotes: number, rules: readonly PickupRule[], calendar: () => PickupCalendar) {
  let dates = 0;
  const start = performance.now();
  for (let quote = 0; quote < quotes; quote++) {
    const place = places[quote % places.length];
    if (place === undefined) continue;
    const moment = pickupMoment(calendar(), place, noonUtcMs + (quote % 3600) * 1000);
    for (const rule of rules) dates += pickupDates(moment, rule).length;
  }
  const microseconds = ((performance.now() - start) * 1000) / quotes;
  if (dates !== quotes * rules.length * 5) throw new Error('a carrier did not offer five dates');
  return microseconds;
}

export async function measurePickup(): Promise<PickupFigures> {
  const holidays = holidaysOf(await computeHolidays({ firstYear: 2026, lastYear: 2027 }));
  const rules = carriersRules();
  const shared = makePickupCalendar(holidays);
  const remembered = (quotes: number) => timeQuotes(quotes, rules, () => shared);
  const computed = (quotes: number) =>
    timeQuotes(quotes, rules, () => makePickupCalendar(holidays));
  remembered(20_000);
  computed(500);
  const quoteMicroseconds = remembered(50_000);
  return {
    carriers: carrierCount,
    rememberedMicrosecondsACarrier: quoteMicroseconds / carrierCount,
    computedMicrosecondsACarrier: computed(2000) / carrierCount,
    quoteMicroseconds,
  };
}

if (import.meta.main) console.table(await measurePickup());
