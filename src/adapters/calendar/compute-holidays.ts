// Computes the states' public holidays with the `date-holidays` package. The package is large and slow, so it is
// loaded only if no prepared table exists. Only public holidays from midnight count: the evenings before Christmas
// and New Year are ordinary pickup days, and so are bank, school and observance days.

import { type AustralianState, australianStates } from '../../domain/places/australian-state.ts';
import { type HolidayRow, type HolidayTable, recordByState, tableFormat } from './holiday-table.ts';
import type { Years } from './local-holidays.ts';

/** How the package writes the start of a whole-day holiday. */
const fromMidnightShape = / 00:00:00$/;

export async function computeHolidays({ firstYear, lastYear }: Years): Promise<HolidayTable> {
  const { default: Holidays } = await import('date-holidays');
  const rowsOf = (state: AustralianState): HolidayRow[] => {
    const source = new Holidays('AU', state, { languages: 'en', types: ['public'] });
    const names = new Map<string, string>();
    for (let year = firstYear; year <= lastYear; year++) {
      // In SA and NT the package moves a Christmas on a Saturday to Monday, and in TAS a Boxing Day on a weekend.
      // Couriers do not work on the day itself either.
      names.set(`${year}-12-25`, 'Christmas Day');
      names.set(`${year}-12-26`, 'Boxing Day');
      for (const { date, name, type } of source.getHolidays(year)) {
        if (type === 'public' && fromMidnightShape.test(date)) names.set(date.slice(0, 10), name);
      }
    }
    return [...names].sort(([one], [other]) => (one < other ? -1 : 1));
  };
  const states = recordByState(rowsOf);
  for (const state of australianStates)
    assertPlausible(state, states[state], lastYear - firstYear + 1);
  return { format: tableFormat, source: 'date-holidays', firstYear, lastYear, states };
}

/** Every state has between eight and twenty whole-day holidays a year; anything else is a fault. */
function assertPlausible(state: AustralianState, rows: readonly HolidayRow[], years: number): void {
  if (rows.length < 8 * years || rows.length > 20 * years) {
    throw new Error(`${rows.length} public holidays in ${years} years for ${state}`);
  }
}
