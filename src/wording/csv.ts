// CSV files: why one cannot be read.
import type { CsvCode } from '../domain/csv/csv.ts';
import type { CsvFault } from '../domain/csv/csv-file.ts';
import { longestCsvRecord } from '../domain/csv/csv-stream.ts';

type Fault = Pick<CsvFault, 'code' | 'guess'>;

/** Follows the place in the file: without a capital letter and a full stop. */
export function csvMessage({ code, guess }: Fault): string {
  return guess === undefined ? messages[code] : `${messages[code]} (${guesses[guess]})`;
}

/** A sentence about the file's fix; "" for a mistake in a line. */
export function csvFix({ code }: Pick<Fault, 'code'>): string {
  return fixes[code] ?? '';
}

/** Joins the message and the fix in one line. */
export function describeFault(fault: Fault): string {
  return `${csvMessage(fault)}. ${csvFix(fault)}`;
}

const messages: Readonly<Record<CsvCode, string>> = {
  csv_carriage_return: 'a carriage return without a line feed',
  csv_quote: 'a field with quotation marks must be quoted as a whole',
  csv_unclosed_quote: 'this quotation mark is never closed',
  csv_after_quote: 'text after the closing quotation mark',
  csv_record_too_long: `a record of more than ${longestCsvRecord} characters: a quotation mark is not closed, or this is not a CSV file`,
  csv_not_commas: 'the columns are not separated by commas',
  csv_workbook: 'this is a workbook, not a CSV file',
  csv_not_utf8: 'the file is not UTF-8',
};

const fixes: Readonly<Partial<Record<CsvCode, string>>> = {
  csv_not_commas: 'Save it as CSV with commas between the columns.',
  csv_workbook: 'Open it in a spreadsheet and save each sheet as CSV UTF-8.',
  csv_not_utf8: 'Save it as CSV UTF-8.',
};

const guesses = { windows: 'Windows-1252?', utf16: 'UTF-16?', cut_off: 'it is cut off' };
