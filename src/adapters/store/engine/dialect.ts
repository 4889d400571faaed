// Every difference between SQLite and PostgreSQL that tables and queries must know. Connections and transactions
// differ in the two engine files.
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export type Dialect = {
  /** Type of a primary key that numbers itself and never reuses a number. */
  idColumn: string;
  /** 64-bit integers: cents and milliseconds do not fit in 32 bits. */
  bigType: 'integer' | 'bigint';
  /** A text column that sorts by bytes in every locale, so that its index finds words by their beginnings. */
  bytewiseText: 'text' | 'text collate "C"';
  /** Follows a text that is sorted by its bytes in every locale. */
  bytewise: '' | 'collate "C"';
  /** Large texts are smaller and quicker with the engine's fast compression. */
  compressColumn(db: Kysely<Schema>, table: string, column: string): Promise<void>;
  /** Lets an existing column be null. Its indexes must be dropped before. */
  allowNull(db: Kysely<Schema>, table: string, column: string): Promise<void>;
  /** Rows of the table can be added, but never changed or deleted. */
  forbidChanges(db: Kysely<Schema>, table: string): Promise<void>;
  /**
   * Whether a select can lock its rows until the transaction ends. Without row locks there is only one writer.
   */
  locksRows: boolean;
  /** Locks until the end of the transaction; a second process waits. */
  lockMigrations(db: Kysely<Schema>): Promise<void>;
  isMissingTable(error: unknown): boolean;
  /** At commit, notifies the other processes that the configuration has changed. */
  announceConfiguration(db: Kysely<Schema>, revision: number): Promise<void>;
};

export const configurationChannel = 'linehaul_configuration';
/** Any constant works if nothing else in the database uses the same advisory lock. */
const migrationLock = 5_164_219_007;
const neverChanged = 'these rows are never changed';
/** PostgreSQL's code for a relation that does not exist. */
const undefinedTable = '42P01';

export const sqliteDialect: Dialect = {
  // Without AUTOINCREMENT, SQLite reuses the number of a deleted last row.
  idColumn: 'integer primary key autoincrement',
  bigType: 'integer',
  bytewiseText: 'text',
  bytewise: '',
  // SQLite has no compression of its own.
  compressColumn: async () => {},
  // SQLite cannot drop a "not null", so the column is replaced. The table stays, because others may refer to it.
  allowNull: async (db, table, column) => {
    const [name, old, fresh] = [sql.table(table), sql.ref(column), sql.ref(`${column}_or_null`)];
    await sql`alter table ${name} add column ${fresh} integer`.execute(db);
    await sql`update ${name} set ${fresh} = ${old}`.execute(db);
    await sql`alter table ${name} drop column ${old}`.execute(db);
    await sql`alter table ${name} rename column ${fresh} to ${old}`.execute(db);
  },
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
  // Processes read the revision from the file at every use.
  announceConfiguration: async () => {},
};

export const postgresDialect: Dialect = {
  allowNull: async (db, table, column) => {
    await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} drop not null`.execute(
      db,
    );
  },
  idColumn: 'bigint primary key generated always as identity',
  bigType: 'bigint',
  bytewiseText: 'text collate "C"',
  bytewise: 'collate "C"',
  compressColumn: async (db, table, column) => {
    // Two to three times quicker than the default method, but some servers are built without it.
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
