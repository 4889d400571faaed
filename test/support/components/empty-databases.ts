// An empty database on each engine, for tests of migrations. It can be opened several times and is removed at the
// end.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../../src/adapters/store/engine/engine.ts';
import { openPostgres } from '../../../src/adapters/store/engine/postgres-engine.ts';
import { openSqlite } from '../../../src/adapters/store/engine/sqlite-engine.ts';
import { silentLog } from '../test-logs.ts';
import { createDatabase } from './template-database.ts';

export type EmptyDatabase = {
  open(): Engine;
  /** Environment variables that make the program use this database. */
  environment: Record<string, string>;
};

export type Opener = {
  name: 'sqlite' | 'postgres';
  withDatabase(work: (database: EmptyDatabase) => Promise<void>): Promise<void>;
};

const all: readonly Opener[] = [
  {
    name: 'sqlite',
    withDatabase: async (work) => {
      const folder = mkdtempSync(join(tmpdir(), 'linehaul-migrate-'));
      const dataDir = join(folder, 'deep');
      try {
        await closingAfterFailure(
          () => openSqlite(join(dataDir, 'linehaul.db'), () => {}),
          (open) => work({ open, environment: { DATA_DIR: dataDir } }),
        );
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  },
  {
    name: 'postgres',
    withDatabase: async (work) => {
      const database = await createDatabase({ isEmpty: true });
      const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-migrate-'));
      try {
        await closingAfterFailure(
          () => openPostgres(database.url, () => {}, silentLog),
          (open) => work({ open, environment: { DATABASE_URL: database.url, DATA_DIR: dataDir } }),
        );
      } finally {
        await database.drop();
        rmSync(dataDir, { recursive: true });
      }
    },
  },
];

/** Closes open connections after a failure, because they would keep the test's process alive. */
async function closingAfterFailure(
  open: () => Engine,
  work: (open: () => Engine) => Promise<void>,
): Promise<void> {
  const opened: Engine[] = [];
  try {
    await work(() => {
      const engine = open();
      opened.push(engine);
      return engine;
    });
  } catch (error) {
    await Promise.allSettled(opened.map(async (engine) => await engine.close()));
    throw error;
  }
}

export const openers: readonly Opener[] = all.filter(({ name }) =>
  (process.env.ENGINES ?? 'sqlite,postgres').split(',').includes(name),
);
