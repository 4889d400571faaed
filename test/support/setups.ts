// The two setups that Linehaul runs in. Tests of the store, the shared state and the HTTP interface run in both: `for
// (const setup of setups) describe(setup.name, …)`. ENGINES=sqlite selects one during development.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryCounters } from '../../src/adapters/shared-state/memory.ts';
import { openRedisCounters } from '../../src/adapters/shared-state/redis.ts';
import { openRedisAnswers } from '../../src/adapters/shared-state/redis-answers.ts';
import { embeddedFileName, openStore } from '../../src/adapters/store/open-store.ts';
import type { Counters, Log, SharedAnswers, Store, Tracer } from '../../src/application/ports.ts';
import { hasWritten, noteWritten } from '../../src/application/request-scope.ts';
import { createDatabase, testServer } from './components/template-database.ts';
import { silentLog, silentMeter } from './test-logs.ts';

/** Where a setup stores its data. Two Apps with one place share records and counters. */
export type Place = { databaseUrl: string | undefined; dataDir: string; redisPrefix: string };

export type Setup = {
  name: string;
  engine: 'sqlite' | 'postgres';
  /** Creates a new, empty place; call `remove` at the end. */
  makePlace(): Promise<Place & { remove(): Promise<void> }>;
  openCounters(place: Place, log: Log): Promise<Counters>;
  /** Shares live carriers' answers between processes, if the setup supports it. */
  openSharedAnswers(place: Place, log: Log): Promise<SharedAnswers | undefined>;
};

/** The default of `QUOTE_CACHE_SECONDS`. */
export const answersKeptForMs = 300_000;

const embedded: Setup = {
  name: 'SQLite and memory',
  engine: 'sqlite',
  makePlace: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-test-'));
    writeFileSync(join(dataDir, embeddedFileName), await emptyDatabase());
    return {
      databaseUrl: undefined,
      dataDir,
      redisPrefix: '',
      remove: async () => rmSync(dataDir, { recursive: true, force: true }),
    };
  },
  openCounters: async () => memoryCounters(),
  openSharedAnswers: async () => undefined,
};

const scaled: Setup = {
  name: 'PostgreSQL and Redis',
  engine: 'postgres',
  makePlace: async () => {
    const database = await createDatabase();
    return {
      databaseUrl: database.url,
      dataDir: tmpdir(),
      redisPrefix: `${randomUUID()}:`,
      remove: database.drop,
    };
  },
  openCounters: (place, log) =>
    openRedisCounters({
      url: testServer('TEST_REDIS_URL'),
      keyPrefix: place.redisPrefix,
      patienceMs: 20_000,
      newId: randomUUID,
      log,
      meter: silentMeter,
    }),
  openSharedAnswers: (place, log) =>
    openRedisAnswers({
      url: testServer('TEST_REDIS_URL'),
      keptForMs: answersKeptForMs,
      keyPrefix: `${place.redisPrefix}answers:`,
      nameOf: (fingerprint) => fingerprint,
      patienceMs: 20_000,
      log,
    }),
};

export const setups: readonly Setup[] = [embedded, scaled].filter(({ engine }) =>
  (process.env.ENGINES ?? 'sqlite,postgres').split(',').includes(engine),
);

export async function openTestStore(place: Place, log: Log, tracer?: Tracer): Promise<Store> {
  const { store } = await openStore({
    databaseUrl: place.databaseUrl,
    dataDir: place.dataDir,
    nowMs: 0,
    schema: 'bring_up_to_date',
    log,
    meter: silentMeter,
    tracer,
    request: { noteWritten, hasWritten },
  });
  return store;
}

let emptyDatabaseFile: Promise<Buffer> | undefined;

/** An embedded database with the schema and no rows: made once, because that takes a tenth of a second. */
function emptyDatabase(): Promise<Buffer> {
  emptyDatabaseFile ??= makeEmptyDatabase();
  return emptyDatabaseFile;
}

async function makeEmptyDatabase(): Promise<Buffer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-test-'));
  const store = await openTestStore(
    { databaseUrl: undefined, dataDir, redisPrefix: '' },
    silentLog,
  );
  await store.close();
  const file = readFileSync(join(dataDir, embeddedFileName));
  rmSync(dataDir, { recursive: true, force: true });
  return file;
}
