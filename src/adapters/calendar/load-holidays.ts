// Loads the public holidays: the prepared table if it exists and reaches far enough, otherwise computed now and
// stored for the next start; then the operator's corrections. The year is a parameter. A missing table never stops
// the service; a wrong correction does.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeCsv } from '../../domain/csv/csv-file.ts';
import type { Holidays } from '../../domain/time/pickup.ts';
import { describeFault } from '../../wording/csv.ts';
import { writeWhole } from '../shared/written-files.ts';
import { computeHolidays } from './compute-holidays.ts';
import {
  applyHolidayOverrides,
  HolidayOverridesError,
  parseHolidayOverrides,
} from './holiday-overrides.ts';
import { findHolidayTable, type HolidayTable, holidaysOf } from './holiday-table.ts';

/** The name of the table in the folder of generated files. */
const tableFile = 'holidays.json';

const yearsBefore = 1;
const yearsAhead = 5;
/** A table that ends sooner is computed again: pickup dates may reach into the next year. */
const yearsAheadNeeded = 1;

export type LoadedHolidays = {
  readonly holidays: Holidays;
  /** Messages for the operator's log. */
  readonly remarks: readonly string[];
};

/** Computes and writes the table during installation. Returns the file's path. */
export async function prepareHolidays(options: {
  readonly directory: string;
  readonly currentYear: number;
}): Promise<string> {
  const file = join(options.directory, tableFile);
  writeTable(file, await computeFor(options.currentYear));
  return file;
}

export async function loadHolidays(options: {
  readonly directory: string;
  readonly currentYear: number;
  readonly overridesFile?: string;
}): Promise<LoadedHolidays> {
  const { currentYear, overridesFile } = options;
  const remarks: string[] = [];
  const table = await readOrCompute(join(options.directory, tableFile), currentYear, remarks);
  const bytes = overridesFile === undefined ? undefined : await readIfThere(overridesFile);
  if (overridesFile === undefined || bytes === undefined)
    return { holidays: holidaysOf(table), remarks };
  const text = decodeCsv(bytes);
  if (typeof text !== 'string')
    throw new HolidayOverridesError(overridesFile, [
      { line: text.line, message: describeFault(text) },
    ]);
  const corrections = parseHolidayOverrides(text, overridesFile);
  const corrected = applyHolidayOverrides(holidaysOf(table), corrections);
  remarks.push(...corrected.remarks.map((remark) => `${overridesFile}: ${remark}`));
  return { holidays: corrected.holidays, remarks };
}

async function readOrCompute(
  file: string,
  currentYear: number,
  remarks: string[],
): Promise<HolidayTable> {
  const bytes = await readIfThere(file);
  const table = bytes === undefined ? undefined : findHolidayTable(bytes.toString());
  if (table !== undefined && covers(table, currentYear)) return table;
  const computed = await computeFor(currentYear);
  try {
    writeTable(file, computed);
    remarks.push(`the public holidays were computed again into ${file}`);
  } catch (error) {
    // A read-only installation still works; it computes again at the next start.
    remarks.push(`the public holidays were computed but not kept: ${String(error)}`);
  }
  return computed;
}

function covers({ firstYear, lastYear }: HolidayTable, currentYear: number): boolean {
  return firstYear <= currentYear && lastYear >= currentYear + yearsAheadNeeded;
}

function writeTable(file: string, table: HolidayTable): void {
  writeWhole(file, `${JSON.stringify(table)}\n`);
}

function computeFor(currentYear: number): Promise<HolidayTable> {
  return computeHolidays({
    firstYear: currentYear - yearsBefore,
    lastYear: currentYear + yearsAhead,
  });
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
