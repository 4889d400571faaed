// Migrates a database to this program's schema, forward only. All pending steps run in one transaction under a lock:
// two processes that start together migrate once, and a crash leaves the old schema intact. A database newer than the
// program is rejected, because an old program must not write to it.
import type { Kysely } from 'kysely';
import { NoDatabase } from '../../application/ports.ts';
import type { Engine } from './engine/engine.ts';
import { migrations as shipped } from './migrations/all.ts';
import type { Migration } from './migrations/migration.ts';
import type { Schema } from './schema.ts';

/**
 * `bring_up_to_date` migrates. `as_it_is` creates the tables of an empty database and rejects an older one.
 * `only_look` also rejects an empty or missing database.
 */
export type SchemaPolicy = 'bring_up_to_date' | 'as_it_is' | 'only_look';

export type MigrationReport = { from: number; to: number; applied: string[] };

/** The program does not support the database's schema version. The message says what to do. */
export class SchemaMismatch extends Error {
  override readonly name = 'SchemaMismatch';
}

/** The schema version of this program. */
export const newestVersion = shipped.at(-1)?.version ?? 0;

export async function migrate(
  engine: Engine,
  nowMs: number,
  policy: SchemaPolicy,
  migrations: readonly Migration[] = shipped,
): Promise<MigrationReport> {
  const newest = migrations.at(-1)?.version ?? 0;
  // The usual case: nothing is written, and no writer has to be waited for.
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
