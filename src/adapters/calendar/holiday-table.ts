// The public holidays of every state as a small table in a file: a few kilobytes instead of the large package that
// computes them. Whole days only. The domain only looks days up; no other code depends on the file's form.

import type { AustralianState } from '../../domain/places/australian-state.ts';
import { findDayNumber } from '../../domain/time/calendar.ts';
import type { Holidays } from '../../domain/time/pickup.ts';
import { withLocalHolidays } from './local-holidays.ts';

export const tableFormat = 'holidays/1';

/** `[YYYY-MM-DD, name]`, ascending, one row a day. */
export type HolidayRow = readonly [date: string, name: string];

export type HolidayTable = {
  readonly format: typeof tableFormat;
  readonly source: string;
  readonly firstYear: number;
  readonly lastYear: number;
  readonly states: Readonly<Record<AustralianState, readonly HolidayRow[]>>;
};

/** Undefined if this version did not write the text. */
export function findHolidayTable(text: string): HolidayTable | undefined {
  try {
    const table = JSON.parse(text) as HolidayTable;
    return table.format === tableFormat ? table : undefined;
  } catch {
    // A file that somebody has edited or cut short is computed again.
    return undefined;
  }
}

export function holidaysOf(table: HolidayTable): Holidays {
  const ofStates = recordByState((state) => {
    const days = new Map<number, string>();
    for (const [date, name] of table.states[state]) {
      const day = findDayNumber(date);
      if (day !== undefined) days.set(day, name);
    }
    return days;
  });
  return withLocalHolidays(ofStates, table);
}

export function recordByState<Value>(
  make: (state: AustralianState) => Value,
): Record<AustralianState, Value> {
  return {
    NSW: make('NSW'),
    VIC: make('VIC'),
    QLD: make('QLD'),
    SA: make('SA'),
    WA: make('WA'),
    TAS: make('TAS'),
    NT: make('NT'),
    ACT: make('ACT'),
  };
}
