// Every difference between SQLite and PostgreSQL that a table or a query has to know, and nothing else.
// How a connection is opened and how a transaction is kept is in the two engine files.
import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export type Dialect = {
  /** A primary key that numbers itself and never gives a number out twice. */
  idColumn(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
  idType: 'integer' | 'bigint';
  /** 64-bit integers: cents and milliseconds do not fit in 32 bits. */
  bigType: 'integer' | 'bigint';
  /** Large texts take less room and time when the engine compresses them quickly. */
  compressColumn(db: Kysely<Schema>, table: string, column: string): Promise<void>;
  /** Rows of the table can be added, but neither changed nor deleted, whoever tries. */
  forbidChanges(db: Kysely<Schema>, table: string): Promise<void>;
  /** Whether a select can keep its rows as they are until the transaction ends; otherwise there is one writer only. */
  locksRows: boolean;
  /** Held until the end of the transaction; a second process waits. */
  lockMigrations(db: Kysely<Schema>): Promise<void>;
  isMissingTable(error: unknown): boolean;
  /** Tells the other processes, at commit, that the configuration has changed. */
  announceConfiguration(db: Kysely<Schema>, revision: number): Promise<void>;
};

export const configurationChannel = 'linehaul_configuration';
/** Any constant will do, as long as nothing else in the database takes the same advisory lock. */
const migrationLock = 5_164_219_007;
const neverChanged = 'these rows are never changed';
/** PostgreSQL's code for a relation that does not exist. */
const undefinedTable = '42P01';

export const sqliteDialect: Dialect = {
  // Without AUTOINCREMENT, SQLite gives the number of a deleted last row out again.
  idColumn: (column) => column.primaryKey().autoIncrement(),
  idType: 'integer',
  bigType: 'integer',
  // SQLite has no compression of its own.
  compressColumn: async () => {},
  forbidChanges: async (db, table) => {
    for (const change of ['update', 'delete']) {
      await sql`
        create trigger ${sql.ref(`${table}_no_${change}`)} before ${sql.raw(change)} on ${sql.table(table)}
        begin select raise(abort, ${sql.lit(neverChanged)}); end
      `.execute(db);
    }
  },
  locksRows: false,
  // The transaction itself is the lock: it begins IMMEDIATE, and SQLite has one writer.
  lockMigrations: async () => {},
  isMissingTable: (error) => error instanceof Error && /no such table/.test(error.message),
  // The revision is read from the file at every use, so there is nobody to tell.
  announceConfiguration: async () => {},
};

export const postgresDialect: Dialect = {
  idColumn: (column) => column.primaryKey().generatedAlwaysAsIdentity(),
  idType: 'bigint',
  bigType: 'bigint',
  compressColumn: async (db, table, column) => {
    // Two to three times quicker than the default method, but not every server is built with it.
    const { rows } = await sql<{ has: boolean }>`
      select 'lz4' = any(enumvals) as has from pg_settings where name = 'default_toast_compression'
    `.execute(db);
    if (rows[0]?.has !== true) return;
    await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} set compression lz4`.execute(
      db,
    );
  },
  forbidChanges: async (db, table) => {
    await sql`
      create function ${sql.ref(`${table}_no_change`)}() returns trigger language plpgsql
      as $$ begin raise exception ${sql.lit(neverChanged)}; end $$
    `.execute(db);
    await sql`
      create trigger ${sql.ref(`${table}_no_change`)} before update or delete on ${sql.table(table)}
      for each row execute function ${sql.ref(`${table}_no_change`)}()
    `.execute(db);
  },
  locksRows: true,
  lockMigrations: async (db) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(db);
  },
  isMissingTable: (error) =>
    error instanceof Error && 'code' in error && error.code === undefinedTable,
  announceConfiguration: async (db, revision) => {
    await sql`select pg_notify(${configurationChannel}, ${String(revision)})`.execute(db);
  },
};
