// Brings a database to this program's schema, forward only, all pending steps in one transaction under
// a lock: two processes that start together migrate once, and a crash half-way leaves the old schema whole.
// A database that is newer than the program is refused: an old program must not write into it.
import type { Kysely } from 'kysely';
import { NoDatabase } from '../../application/ports.ts';
import type { Engine } from './engine/engine.ts';
import { migrations as shipped } from './migrations/all.ts';
import type { Migration } from './migrations/migration.ts';
import type { Schema } from './schema.ts';

/**
 * `bring_up_to_date`: migrate. `as_it_is`: only an empty database is given its tables, an older one is refused.
 * `only_look`: an empty one is refused too, and none is made.
 */
export type SchemaPolicy = 'bring_up_to_date' | 'as_it_is' | 'only_look';

export type MigrationReport = { from: number; to: number; applied: string[] };

/** The program and the database do not fit each other; the message says what to do. */
export class SchemaMismatch extends Error {
  override readonly name = 'SchemaMismatch';
}

/** What this program's tables are. */
export const newestVersion = shipped.at(-1)?.version ?? 0;

export async function migrate(
  engine: Engine,
  nowMs: number,
  policy: SchemaPolicy,
  migrations: readonly Migration[] = shipped,
): Promise<MigrationReport> {
  const newest = migrations.at(-1)?.version ?? 0;
  // Nearly always. Then nothing is written, and nobody who is writing has to be waited for.
  const onDisk = await versionOnDisk(engine);
  if (onDisk === newest) return { from: newest, to: newest, applied: [] };
  if (policy === 'only_look' && onDisk === 0)
    throw new NoDatabase('The database has no tables yet.');
  return await engine.migration(async (db) => {
    await engine.dialect.lockMigrations(db);
    await db.schema
      .createTable('schema_versions')
      .ifNotExists()
      .addColumn('version', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('applied_at_ms', engine.dialect.bigType, (column) => column.notNull())
      .execute();
    const from = await schemaVersion(db);
    if (from > newest) {
      throw new SchemaMismatch(
        `The database has schema version ${from}; this program knows versions up to ${newest}. ` +
          'Start the newer Linehaul that wrote it, or restore a backup made before the upgrade.',
      );
    }
    if (policy !== 'bring_up_to_date' && from > 0 && from < newest) {
      throw new SchemaMismatch(
        `The database has schema version ${from}; this program needs ${newest}. ` +
          'Run "linehaul migrate" (or start the server) to bring it up to date; make a backup first.',
      );
    }
    const applied: string[] = [];
    for (const migration of migrations.filter(({ version }) => version > from)) {
      await migration.up(db, engine.dialect);
      await db
        .insertInto('schema_versions')
        .values({ version: migration.version, name: migration.name, applied_at_ms: nowMs })
        .execute();
      applied.push(migration.name);
    }
    return { from, to: newest, applied };
  });
}

/** 0 when the database has no tables yet. */
async function versionOnDisk(engine: Engine): Promise<number> {
  try {
    return await schemaVersion(engine.reader);
  } catch (error) {
    if (engine.dialect.isMissingTable(error)) return 0;
    throw error;
  }
}

export async function schemaVersion(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('schema_versions')
    .select((select) => select.fn.max('version').as('version'))
    .executeTakeFirst();
  return row?.version ?? 0;
}
