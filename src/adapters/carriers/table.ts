// A table of a card, whether it came as a CSV file or inline in card.json: rows of named cells that know where they
// stood. Unknown, repeated and missing columns are reported here; what a cell means is read elsewhere.

import { parseCsv } from '../../domain/csv/csv.ts';
import { describeFault, separatorFault } from '../../domain/csv/csv-file.ts';
import { slipsBetween } from '../../domain/places/misspelling.ts';
import type { JsonDocument, JsonPath } from './json-document.ts';
import { type Place, type Problems, reportUnread } from './problem.ts';

export type Cell = Place & {
  /** Trimmed; empty when the cell is blank or the column is not there. */
  readonly text: string;
};

export type Row = {
  readonly place: Place;
  cell(column: string): Cell;
};

export type Columns = {
  readonly required: readonly string[];
  readonly optional: readonly string[];
};

export type Table = {
  readonly rows: readonly Row[];
  /** Whether every required column is there. */
  readonly isComplete: boolean;
};

/** Undefined when it is no table with commas at all, which has been reported then. */
export function readCsvTable(
  text: string,
  file: string,
  columns: Columns,
  problems: Problems,
): Table | undefined {
  const [header, ...records] = parseCsv(text, ({ code, line, column, value, message }) =>
    problems.error(code, { file, line, column }, value, message),
  );
  const fault = separatorFault(header);
  if (fault !== undefined) {
    reportUnread(file, { ...fault, message: describeFault(fault) }, problems);
    return undefined;
  }
  if (header === undefined) {
    problems.error('table_empty', { file, line: 1, column: 1 }, '', 'the table has no header row');
    return { rows: [], isComplete: true };
  }
  const filled = records.filter((record) => record.some(({ text }) => text !== ''));
  if (filled.length === 0) {
    problems.error('table_empty', { file, line: 1, column: 1 }, '', 'the table has no rows');
  }
  const named = header.slice(0, header.findLastIndex(({ text }) => text !== '') + 1);
  const positions = readHeader(named, file, columns, problems);
  const missing = columns.required.filter((name) => !positions.has(name));
  const rows = filled.map((record): Row => {
    const [first] = record;
    const place = { file, line: first?.line ?? 0, column: first?.column ?? 0 };
    // A spreadsheet writes columns that were once used as blank headings over blank cells.
    const extra =
      record[header.length] ?? record.slice(named.length).find(({ text }) => text !== '');
    if (extra !== undefined) {
      const at = { file, line: extra.line, column: extra.column };
      problems.error('table_row_length', at, extra.text, 'more cells than the header has columns');
    } else if (record.length < named.length) {
      const message = `${record.length} cells where the header has ${named.length} columns`;
      problems.error('table_row_length', place, '', message);
    }
    return {
      place,
      cell: (column) => {
        const field = record[positions.get(column) ?? -1];
        if (field === undefined) {
          const blank = { ...place, field: column, text: '' };
          return missing.includes(column) ? { ...blank, isUnknown: true } : blank;
        }
        return { file, line: field.line, column: field.column, field: column, text: field.text };
      },
    };
  });
  return { rows, isComplete: missing.length === 0 };
}

function readHeader(
  header: readonly { readonly text: string; readonly line: number; readonly column: number }[],
  file: string,
  columns: Columns,
  problems: Problems,
): ReadonlyMap<string, number> {
  const known = [...columns.required, ...columns.optional];
  const given = header.map(({ text }) => text);
  const misspelt = new Set<string>();
  const positions = new Map<string, number>();
  header.forEach(({ text, line, column }, position) => {
    const place = { file, line, column };
    if (!known.includes(text)) {
      const meant = known.find(
        (name) => !given.includes(name) && slipsBetween(text, name) !== undefined,
      );
      if (meant !== undefined) misspelt.add(meant);
      const hint = meant === undefined ? '' : `did you mean "${meant}"? `;
      const message = `unknown column; ${hint}known columns: ${known.join(', ')}`;
      problems.error('table_unknown_column', place, text, message);
    } else if (positions.has(text)) {
      problems.error('table_duplicate_column', place, text, 'this column is given twice');
    } else positions.set(text, position);
  });
  for (const name of columns.required) {
    if (positions.has(name) || misspelt.has(name)) continue;
    const place = { file, line: header[0]?.line ?? 1, column: 1 };
    problems.error('table_missing_column', place, '', `the column "${name}" is missing`);
  }
  return positions;
}

/** Rows given as objects in JSON; the schema has checked their keys already. */
export function readInlineTable(
  document: JsonDocument,
  path: JsonPath,
  rows: readonly Readonly<Record<string, unknown>>[],
): Row[] {
  return rows.map((row, index) => ({
    place: document.place([...path, index]),
    cell: (column) => {
      const value = row[column];
      const place = { ...document.place([...path, index, column]), field: column };
      if (value === undefined || value === null) return { ...place, text: '' };
      if (typeof value !== 'string') return { ...place, text: String(value) };
      // Text starts after its quotation mark.
      return { ...place, column: place.column + 1, text: value.trim() };
    },
  }));
}

/** The place of a character inside a cell. */
export function placeInCell({ text: _, ...place }: Cell, offset: number): Place {
  return { ...place, column: place.column + offset };
}
