// A table as another system exported it, with the place of each cell. Headings are compared without case, spaces and punctuation,
// because exports differ in these.

import type { FilePosition } from '../../csv/csv.ts';
import { type CsvRecord, parseCsv } from '../../csv/csv.ts';
import { type CsvFault, separatorFault } from '../../csv/csv-file.ts';
import type { Cell, Findings } from './findings.ts';

export type SourceFile = {
  readonly name: string;
  /** The file's text, or why it cannot be read. */
  readonly text: string | CsvFault;
};

export type SourceRow = {
  readonly place: FilePosition;
  readonly cells: readonly Cell[];
  /** Blank when the column is not there or the line ends before it. */
  cell(column: string): Cell;
};

export type SourceTable = {
  readonly file: string;
  /** Normalised headings: lower case letters and digits only. */
  readonly columns: readonly string[];
  readonly header: readonly Cell[];
  readonly rows: readonly SourceRow[];
};

export const columnName = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The records of a file; a broken quotation refuses its line. Undefined when the file is not CSV. */
export function readRecords(
  { name: file, text }: SourceFile,
  findings: Findings,
): readonly (readonly Cell[])[] | undefined {
  const place = { file, line: 0, column: 0 };
  if (typeof text !== 'string') {
    refuseFault(file, text, findings);
    return undefined;
  }
  const records = parseCsv(text, ({ line, column, value, code }) => {
    findings.refuse({ file, line, column }, value, { mistake: 'csv', fault: { code } });
  });
  const [header] = records;
  if (header === undefined) {
    findings.refuseFile(place, '', { mistake: 'file_empty' });
    return undefined;
  }
  const fault = separatorFault(header);
  if (fault !== undefined) {
    refuseFault(file, fault, findings);
    return undefined;
  }
  return records.map((record) => cellsOf(file, record));
}

function refuseFault(file: string, fault: CsvFault, findings: Findings): void {
  const { line, column, value } = fault;
  findings.refuseFile({ file, line, column }, value, { mistake: 'csv', fault });
}

const cellsOf = (file: string, record: CsvRecord): readonly Cell[] =>
  record.map(({ text, line, column }) => ({ file, line, column, text }));

/** A table with one row of headings; each cell has its heading as its field. */
export function readTable(file: SourceFile, findings: Findings): SourceTable | undefined {
  const records = readRecords(file, findings);
  const [header, ...rest] = records ?? [];
  if (header === undefined) return undefined;
  const columns = header.map(({ text }) => columnName(text));
  const positions = new Map<string, number>();
  columns.forEach((column, position) => {
    if (!positions.has(column)) positions.set(column, position);
  });
  const rows = rest
    .filter((cells) => cells.some(({ text }) => text !== ''))
    .map((cells) => cells.map((cell, at) => ({ ...cell, field: header[at]?.text ?? 'it' })))
    .map((cells) => rowOf(file.name, cells, positions));
  for (const { cells } of rows) {
    const extra = cells.slice(header.length).find(({ text }) => text !== '');
    if (extra !== undefined) findings.refuse(extra, extra.text, { mistake: 'too_many_cells' });
  }
  return { file: file.name, columns, header, rows };
}

function rowOf(
  file: string,
  cells: readonly Cell[],
  positions: ReadonlyMap<string, number>,
): SourceRow {
  const place = { file, line: cells[0]?.line ?? 0, column: cells[0]?.column ?? 0 };
  return {
    place,
    cells,
    cell: (column) => cells[positions.get(column) ?? -1] ?? { ...place, text: '' },
  };
}

/** Refuses a file without a required column or without lines; notes unused columns. */
export function requireColumns(
  { file, columns, header, rows }: SourceTable,
  required: readonly string[],
  optional: readonly string[],
  findings: Findings,
): boolean {
  const missing = required.filter((name) => !columns.includes(columnName(name)));
  const place = { file, line: header[0]?.line ?? 1, column: 1 };
  const found = header.map(({ text }) => text);
  for (const column of missing)
    findings.refuseFile(place, column, { mistake: 'column_missing', column, found });
  const known = new Set([...required, ...optional].map(columnName));
  header.forEach(({ text }, index) => {
    const column = columns[index] ?? '';
    if (column !== '' && !known.has(column)) findings.note({ note: 'column_unused', column: text });
  });
  if (missing.length === 0 && rows.length === 0)
    findings.refuseFile(place, '', { mistake: 'no_lines' });
  return missing.length === 0 && rows.length > 0;
}
