// Reads a CSV file whose first line names its columns. An unknown column is a problem of the whole file, because it is
// usually a misspelling; a bad line is a problem of that line only.
import type { Problem } from '../problem.ts';
import { type CsvRecord, parseCsv } from './csv.ts';
import { separatorFault } from './csv-file.ts';

export type CsvRow<Column extends string> = { line: number } & (
  | { values: Readonly<Partial<Record<Column, string>>> }
  | { problem: Problem }
);

/** The rows after the header, or why the file has none that can be read. */
export function readCsvTable<Column extends string>(
  text: string,
  columns: readonly Column[],
): readonly CsvRow<Column>[] | Problem {
  const broken = new Map<number, Problem>();
  const records = parseCsv(text, ({ line, code }) => {
    if (!broken.has(line)) broken.set(line, { problem: 'csv_unreadable', fault: code });
  });
  const [head, ...rows] = records;
  const fault = separatorFault(head);
  if (fault !== undefined) return { problem: 'csv_unreadable', fault: fault.code };
  if (head === undefined) return { problem: 'csv_file_empty', columns };
  const header: Column[] = [];
  for (const { text: name, line } of head) {
    const unreadable = broken.get(line);
    if (unreadable !== undefined) return unreadable;
    const column = columns.find((one) => one === name.toLowerCase());
    if (column === undefined) return { problem: 'csv_column_unknown', column: name, columns };
    if (header.includes(column)) return { problem: 'csv_column_twice', column: name };
    header.push(column);
  }
  return rows.map((record, n): CsvRow<Column> => {
    const line = record[0]?.line ?? 0;
    const problem =
      firstWithin(broken, line, rows[n + 1]?.[0]?.line) ?? lengthProblem(record, header);
    if (problem !== undefined) return { line, problem };
    const values = Object.fromEntries(header.map((column, at) => [column, record[at]?.text ?? '']));
    return { line, values: values as Partial<Record<Column, string>> };
  });
}

/** A record may span several lines. */
function firstWithin(
  broken: ReadonlyMap<number, Problem>,
  from: number,
  to = Number.POSITIVE_INFINITY,
): Problem | undefined {
  return [...broken].find(([line]) => line >= from && line < to)?.[1];
}

function lengthProblem(record: CsvRecord, header: readonly string[]): Problem | undefined {
  return record.length === header.length
    ? undefined
    : { problem: 'number_of_fields', fields: record.length, columns: header.length };
}
