// The tables of a card: CSV files, or rows inline in card.json. A row knows the place of each of its cells. Unknown,
// repeated and missing columns are reported here; rows.ts interprets the cells.

import { parseCsv } from '../../../domain/csv/csv.ts';
import { separatorFault } from '../../../domain/csv/csv-file.ts';
import { slipsBetween } from '../../../domain/places/misspelling.ts';
import { csvMessage, describeFault } from '../../../wording/csv.ts';
import { type CarrierFiles, sharedFolder, type Unread } from './carrier-files.ts';
import {
  type At,
  type Field,
  inlineCell,
  list,
  object,
  optional,
  pattern,
  text,
} from './fields.ts';
import { type Place, type Problems, reportUnread } from './problem.ts';
import type { Cell } from './values.ts';

type Columns = { readonly required: readonly string[]; readonly optional: readonly string[] };

const tableColumns = {
  zones: {
    required: ['zone', 'postcode_from', 'postcode_to'],
    optional: ['country', 'suburb', 'state', 'parent', 'depot', 'sort_code', 'pickup', 'delivery'],
  },
  lanes: {
    required: ['service', 'from_zone', 'to_zone', 'breaks'],
    optional: [
      'to_suburb',
      'item_type',
      'basic',
      'basic_includes',
      'minimum',
      'maximum',
      'unit',
      'per',
      'break_mode',
    ],
  },
  transit: { required: ['from_zone', 'to_zone', 'min', 'max'], optional: ['service'] },
  areas: {
    required: ['code', 'postcode_from', 'postcode_to', 'side'],
    optional: ['suburb', 'amount', 'per', 'per_kg', 'fuel', 'label'],
  },
  fuel: { required: ['percent', 'from'], optional: ['to', 'when'] },
} as const satisfies Record<string, Columns>;

export type TableName = keyof typeof tableColumns;

export type Row = {
  readonly place: Place;
  cell(column: string): Cell;
};

/** Rows in card.json in place of a CSV file. */
export function inlineTable(table: TableName, alwaysGiven: readonly string[]): Field<Row[]> {
  const { required, optional: others } = tableColumns[table];
  const cells = Object.fromEntries(
    [...required, ...others].map((column) => {
      const cell = inlineCell(`Column ${column} of the table.`);
      return [column, alwaysGiven.includes(column) ? cell : optional(cell)];
    }),
  );
  return list(object(cells, undefined, inlineRow), {
    maxItems: 5000,
    description: 'The rows of the table, in place of its file.',
  });
}

function inlineRow(values: Readonly<Record<string, unknown>>, at: At): Row {
  return {
    place: at.place,
    cell: (column) => {
      const value = values[column];
      const place = { ...at.in(column).place, field: column };
      if (value === undefined || value === null) return { ...place, text: '' };
      if (typeof value !== 'string') return { ...place, text: String(value) };
      // Text starts after its quotation mark.
      return { ...place, column: place.column + 1, text: value.trim() };
    },
  };
}

const csvFile = pattern(
  '^(@|([.][.]/){0,2})[A-Za-z0-9_-]+[.]csv$',
  'a CSV file here, of the carrier (../../zones.csv) or shared (@zones.csv), such as zones.csv',
);
export const tableFile = (description: string): Field<string> =>
  text(
    `${description} A file of the card's folder, "../../name.csv" for one of the carrier's folder, or "@name.csv" for a table shared by carriers (folder _zones).`,
    { pattern: csvFile },
  );

/** A section of a JSON file that names a table or gives its rows. */
export type TableReference = {
  readonly at: At;
  readonly file: string | undefined;
  readonly inline: readonly Row[] | undefined;
};

/** The tables of one card. Remembers which files were read: the card's version is a hash of them. */
export class CardTables {
  readonly #folder: string;
  readonly #files: CarrierFiles;
  readonly #sharedFiles: CarrierFiles;
  readonly #problems: Problems;
  readonly #used = new Map<string, string>();
  readonly #unread = new Set<TableName>();

  /** `sharedFiles` has the `@` tables to use if the card's own root has none. */
  constructor(folder: string, files: CarrierFiles, sharedFiles: CarrierFiles, problems: Problems) {
    this.#folder = folder;
    this.#files = files;
    this.#sharedFiles = sharedFiles;
    this.#problems = problems;
  }

  /** Contents of every table read so far, in a fixed order. */
  get contents(): readonly string[] {
    return [...this.#used].sort(([a], [b]) => (a < b ? -1 : 1)).flat();
  }

  /** Tables that could not be read completely: names that are missing may be in them. */
  get unread(): ReadonlySet<TableName> {
    return this.#unread;
  }

  /** An unused table probably has a misspelt name, so its rows have no effect. */
  reportUnused(): void {
    for (const path of this.#files.keys()) {
      if (!path.startsWith(`${this.#folder}/`) || !path.endsWith('.csv')) continue;
      if (this.#used.has(path)) continue;
      const name = path.slice(this.#folder.length + 1);
      const place = { file: path, line: 0, column: 0 };
      this.#problems.warning('unused_table', place, name, 'nothing in the card uses this table');
    }
  }

  /** `fallback` is the file to use if the section names none. */
  read(
    name: TableName,
    reference: TableReference | undefined,
    fallback: string | undefined,
  ): readonly Row[] {
    if (reference === undefined || isReferenceUnknown(reference)) {
      // The usual table may still have mistakes of its own.
      this.#unread.add(name);
      return fallback === undefined ? [] : this.readIfPresent(name, fallback);
    }
    const { at, file, inline } = reference;
    if (inline !== undefined) {
      if (file !== undefined)
        at.in('file').error('table_twice', 'give the table as a file or inline, not both');
      if (at.in('inline').isPartlyUnknown) this.#unread.add(name);
      else if (inline.length === 0)
        at.in('inline').error('table_empty', 'the table has no rows', '');
      return inline;
    }
    if (file !== undefined) return this.readFile(name, file, at.in('file').place);
    return fallback === undefined ? [] : this.readFile(name, fallback, at.placeOfKey);
  }

  /** A table that is used because its file exists. */
  readIfPresent(name: TableName, file: string): readonly Row[] {
    return this.#files.has(`${this.#folder}/${file}`)
      ? this.readFile(name, file, { file: this.#folder, line: 0, column: 0 })
      : [];
  }

  /** `place` is where the file is named. */
  readFile(name: TableName, file: string, place: Place): readonly Row[] {
    const path = this.#resolve(file);
    const content = this.#content(file, path);
    if (content === undefined) {
      this.#problems.error('table_missing', place, file, `there is no table ${path}`);
      this.#unread.add(name);
      return [];
    }
    if (typeof content !== 'string') {
      if (!this.#used.has(path)) reportUnread(path, content, this.#problems);
      this.#used.set(path, '');
      this.#unread.add(name);
      return [];
    }
    this.#used.set(path, content);
    const table = readCsvTable(content, path, tableColumns[name], this.#problems);
    if (table?.isComplete !== true) this.#unread.add(name);
    return table?.rows ?? [];
  }

  #resolve(file: string): string {
    if (file.startsWith('@')) return `${sharedFolder}/${file.slice(1)}`;
    const steps = this.#folder.split('/');
    let rest = file;
    while (rest.startsWith('../')) {
      steps.pop();
      rest = rest.slice(3);
    }
    return [...steps, rest].join('/');
  }

  #content(file: string, path: string): string | Unread | undefined {
    const own = this.#files.get(path);
    return own === undefined && file.startsWith('@') ? this.#sharedFiles.get(path) : own;
  }
}

/** Whether a reported mistake hides which table is meant. */
export function isReferenceUnknown({ at }: TableReference): boolean {
  return at.in('file').isUnknown || at.in('inline').isUnknown;
}

type Table = { readonly rows: readonly Row[]; readonly isComplete: boolean };

/** Undefined when its columns are not separated by commas. */
function readCsvTable(
  text: string,
  file: string,
  columns: Columns,
  problems: Problems,
): Table | undefined {
  const [header, ...records] = parseCsv(text, ({ code, line, column, value }) =>
    problems.error(code, { file, line, column }, value, csvMessage({ code })),
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
