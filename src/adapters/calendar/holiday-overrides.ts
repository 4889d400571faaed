// The operator's own corrections to the public holidays: days to add, proclaimed dates to move.
// A CSV file with the header `date,state,name,action`; lines that start with # are remarks.
//
//   2026-12-24,ALL,Christmas Eve,add
//   2026-09-25,VIC,AFL Grand Final Friday,remove
//
// `ALL` stands for every state. The whole file is checked and every mistake is reported with its line
// before anything is applied: half a correction is worse than none.

import { parseCsv } from '../../domain/csv/csv.ts';
import { separatorFault } from '../../domain/csv/csv-file.ts';
import {
  type AustralianState,
  australianStates,
  findState,
} from '../../domain/places/australian-state.ts';
import { type DayNumber, findDayNumber, isoDate } from '../../domain/time/calendar.ts';
import { type LocalRegion, localRegions } from '../../domain/time/holiday-region.ts';
import type { Holidays } from '../../domain/time/pickup.ts';
import { csvMessage, describeFault } from '../../wording/csv.ts';
import { recordByState } from './holiday-table.ts';

export type HolidayOverride = {
  readonly line: number;
  readonly day: DayNumber;
  readonly states: readonly AustralianState[];
  readonly name: string;
  readonly action: 'add' | 'remove';
};

export type OverrideProblem = { readonly line: number; readonly message: string };

const columnNames = ['date', 'state', 'name', 'action'];
const longestName = 100;

export class HolidayOverridesError extends Error {
  readonly problems: readonly OverrideProblem[];

  constructor(file: string, problems: readonly OverrideProblem[]) {
    super(problems.map(({ line, message }) => `${file}:${line}: ${message}`).join('\n'));
    this.name = 'HolidayOverridesError';
    this.problems = problems;
  }
}

/** All rows, or an error that lists every mistake in the file. */
export function parseHolidayOverrides(text: string, file: string): HolidayOverride[] {
  const problems: OverrideProblem[] = [];
  const overrides: HolidayOverride[] = [];
  const seen = new Map<string, number>();
  const [header, ...rows] = parseCsv(text, (problem) =>
    problems.push({ line: problem.line, message: csvMessage(problem) }),
  );
  const fault = separatorFault(header);
  if (fault !== undefined)
    throw new HolidayOverridesError(file, [{ line: fault.line, message: describeFault(fault) }]);
  const names = header?.map((field) => field.text.toLowerCase()) ?? [...columnNames];
  if (names.join() !== columnNames.join()) {
    problems.push({
      line: header?.[0]?.line ?? 1,
      message: `the first line must be ${columnNames.join()}`,
    });
  }
  for (const row of rows) {
    const line = row[0]?.line ?? 1;
    const report = (message: string) => problems.push({ line, message });
    const fields = row.map((field) => field.text);
    const override = parseRow(fields, line, report);
    if (override === undefined) continue;
    reportRepeats(override, seen, report);
    overrides.push(override);
  }
  if (problems.length > 0) {
    throw new HolidayOverridesError(
      file,
      problems.toSorted((one, other) => one.line - other.line),
    );
  }
  return overrides;
}

/** The corrected holidays, and a remark for each removal that found nothing to remove. */
export function applyHolidayOverrides(
  holidays: Holidays,
  overrides: readonly HolidayOverride[],
): { readonly holidays: Holidays; readonly remarks: readonly string[] } {
  const corrected = recordByState((state) => new Map(holidays[state]));
  const ofParts = partsOf(holidays);
  const remarks: string[] = [];
  for (const { line, day, states, name, action } of overrides) {
    for (const state of states) {
      // A state's correction holds in all parts of it.
      const all = [
        corrected[state],
        ...ofParts.filter((part) => part.state === state).map((part) => part.days),
      ];
      if (action === 'add') for (const days of all) days.set(day, name);
      else if (all.filter((days) => days.delete(day)).length === 0 && states.length === 1) {
        remarks.push(
          `line ${line}: ${isoDate(day)} is not a holiday in ${state}, so there is nothing to remove`,
        );
      }
    }
  }
  const local = Object.fromEntries(ofParts.map(({ region, days }) => [region, days]));
  return { holidays: { ...corrected, ...local }, remarks };
}

function partsOf(holidays: Holidays) {
  return (Object.keys(localRegions) as LocalRegion[]).flatMap((region) => {
    const given = holidays[region];
    return given === undefined
      ? []
      : [{ region, state: localRegions[region], days: new Map(given) }];
  });
}

function parseRow(
  fields: readonly string[],
  line: number,
  report: (message: string) => void,
): HolidayOverride | undefined {
  if (fields.length !== columnNames.length) {
    report(`the row has ${fields.length} fields; it needs ${columnNames.join()}`);
    return undefined;
  }
  const [date = '', place = '', name = '', verb = ''] = fields;
  const day = findDayNumber(date);
  if (day === undefined) report(`date: "${date}" is not a date of the form YYYY-MM-DD`);
  const states = findStates(place);
  if (states === undefined) {
    report(`state: "${place}" is not one of ${australianStates.join(', ')}, ALL`);
  }
  if (name === '' || name.length > longestName) {
    report(`name: must have 1 to ${longestName} characters`);
  }
  const action = findAction(verb);
  if (action === undefined) report(`action: "${verb}" is neither add nor remove`);
  if (day === undefined || states === undefined || action === undefined) return undefined;
  return { line, day, states, name, action };
}

function findStates(text: string): readonly AustralianState[] | undefined {
  if (text.toUpperCase() === 'ALL') return australianStates;
  const state = findState(text.trim().toUpperCase());
  return state === undefined ? undefined : [state];
}

function findAction(text: string): 'add' | 'remove' | undefined {
  const action = text.toLowerCase();
  return action === 'add' || action === 'remove' ? action : undefined;
}

function reportRepeats(
  { line, day, states }: HolidayOverride,
  seen: Map<string, number>,
  report: (message: string) => void,
): void {
  for (const state of states) {
    const key = `${isoDate(day)} in ${state}`;
    const earlier = seen.get(key);
    if (earlier !== undefined) report(`${key} is already on line ${earlier}`);
    else seen.set(key, line);
  }
}
