// Fills every table of a database at any schema version. The rows follow from the tables' own descriptions, so tables
// of later migrations are filled too. They are the same every time: a number named …_id refers to the row with the
// same number, and every third row is null in each nullable column.
import { type Kysely, sql, type TableMetadata } from 'kysely';
import { writeBookingDocument } from '../../../src/adapters/store/bookings/booking-document.ts';
import type { Engine } from '../../../src/adapters/store/engine/engine.ts';
import { writeMarket } from '../../../src/adapters/store/quotes/stored-market.ts';
import type { Schema } from '../../../src/adapters/store/schema.ts';
import { aBooking, melbourneAddress } from '../bookings/bookings.ts';

export type Row = Record<string, unknown>;
/** Rows by table, in no particular order. */
export type Contents = Map<string, Row[]>;

const versionTable = 'schema_versions';

export async function fillTables(engine: Engine, rows: number): Promise<void> {
  const tables = await tablesInOrder(engine);
  await engine.transaction(async (db) => {
    for (const table of tables) {
      // Skip tables that a migration has filled itself, such as the configuration's single row.
      if ((await rowsOf(db, table.name)).length > 0) continue;
      for (let n = 1; n <= rows; n += 1) await insert(db, table, n);
    }
  });
}

export async function contentsOf(engine: Engine): Promise<Contents> {
  const contents: Contents = new Map();
  for (const { name } of await tablesInOrder(engine))
    contents.set(name, await rowsOf(engine.reader, name));
  return contents;
}

/** The database's tables, columns and indexes as comparable text. */
export async function shapeOf(engine: Engine): Promise<string[]> {
  const columns = (await tablesInOrder(engine)).flatMap(({ name, columns: all }) =>
    all.map(
      (column) =>
        `${name}.${column.name} ${column.dataType}${column.isNullable ? '' : ' not null'}${column.hasDefaultValue ? ' default' : ''}`,
    ),
  );
  const { rows } =
    engine.name === 'sqlite'
      ? await sql<{ text: string }>`
          select name || ' ' || sql as text from sqlite_master where type in ('index', 'trigger') and sql is not null
        `.execute(engine.reader)
      : await sql<{ text: string }>`
          select indexdef as text from pg_indexes where schemaname = 'public'
          union all select tgname::text from pg_trigger where not tgisinternal
        `.execute(engine.reader);
  return [...columns, ...rows.map(({ text }) => text)].sort();
}

/** Tables in creation order, so that each comes after the tables it references. */
async function tablesInOrder(engine: Engine): Promise<TableMetadata[]> {
  const tables = await engine.reader.introspection.getTables();
  const order = await creationOrder(engine);
  return tables
    .filter(({ name }) => name !== versionTable && !name.startsWith('sqlite_'))
    .sort((left, right) => order.indexOf(left.name) - order.indexOf(right.name));
}

async function creationOrder(engine: Engine): Promise<string[]> {
  const { rows } =
    engine.name === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master order by rowid`.execute(
          engine.reader,
        )
      : await sql<{ name: string }>`select relname as name from pg_class order by oid`.execute(
          engine.reader,
        );
  return rows.map(({ name }) => name);
}

async function rowsOf(db: Kysely<Schema>, table: string): Promise<Row[]> {
  return (await sql<Row>`select * from ${sql.table(table)}`.execute(db)).rows;
}

async function insert(db: Kysely<Schema>, table: TableMetadata, n: number): Promise<void> {
  const columns = table.columns.filter(({ isAutoIncrementing }) => !isAutoIncrementing);
  const values = columns.map(({ name, dataType, isNullable }) =>
    isNullable && n % 3 === 0 ? null : cellOf(table.name, name, dataType, n),
  );
  await sql`
    insert into ${sql.table(table.name)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    values (${sql.join(values)})
  `.execute(db);
}

const begunMs = 1_790_000_000_000;

function cellOf(table: string, column: string, type: string, n: number): string | number {
  const special = specials[`${table}.${column}`];
  if (special !== undefined) return special(n);
  if (/text|char/i.test(type)) return `${column} ${n}: naïve “寿司” 😀 ' \\ %`;
  if (/^(is|may|has)_|notifies/.test(column)) return n % 2;
  if (column.endsWith('_id') || column === 'id') return n;
  // Values exceed 32 bits in every column that allows it.
  return column.endsWith('_at_ms') || column.endsWith('_cents') ? begunMs + n : n;
}

const booking = aBooking({
  description: 'naïve “寿司” 😀',
  receiver: { ...melbourneAddress, name: 'Zoë Wills' },
});
const noQuotes = writeMarket({ quotes: [], failures: [] });

/** Columns whose text has a required format. */
const specials: Readonly<Record<string, (n: number) => string | number>> = {
  'bookings.document': () => writeBookingDocument(booking, noQuotes),
  'orders.document': () =>
    JSON.stringify({ v: 1, details: { delivery: { name: 'Zoë Wills' }, saleCents: 12_50 } }),
  'bookings.status': (n) => (n % 2 === 0 ? 'confirmed' : 'new'),
  'bookings.confirmation': (n) => JSON.stringify({ funding: n % 2 === 0 ? 'demo' : 'credit' }),
  'quote_sets.document': () => noQuotes,
  'key_settings.settings': () => '{}',
};
