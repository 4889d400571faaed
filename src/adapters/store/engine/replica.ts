// A streaming replica of the PostgreSQL server, for lists and reports. A list is read from the replica only after the
// replica has replayed everything that was durable on the primary when the list was requested. A caller therefore
// always sees its own writes, from any process. A replica that is slightly behind is waited for. If it is far behind,
// slow, away or a copy of another database, the primary answers until several checks in a row succeed. A replica
// never fails a request.
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Log, Meter, ReplicaHealth, ReplicaTrouble } from '../../../application/ports.ts';
import type { Schema } from '../schema.ts';
import type { QueryTimer } from './engine.ts';
import { databaseOn } from './postgres-transactions.ts';

const poolSize = 10;
/** Checks in a row that must succeed before the replica is used again: an unstable replica is no help. */
const goodLooks = 3;
/** SQLSTATE when replay removed rows that a statement was reading. The next statement may succeed. */
const conflictWithReplay = '40001';
/** Errors of the statement itself (classes 22 and 42): the primary will report them. */
const passing = [conflictWithReplay, '22', '42'];

export type ReplicaPatience = {
  /** How long a list waits for the replica to catch up. */
  catchUpMs: number;
  pollMs: number;
  /** Time limit for a connection, and for the replica's position. */
  signMs: number;
  /** Time limit of a list; a slow replica is then not used for `restMs`. */
  answerMs: number;
  restMs: number;
  lookEveryMs: number;
};

const usualPatience: ReplicaPatience = {
  catchUpMs: 100,
  pollMs: 2,
  signMs: 500,
  answerMs: 5_000,
  restMs: 30_000,
  lookEveryMs: 1_000,
};

export type ReplicaOptions = {
  url: string;
  /** Answers every list that the replica does not. */
  primary: Kysely<Schema>;
  timer: QueryTimer;
  log: Log;
  meter: Meter;
  patience?: ReplicaPatience;
};

type Identity = { system: string; database: string };
type Sign = { is_replica: boolean; behind: string | null };

class Trouble extends Error {
  readonly kind: ReplicaTrouble;
  readonly behindBytes: number | undefined;

  constructor(kind: ReplicaTrouble, message: string, cause?: unknown, behindBytes?: number) {
    super(message, { cause });
    this.kind = kind;
    this.behindBytes = behindBytes;
  }
}

export class Replica {
  readonly #options: ReplicaOptions;
  readonly #patience: ReplicaPatience;
  readonly #pool: pg.Pool;
  readonly #firstLook: Promise<void>;
  #health: ReplicaHealth = { isUsed: false, detail: 'not checked yet' };
  #wellInARow = goodLooks - 1;
  #restsUntilMs = 0;
  #identity: Identity | undefined;
  /**
   * Connections that were checked to lead to a copy of the primary's database; one address may stand for several
   * servers.
   */
  readonly #verified = new WeakSet<pg.PoolClient>();
  #asking: Promise<string> | undefined;
  #looking: Promise<void> | undefined;
  #next: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#patience = options.patience ?? usualPatience;
    this.#pool = new pg.Pool({
      connectionString: options.url,
      connectionTimeoutMillis: this.#patience.signMs,
      query_timeout: this.#patience.answerMs,
      statement_timeout: this.#patience.answerMs,
      application_name: 'linehaul lists',
      max: poolSize,
    });
    // Unhandled, either event would end the process; the next statement on the connection fails instead.
    const unheard = (error: Error): void =>
      options.log.debug({ err: error }, 'a connection to the replica was lost');
    this.#pool.on('error', unheard);
    this.#pool.on('connect', (client) => client.on('error', unheard));
    this.#firstLook = this.#look();
  }

  /** Runs `work`, which only reads, on the replica or on the primary. */
  async list<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result> {
    const { primary, meter } = this.#options;
    if (this.#health.isUsed && !this.#isFull()) {
      const position = await this.#position();
      try {
        const result = await this.#onReplica(position, work);
        meter.listAnswered('replica');
        return result;
      } catch (error) {
        const isPassing =
          error instanceof pg.DatabaseError && passing.some((code) => error.code?.startsWith(code));
        if (!isPassing) this.#leaveAlone(troubleOf(error));
      }
    }
    meter.listAnswered('primary');
    return await work(primary);
  }

  async health(): Promise<ReplicaHealth> {
    await this.#firstLook;
    return this.#health;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#next);
    await this.#looking;
    await this.#pool.end();
  }

  /** Lists never queue for the replica: the primary has connections too. */
  #isFull(): boolean {
    return this.#pool.totalCount - this.#pool.idleCount >= poolSize;
  }

  async #onReplica<Result>(
    position: string,
    work: (db: Kysely<Schema>) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.#pool.connect();
    let isUsable = false;
    try {
      await this.#catchUp(client, position);
      // On the same connection: one address may stand for several replicas.
      const result = await work(databaseOn(client, this.#options.timer));
      isUsable = true;
      return result;
    } finally {
      // A connection with an unanswered query is closed instead of reused.
      client.release(!isUsable);
    }
  }

  /** Resolves once the replica has replayed up to `position`, with its initial lag. */
  async #catchUp(client: pg.PoolClient, position: string): Promise<number> {
    const { catchUpMs, pollMs, signMs } = this.#patience;
    if (!this.#verified.has(client)) await this.#verify(client);
    const deadlineMs = performance.now() + catchUpMs;
    let firstBehind: number | undefined;
    for (;;) {
      const sign = await answerOf<Sign>(client, signStatement, [position], signMs);
      // A promoted replica is an independent database.
      if (sign?.is_replica !== true) throw notAReplica();
      const behind = Math.max(0, Number(sign.behind ?? Number.POSITIVE_INFINITY));
      firstBehind ??= behind;
      if (behind === 0) return firstBehind;
      if (performance.now() >= deadlineMs)
        throw new Trouble('behind', `it is ${behind} bytes behind`, undefined, behind);
      await delay(pollMs);
    }
  }

  async #verify(client: pg.PoolClient): Promise<void> {
    const found = await answerOf<Identity>(client, identityStatement, [], this.#patience.signMs);
    const { system, database } = this.#identity ?? {};
    if (found === undefined || found.system !== system || found.database !== database)
      throw notAReplica();
    this.#verified.add(client);
  }

  /** The primary's durable position. Lists that begin together, as a dashboard's do, share one query. */
  #position(): Promise<string> {
    if (this.#asking === undefined) {
      this.#asking = positionOf(this.#options.primary);
      // Kept only until this turn ends: another process may write next, and its client may then send a request here.
      queueMicrotask(() => {
        this.#asking = undefined;
      });
    }
    return this.#asking;
  }

  #look(): Promise<void> {
    this.#looking = this.#recoverOnce().finally(() => {
      if (this.#isClosed) return;
      this.#next = setTimeout(() => this.#look(), this.#patience.lookEveryMs).unref();
    });
    return this.#looking;
  }

  async #recoverOnce(): Promise<void> {
    // All connections are busy with lists, which report the replica's state themselves.
    if (this.#isFull()) return;
    let position: string;
    try {
      this.#identity = await identityOf(this.#options.primary);
      position = await positionOf(this.#options.primary);
    } catch (error) {
      this.#options.log.debug({ err: error }, 'the primary did not report its position');
      return;
    }
    try {
      const client = await this.#pool.connect();
      let isUsable = false;
      try {
        const behindBytes = await this.#catchUp(client, position);
        isUsable = true;
        this.#foundWell(behindBytes);
      } finally {
        client.release(!isUsable);
      }
    } catch (error) {
      this.#leaveAlone(troubleOf(error));
    }
  }

  #foundWell(behindBytes: number): void {
    if (!this.#health.isUsed) {
      if (performance.now() < this.#restsUntilMs) return;
      this.#wellInARow += 1;
      if (this.#wellInARow < goodLooks) return;
      this.#options.log.info({}, 'lists and reports are read from the replica');
      this.#health = { isUsed: true, detail: 'lists and reports are read from it' };
    }
    this.#options.meter.replicaSeen({ isUsed: true, behindBytes });
  }

  #leaveAlone({ kind, message, cause, behindBytes }: Trouble): void {
    this.#wellInARow = 0;
    if (this.#isClosed) return;
    if (kind === 'slow') this.#restsUntilMs = performance.now() + this.#patience.restMs;
    // Logged once until the replica is in use again; the health report shows further errors.
    const { log } = this.#options;
    const level = this.#health.trouble === undefined ? 'warn' : 'debug';
    if (this.#health.trouble !== kind)
      log[level](
        { trouble: kind, detail: message, err: cause },
        'the replica is not used; the primary answers lists and reports',
      );
    this.#health = { isUsed: false, trouble: kind, detail: message };
    this.#options.meter.replicaSeen({
      isUsed: false,
      ...(behindBytes === undefined ? {} : { behindBytes }),
    });
  }
}

/**
 * The flushed position, not the inserted one: replicas receive only flushed data, and acknowledged writes are
 * flushed.
 */
async function positionOf(primary: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{
    lsn: string;
  }>`select pg_current_wal_flush_lsn()::text as lsn`.execute(primary);
  const [position] = rows;
  if (position === undefined) throw new Error('the primary reported no position');
  return position.lsn;
}

const identityStatement = `
  select current_database() as database, system_identifier::text as system from pg_control_system()`;

async function identityOf(primary: Kysely<Schema>): Promise<Identity | undefined> {
  return (await sql<Identity>`${sql.raw(identityStatement)}`.execute(primary)).rows[0];
}

const signStatement = `
  select pg_is_in_recovery() as is_replica,
    pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn())::text as behind`;

/** A server that does not report its position in time is unreachable, which differs from a slow list. */
async function answerOf<Row extends object>(
  client: pg.PoolClient,
  text: string,
  values: string[],
  query_timeout: number,
): Promise<Row | undefined> {
  try {
    const question = { text, values, query_timeout };
    return (await client.query<Row>(question)).rows[0];
  } catch (error) {
    throw unreachable(error);
  }
}

function notAReplica(): Trouble {
  return new Trouble('not_a_replica', 'it is no replica of the database in DATABASE_URL');
}

/** SQLSTATE of a cancelled statement, and the driver's message for a missing answer. */
const tookTooLong = '57014';
const noAnswer = 'Query read timeout';

function troubleOf(error: unknown): Trouble {
  if (error instanceof Trouble) return error;
  const isSlow =
    error instanceof Error &&
    (error.message === noAnswer ||
      (error instanceof pg.DatabaseError && error.code === tookTooLong));
  return isSlow ? new Trouble('slow', 'it took too long to answer', error) : unreachable(error);
}

function unreachable(error: unknown): Trouble {
  const reason = error instanceof Error ? error.message : String(error);
  return new Trouble('unreachable', `it cannot be reached: ${reason}`, error);
}
