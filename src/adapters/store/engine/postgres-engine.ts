// PostgreSQL, for several processes and machines. Commits are durable (`synchronous_commit` stays on). A separate
// connection listens for configuration changes of other processes; while it is down, the revision is unknown and
// nothing is cached.
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import type { Log, RequestUnderWay } from '../../../application/ports.ts';
import type { Schema } from '../schema.ts';
import { ConnectionLine } from './connection-line.ts';
import { DatabaseClock } from './database-clock.ts';
import { configurationChannel, postgresDialect } from './dialect.ts';
import type { Engine, QueryTimer } from './engine.ts';
import { StatementKeeper, Transactions } from './postgres-transactions.ts';

const poolSize = 10;
/** How long a request waits for a connection, unless the database address has `?connect_timeout=20`. */
const connectTimeoutSeconds = 5;
/** Short, because nothing is cached while the listener is down, and because stop() waits for it. */
const reconnectTimeoutMs = 5_000;
const firstReconnectMs = 100;
const slowestReconnectMs = 5_000;

export type Patience = {
  /** A statement that takes this long is stuck and blocks its connection. */
  statementMs: number;
  /** A server that hangs neither closes connections nor ends statements, so every answer has a time limit. */
  answerMs: number;
  /** Interval of the listener's heartbeat, and time limit of its answer. */
  heartbeatMs: number;
};
const usualPatience: Patience = { statementMs: 25_000, answerMs: 30_000, heartbeatMs: 5_000 };

type PostgresStoreOptions = { patience?: Patience; request?: RequestUnderWay | undefined };

// 64-bit integers arrive as text by default; ours (ids, cents, milliseconds) are all exact as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export function openPostgres(
  url: string,
  timer: QueryTimer,
  log: Log,
  { patience = usualPatience, request }: PostgresStoreOptions = {},
): Engine {
  const address = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs(url),
    application_name: 'linehaul',
  };
  const options = {
    ...address,
    query_timeout: patience.answerMs,
    statement_timeout: patience.statementMs,
  };
  const pool = new pg.Pool({
    ...options,
    max: poolSize,
    // Sends statements that are issued together in one go (`postgres-transactions.ts`).
    pipeline: true,
  });
  outliveLosses(pool, log);
  const line = new ConnectionLine(pool, request);
  const reader = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: keepingStatements(pool, line) }),
    log: (event) => timer(event.queryDurationMillis / 1000, event.query.sql),
  });
  const transactions = new Transactions(line, timer);
  const clock = new DatabaseClock();
  const listener = new RevisionListener(options, { heartbeatMs: patience.heartbeatMs, clock, log });

  return {
    name: 'postgres',
    dialect: postgresDialect,
    clock,
    reader,
    transaction: (work) => transactions.run(work),
    migration: (work) => migrateOver(address, timer, log, work),
    configurationRevision: () => listener.revision,
    configurationChanged: (revision) => listener.update(revision),
    waitMs: () => line.waitMs(),
    ready: () => listener.start(),
    describe: async () => {
      const { rows } = await pool.query<{ version: string }>('show server_version');
      return `PostgreSQL ${rows[0]?.version ?? ''}`.trim();
    },
    close: async () => {
      await listener.stop();
      await reader.destroy();
    },
  };
}

function connectTimeoutMs(url: string): number {
  return Number(new URL(url).searchParams.get('connect_timeout') ?? connectTimeoutSeconds) * 1000;
}

/** An unhandled error event would end the process. */
function outliveLosses(pool: pg.Pool, log: Log): void {
  // The pool replaces an idle connection that the server closed.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
  // A connection can also end between two statements of a transaction; the next statement then fails.
  pool.on('connect', (client) => {
    client.on('error', (error) =>
      log.debug({ err: error }, 'a database connection was lost in a transaction'),
    );
  });
}

/**
 * Uses its own connection without a time limit: an index of a large table takes minutes, and so does waiting for
 * another process that builds it. The connection itself notices when the server is gone.
 */
async function migrateOver<Result>(
  address: pg.PoolConfig,
  timer: QueryTimer,
  log: Log,
  work: (db: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool({ ...address, max: 1, keepAlive: true });
  outliveLosses(pool, log);
  try {
    return await new Transactions(new ConnectionLine(pool), timer).run(async (db) => {
      // The database or its user may have their own limit.
      await sql`set local statement_timeout = 0`.execute(db);
      return await work(db);
    });
  } finally {
    await pool.end();
  }
}

/** The pool, with the statements of the hot path prepared once on each connection. */
function keepingStatements(pool: pg.Pool, line: ConnectionLine): PostgresPool {
  const keeping = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await line.connect();
      let known = keeping.get(client);
      if (known === undefined) {
        known = new StatementKeeper(
          client,
          (error) => client.release(error),
          (error) => line.asAwayIfLost(error),
        );
        keeping.set(client, known);
      }
      return known;
    },
  };
}

/**
 * Keeps the configuration's revision up to date through LISTEN/NOTIFY, and the clock through each heartbeat.
 */
class RevisionListener {
  revision: number | undefined;
  readonly #options: pg.ClientConfig;
  readonly #heartbeatMs: number;
  readonly #clock: DatabaseClock;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  #client: pg.Client | undefined;
  #reconnecting: Promise<void> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(
    options: pg.ClientConfig,
    { heartbeatMs, clock, log }: { heartbeatMs: number; clock: DatabaseClock; log: Log },
  ) {
    this.#options = options;
    this.#heartbeatMs = heartbeatMs;
    this.#clock = clock;
    this.#log = log;
  }

  update(revision: number): void {
    // Notifications can overtake each other between connections; the revision only grows.
    if (this.revision !== undefined && revision > this.revision) this.revision = revision;
  }

  async start(connectionTimeoutMillis = this.#options.connectionTimeoutMillis): Promise<void> {
    const client = new pg.Client({ ...this.#options, connectionTimeoutMillis, keepAlive: true });
    client.on('notification', ({ payload }) => this.update(Number(payload)));
    // A connection that was given up may still report its end. That says nothing about the current one.
    const lost = (error: Error): void => {
      if (this.#client === client) this.#lost(error);
    };
    // Not `once`: a failing connection can report two errors, and an unhandled one would end the process.
    client.on('error', lost);
    client.on('end', () => lost(new Error('the connection ended')));
    try {
      await client.connect();
      await client.query(`listen ${configurationChannel}`);
      // Read after LISTEN, so no change is missed in between.
      const { rows } = await client.query<{ revision: number }>(
        'select revision from configuration where id = 1',
      );
      await this.#setClock(client, this.#options.query_timeout);
      this.#client = client;
      this.revision = rows[0]?.revision;
      this.#askForLife(client);
    } catch (error) {
      // Each retry opens a connection; without end() they would use up the server's limit.
      client.end().catch(() => {});
      throw error;
    }
  }

  #askForLife(client: pg.Client): void {
    clearTimeout(this.#heartbeat);
    this.#heartbeat = setTimeout(() => {
      if (this.#client !== client) return;
      this.#setClock(client, this.#heartbeatMs).then(
        () => this.#askForLife(client),
        (error: Error) => {
          if (this.#client === client) this.#lost(error);
          // If a query is open, this closes the connection without waiting for it.
          client.end().catch(() => {});
        },
      );
    }, this.#heartbeatMs).unref();
  }

  async #setClock(client: pg.Client, patienceMs: number | undefined): Promise<void> {
    const question = {
      text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms',
      query_timeout: patienceMs,
    };
    const askedMs = this.#clock.steadyMs();
    const { rows } = await client.query<{ now_ms: number }>(question);
    const answeredMs = this.#clock.steadyMs();
    const [row] = rows;
    if (row !== undefined) this.#clock.set({ askedMs, answeredMs, databaseMs: row.now_ms });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#heartbeat);
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
        await this.start(reconnectTimeoutMs);
        this.#log.info({}, 'hearing of configuration changes again');
        return;
      } catch (error) {
        this.#log.debug({ err: error }, 'the database is still away');
        waitMs = Math.min(waitMs * 2, slowestReconnectMs);
      }
    }
  }
}
