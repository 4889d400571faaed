// PostgreSQL, for several processes and machines.
// Commits are durable (`synchronous_commit` is left on). A separate connection listens for changes of the
// configuration made by other processes; while it is down, the revision is unknown and nothing is cached.
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../../application/ports.ts';
import { configurationChannel, postgresDialect } from './dialect.ts';
import type { Engine, QueryTimer } from './engine.ts';
import type { Schema } from './schema.ts';

const poolSize = 10;
const connectTimeoutMs = 5_000;
/** A statement that takes this long is stuck, and would hold its connection from everybody else. */
const statementTimeoutMs = 30_000;
const firstReconnectMs = 100;
const slowestReconnectMs = 5_000;

// 64-bit integers arrive as text by default; ours (ids, cents, milliseconds) are all exact as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export function openPostgres(url: string, timer: QueryTimer, log: Log): Engine {
  const options = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'linehaul',
  };
  const pool = new pg.Pool({ ...options, max: poolSize, statement_timeout: statementTimeoutMs });
  // An idle connection that the server closes is replaced by the pool; unheard, the event would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
  const reader = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => timer(event.queryDurationMillis / 1000),
  });
  const listener = new RevisionListener(options, log);

  return {
    name: 'postgres',
    dialect: postgresDialect,
    reader,
    transaction: (work) => reader.transaction().execute(work),
    configurationRevision: () => listener.revision,
    configurationChanged: (revision) => listener.heard(revision),
    ready: () => listener.start(),
    describe: async () => {
      const { rows } = await pool.query<{ version: string }>('show server_version');
      return `PostgreSQL ${rows[0]?.version ?? ''}`.trim();
    },
    backup: () => {
      throw new Error(
        'This database is PostgreSQL. Back it up with its own tools: pg_dump --format=custom --file=FILE "$DATABASE_URL".',
      );
    },
    close: async () => {
      await listener.stop();
      await reader.destroy();
    },
  };
}

/** Keeps the configuration's revision up to date through LISTEN/NOTIFY. */
class RevisionListener {
  revision: number | undefined;
  readonly #options: pg.ClientConfig;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  #client: pg.Client | undefined;
  #reconnecting: Promise<void> | undefined;

  constructor(options: pg.ClientConfig, log: Log) {
    this.#options = options;
    this.#log = log;
  }

  heard(revision: number): void {
    // Notices can overtake each other between connections; the number only ever grows.
    if (this.revision !== undefined && revision > this.revision) this.revision = revision;
  }

  async start(): Promise<void> {
    const client = new pg.Client({ ...this.#options, keepAlive: true });
    client.on('notification', ({ payload }) => this.heard(Number(payload)));
    // Not `once`: a dying connection can report twice, and an unheard error would end the process.
    client.on('error', (error) => this.#lost(error));
    client.on('end', () => this.#lost(new Error('the connection ended')));
    await client.connect();
    await client.query(`listen ${configurationChannel}`);
    // Read after listening began: nothing can fall between.
    const { rows } = await client.query<{ revision: number }>(
      'select revision from configuration where id = 1',
    );
    this.#client = client;
    this.revision = rows[0]?.revision;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#reconnecting;
    await this.#client?.end();
  }

  #lost(error: Error): void {
    this.revision = undefined;
    this.#client = undefined;
    if (this.#stopping.signal.aborted || this.#reconnecting !== undefined) return;
    this.#log.warn({ err: error }, 'lost the connection that hears of configuration changes');
    this.#reconnecting = this.#reconnect().finally(() => {
      this.#reconnecting = undefined;
    });
  }

  async #reconnect(): Promise<void> {
    let waitMs = firstReconnectMs;
    while (!this.#stopping.signal.aborted) {
      try {
        await delay(waitMs, undefined, { signal: this.#stopping.signal });
        await this.start();
        this.#log.info({}, 'hearing of configuration changes again');
        return;
      } catch (error) {
        this.#log.debug({ err: error }, 'the database is still away');
        waitMs = Math.min(waitMs * 2, slowestReconnectMs);
      }
    }
  }
}
