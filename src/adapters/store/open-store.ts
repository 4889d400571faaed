// Opens the store: PostgreSQL if there is a DATABASE_URL, otherwise the embedded database in DATA_DIR.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Log,
  type Meter,
  NoDatabase,
  type RequestUnderWay,
  type Store,
  type Tracer,
} from '../../application/ports.ts';
import type { Engine, QueryTimer } from './engine/engine.ts';
import type { ReplicaOptions } from './engine/replica.ts';
import { openSqlite } from './engine/sqlite-engine.ts';
import { tellStatement, tracedEngine } from './engine/traced-engine.ts';
import { type MigrationReport, migrate, type SchemaPolicy } from './migrate.ts';
import { storeOver } from './store.ts';

export const embeddedFileName = 'linehaul.db';

export type StoreOptions = {
  databaseUrl: string | undefined;
  /** A replica of the database, for lists and reports. */
  replicaUrl?: string | undefined;
  dataDir: string;
  nowMs: number;
  schema: SchemaPolicy;
  log: Log;
  meter: Meter;
  tracer?: Tracer | undefined;
  /** Without it, statements are not attributed to requests. */
  request?: RequestUnderWay | undefined;
  /** Called once, when this process can no longer write. A new process can recover the state. */
  onLost?: ((failure: Error) => void) | undefined;
};

export async function openStore(
  options: StoreOptions,
): Promise<{ store: Store; migrated: MigrationReport }> {
  const { databaseUrl, meter, log, tracer, request } = options;
  const timer = (name: Engine['name']): QueryTimer => {
    const measured: QueryTimer = (seconds) => meter.queryTook(name, seconds);
    return tracer === undefined ? measured : tellStatement(tracer, name, measured);
  };
  const file = join(options.dataDir, embeddedFileName);
  if (databaseUrl === undefined && options.schema === 'only_look') refuseUnlessThere(file);
  const opened =
    databaseUrl === undefined
      ? openSqlite(file, timer('sqlite'), {
          onLost: options.onLost,
          log,
          request,
        })
      : // The driver is loaded only for PostgreSQL.
        (await import('./engine/postgres-engine.ts')).openPostgres(
          databaseUrl,
          timer('postgres'),
          log,
          {
            request,
          },
        );
  const replicated =
    options.replicaUrl === undefined
      ? opened
      : await withReplica(opened, {
          url: options.replicaUrl,
          timer: timer(opened.name),
          log,
          meter,
        });
  const engine = tracer === undefined ? replicated : tracedEngine(replicated, tracer);
  try {
    const migrated = await migrate(engine, options.nowMs, options.schema);
    await engine.ready();
    return { store: storeOver(engine, request), migrated };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Opening a missing file would create it. */
function refuseUnlessThere(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) throw new NoDatabase(`There is no database yet at ${file}.`);
}

async function withReplica(
  engine: Engine,
  options: Omit<ReplicaOptions, 'primary'>,
): Promise<Engine> {
  if (engine.name === 'sqlite') throw new Error('an embedded database has no replicas');
  const { Replica } = await import('./engine/replica.ts');
  const replica = new Replica({ ...options, primary: engine.reader });
  return {
    ...engine,
    list: (work) => replica.list(work),
    replicaHealth: () => replica.health(),
    close: async () => {
      await replica.close();
      await engine.close();
    },
  };
}
