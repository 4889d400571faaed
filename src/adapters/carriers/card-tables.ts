// Finds and reads the tables of a card: a CSV file of its folder, of its carrier's folder (`../../x.csv`) or shared
// by carriers (`@x.csv`), or rows inline in card.json. Remembers what was read, because the version of a card
// is the hash of everything its prices depend on.

import type { JsonDocument } from './json-document.ts';
import { type PackFiles, sharedFolder, type Unread } from './pack-files.ts';
import { type Problems, reportUnread } from './problem.ts';
import { tableColumns } from './schema-parts.ts';
import { type Columns, type Row, readCsvTable, readInlineTable } from './table.ts';

export type TableName = keyof typeof tableColumns;

export type TableReference = {
  readonly file?: string;
  readonly inline?: readonly Readonly<Record<string, unknown>>[];
};

export class CardTables {
  readonly #folder: string;
  readonly #files: PackFiles;
  readonly #sharedFiles: PackFiles;
  readonly #problems: Problems;
  readonly #used = new Map<string, string>();
  readonly #unread = new Set<TableName>();

  /** `sharedFiles` is where `@` tables are looked for when the card's own root has none. */
  constructor(folder: string, files: PackFiles, sharedFiles: PackFiles, problems: Problems) {
    this.#folder = folder;
    this.#files = files;
    this.#sharedFiles = sharedFiles;
    this.#problems = problems;
  }

  /** Contents of every table read so far, in a fixed order. */
  get contents(): readonly string[] {
    return [...this.#used].sort(([a], [b]) => (a < b ? -1 : 1)).flat();
  }

  /** Tables that could not be read, or not completely: names that others use may well be in them. */
  get unread(): ReadonlySet<TableName> {
    return this.#unread;
  }

  /** A table nobody reads is a slip in a name: the operator believes it counts. */
  reportUnused(): void {
    for (const path of this.#files.keys()) {
      if (!path.startsWith(`${this.#folder}/`) || !path.endsWith('.csv')) continue;
      if (this.#used.has(path)) continue;
      const name = path.slice(this.#folder.length + 1);
      const place = { file: path, line: 0, column: 0 };
      this.#problems.warning('unused_table', place, name, 'nothing in the card uses this table');
    }
  }

  /** The rows of a table that card.json refers to; `fallback` is the file meant when it says nothing. */
  read(
    name: TableName,
    reference: TableReference | undefined,
    document: JsonDocument,
    fallback: string | undefined,
  ): readonly Row[] {
    if (
      reference === undefined ||
      document.isUnknown([name, 'file']) ||
      document.isUnknown([name, 'inline'])
    ) {
      // Which table is meant is unknown. The usual one may still have mistakes of its own.
      this.#unread.add(name);
      return fallback === undefined ? [] : this.readIfPresent(name, fallback);
    }
    const { file, inline } = reference;
    if (inline !== undefined) {
      if (file !== undefined) {
        const place = document.place([name, 'file']);
        const message = 'give the table as a file or inline, not both';
        this.#problems.error('table_twice', place, file, message);
      }
      if (inline.length === 0) {
        const place = document.place([name, 'inline']);
        this.#problems.error('table_empty', place, '', 'the table has no rows');
      }
      return readInlineTable(document, [name, 'inline'], inline);
    }
    if (file !== undefined) return this.#readFile(name, file, document.place([name, 'file']));
    if (fallback === undefined) return [];
    return this.#readFile(name, fallback, document.placeOfKey([name]));
  }

  /** A table that is used simply because the file is there. */
  readIfPresent(name: TableName, file: string): readonly Row[] {
    return this.#files.has(`${this.#folder}/${file}`)
      ? this.#readFile(name, file, { file: this.#folder, line: 0, column: 0 })
      : [];
  }

  readNamed(
    name: TableName,
    file: string,
    place: ReturnType<JsonDocument['place']>,
  ): readonly Row[] {
    return this.#readFile(name, file, place);
  }

  #readFile(
    name: TableName,
    file: string,
    place: ReturnType<JsonDocument['place']>,
  ): readonly Row[] {
    const path = this.#resolve(file);
    const content = this.#content(file, path);
    if (content === undefined) {
      this.#problems.error('table_missing', place, file, `there is no table ${path}`);
      this.#unread.add(name);
      return [];
    }
    if (typeof content !== 'string') {
      // Said once, however many refer to it.
      if (!this.#used.has(path)) reportUnread(path, content, this.#problems);
      this.#used.set(path, '');
      this.#unread.add(name);
      return [];
    }
    this.#used.set(path, content);
    const columns: Columns = tableColumns[name];
    const table = readCsvTable(content, path, columns, this.#problems);
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
