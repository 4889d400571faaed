// The public holidays of every state as a small table in a file: a few kilobytes instead of the large package that
// computes them. Whole days only. The domain only looks days up; no other code depends on the file's form.

import { type AustralianState, australianStates } from '../../domain/places/australian-state.ts';
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
  const value = parseJson(text);
  return isHolidayTable(value) ? value : undefined;
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // A file cut short by a crash is ignored and written again.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isHolidayTable(value: unknown): value is HolidayTable {
  if (!isRecord(value) || value.format !== tableFormat) return false;
  const { states } = value;
  if (!Number.isInteger(value.firstYear) || !Number.isInteger(value.lastYear)) return false;
  if (typeof value.source !== 'string' || !isRecord(states)) return false;
  return australianStates.every((state) => isRows(states[state]));
}

function isRows(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (row: unknown) =>
        Array.isArray(row) &&
        row.length === 2 &&
        typeof row[0] === 'string' &&
        findDayNumber(row[0]) !== undefined &&
        typeof row[1] === 'string',
    )
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
