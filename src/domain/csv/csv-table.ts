// CSV files whose first line names their columns. Names are compared without case, spaces and punctuation. An unknown
// column is a problem of the whole file, because it is usually a misspelling.
import type { Problem } from '../problem.ts';
import { refuseInvalid } from '../refusal.ts';
import { type CsvProblem, type CsvRecord, parseCsv } from './csv.ts';
import { separatorFault } from './csv-file.ts';

/** The columns of a kind of file. */
export type CsvColumns<Column extends string> = {
  readonly columns: readonly Column[];
  /** Other names of columns. */
  readonly names?: Readonly<Record<Column, readonly string[]>>;
  /** Files of other systems have further columns; of two with the same meaning, the first is used. */
  readonly ignoresOthers?: true;
  readonly mostLines?: number;
  /** A row that cannot be read refuses the file: an open quotation mark hides the rows after it. */
  readonly isWhole?: true;
};

export type CsvHeader<Column extends string> = {
  /** Whether the file has any of these columns. */
  has(...columns: Column[]): boolean;
  /** Blank if the file lacks the column or the record ends before it. */
  cell(record: CsvRecord, column: Column): string;
  /** Of a record with more or fewer cells than the header. */
  lengthProblem(record: CsvRecord): Problem | undefined;
};

/** The first record of a file, or what is wrong with it. */
export function readCsvHeader<Column extends string>(
  head: CsvRecord | undefined,
  { columns, names, ignoresOthers }: CsvColumns<Column>,
): CsvHeader<Column> | Problem {
  const fault = separatorFault(head);
  if (fault !== undefined) return { problem: 'csv_unreadable', fault: fault.code };
  if (head === undefined) return { problem: 'csv_file_empty', columns };
  const positions = new Map<Column, number>();
  for (const [position, { text }] of head.entries()) {
    const name = plainName(text);
    const column = columns.find((one) => one === name || names?.[one].includes(name));
    if (column !== undefined && !positions.has(column)) positions.set(column, position);
    else if (ignoresOthers !== true)
      return column === undefined
        ? { problem: 'csv_column_unknown', column: text, columns }
        : { problem: 'csv_column_twice', column: text };
  }
  return {
    has: (...some) => some.some((column) => positions.has(column)),
    cell: (record, column) => record[positions.get(column) ?? -1]?.text ?? '',
    lengthProblem: ({ length }) =>
      length === head.length || ignoresOthers === true
        ? undefined
        : { problem: 'number_of_fields', fields: length, columns: head.length },
  };
}

/** `Total (inc. GST)` is `total_inc_gst`. */
function plainName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
}

export type CsvRow<Column extends string> = {
  readonly line: number;
  cell(column: Column): string;
  /** Why the row cannot be read; other rows may be right. */
  readonly problem: Problem | undefined;
};

/** Refuses a file that cannot be read, or whose header is wrong. */
export function readCsvTable<Column extends string>(
  text: string,
  columns: CsvColumns<Column>,
): { header: CsvHeader<Column>; rows: CsvRow<Column>[] } {
  const refuse = (problem: Problem): never =>
    refuseInvalid([{ path: ['csv'], ...problem }]) as never;
  const faults: CsvProblem[] = [];
  // One for each line: a file may consist of faults.
  const [head, ...records] = parseCsv(text, (fault) => {
    if (faults.at(-1)?.line !== fault.line) faults.push(fault);
  });
  const [first] = faults;
  if (columns.isWhole === true && first !== undefined) {
    const { line, column, code: fault } = first;
    return refuse({ problem: 'csv_syntax', line, column, fault });
  }
  const firstRow = records[0]?.[0]?.line ?? Number.POSITIVE_INFINITY;
  const inHead = faults.find(({ line }) => line < firstRow);
  const header = inHead === undefined ? readCsvHeader(head, columns) : unreadable(inHead);
  if ('problem' in header) return refuse(header);
  const { mostLines: most = Number.POSITIVE_INFINITY } = columns;
  if (records.length > most)
    return refuse({ problem: 'csv_too_long', lines: records.length, most });
  let next = 0;
  const rows = records.map((record, n): CsvRow<Column> => {
    const line = record[0]?.line ?? 0;
    // A record may span several lines. Faults come in the order of the file.
    const end = records[n + 1]?.[0]?.line ?? Number.POSITIVE_INFINITY;
    while ((faults[next]?.line ?? end) < line) next += 1;
    const fault = (faults[next]?.line ?? end) < end ? faults[next] : undefined;
    const problem = fault === undefined ? header.lengthProblem(record) : unreadable(fault);
    return { line, cell: (column) => header.cell(record, column), problem };
  });
  return { header, rows };
}

const unreadable = ({ code }: CsvProblem): Problem => ({ problem: 'csv_unreadable', fault: code });
