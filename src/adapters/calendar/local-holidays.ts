// Public holidays of only a part of a state. The package knows the states' days, and counts the Melbourne Cup for all
// of Victoria.

import { civilDateOf, type DayNumber, dayNumberOf, weekdayOf } from '../../domain/time/calendar.ts';
import {
  type HolidayRegion,
  type LocalRegion,
  localRegions,
} from '../../domain/time/holiday-region.ts';
import type { Holidays } from '../../domain/time/pickup.ts';

export type Years = { readonly firstYear: number; readonly lastYear: number };

type LocalHoliday = {
  readonly name: string;
  /** The only region with this holiday. */
  readonly keptIn: HolidayRegion;
  readonly month: number;
  readonly weekday: number;
  /** Which of these weekdays of the month. */
  readonly nth: number;
  /** The same in months with five of them. */
  readonly nthOfFive?: number;
};

const localHolidays: readonly LocalHoliday[] = [
  { name: 'Royal Hobart Regatta', keptIn: 'southern_tasmania', month: 2, weekday: 1, nth: 2 },
  { name: 'Recreation Day', keptIn: 'TAS', month: 11, weekday: 1, nth: 1 },
  {
    name: 'Royal Queensland Show',
    keptIn: 'brisbane',
    month: 8,
    weekday: 3,
    nth: 2,
    nthOfFive: 3,
  },
  { name: 'Melbourne Cup', keptIn: 'melbourne', month: 11, weekday: 2, nth: 1 },
];

/** The states' holidays plus their regional ones. */
export function withLocalHolidays(ofStates: Holidays, { firstYear, lastYear }: Years): Holidays {
  const changed = new Map<HolidayRegion, Map<DayNumber, string>>();
  for (const [region, state] of Object.entries(localRegions) as [LocalRegion, HolidayRegion][]) {
    changed.set(region, new Map(ofStates[state]));
    changed.set(state, new Map(ofStates[state]));
  }
  for (const holiday of localHolidays) {
    for (let year = firstYear; year <= lastYear; year += 1) {
      const day = dayOf(holiday, year);
      for (const [region, days] of changed) {
        if (region === holiday.keptIn) days.set(day, holiday.name);
        else if (stateOf(region) === stateOf(holiday.keptIn)) days.delete(day);
      }
    }
  }
  return { ...ofStates, ...Object.fromEntries(changed) };
}

function stateOf(region: HolidayRegion): HolidayRegion {
  return region in localRegions ? localRegions[region as LocalRegion] : region;
}

function dayOf({ month, weekday, nth, nthOfFive }: LocalHoliday, year: number): DayNumber {
  const start = dayNumberOf({ year, month, day: 1 });
  const first = start + ((weekday - weekdayOf(start) + 7) % 7);
  const hasFive = civilDateOf(first + 28).month === month;
  return first + 7 * ((hasFive ? (nthOfFive ?? nth) : nth) - 1);
}
