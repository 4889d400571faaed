// Transactions on PostgreSQL, each on its own connection. Statements that are issued without awaiting each other are
// sent together, so locks last for fewer round trips. The server still runs them in the order in which they were
// issued. (Kysely's own transactions send one statement at a time.)
import { setTimeout as delay } from 'node:timers/promises';
import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import pg from 'pg';
import type { Schema } from '../schema.ts';
import type { ConnectionLine } from './connection-line.ts';
import type { QueryTimer } from './engine.ts';
import { preparedName } from './prepared.ts';

/** SQLSTATEs of a deadlock and of a serialisation failure: the server has rolled this transaction back. */
const victimCodes: readonly unknown[] = ['40P01', '40001'];
const mostRuns = 5;
const pauseMs = 50;

/** The server has rolled everything back, so the transaction can simply run again. */
async function runAgainIfVictim<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await run();
    } catch (error) {
      const isVictim = error instanceof pg.DatabaseError && victimCodes.includes(error.code);
      if (!isVictim || runs >= mostRuns) throw error;
      // Let the other transaction go first, or both lose another second.
      await delay(runs * pauseMs);
    }
  }
}

export class Transactions {
  readonly #line: ConnectionLine;
  readonly #timer: QueryTimer;

  constructor(line: ConnectionLine, timer: QueryTimer) {
    this.#line = line;
    this.#timer = timer;
  }

  run<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result> {
    return runAgainIfVictim(() => this.#runOnce(work));
  }

  async #runOnce<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result> {
    const client = await this.#line.connect();
    let isUsable = true;
    let isCommitting = false;
    try {
      // Awaited: if BEGIN fails, later statements would commit on their own.
      await client.query('begin');
      const result = await work(databaseOn(client, this.#timer));
      isCommitting = true;
      const { command } = await client.query('commit');
      // COMMIT after a failed statement: the server rolls back and does not report an error.
      if (command !== 'COMMIT')
        throw new Error('a transaction went on after one of its statements');
      return result;
    } catch (error) {
      isUsable = await client.query('rollback').then(
        () => true,
        () => false,
      );
      // Whether a commit with a lost answer took effect is unknown.
      throw isCommitting ? error : this.#line.asAwayIfLost(error);
    } finally {
      client.release(!isUsable);
    }
  }
}

const databases = new WeakMap<pg.PoolClient, Kysely<Schema>>();

/** Runs on this one connection and never touches the pool. */
export function databaseOn(client: pg.PoolClient, timer: QueryTimer): Kysely<Schema> {
  let database = databases.get(client);
  if (database === undefined) {
    const only = new StatementKeeper(client, () => {});
    database = new Kysely<Schema>({
      dialect: new PostgresDialect({
        pool: { options: {}, connect: async () => only, end: async () => {} },
      }),
      log: (event) => timer(event.queryDurationMillis / 1000, event.query.sql),
    });
    databases.set(client, database);
  }
  return database;
}

/** A connection on which the statements of the hot path are prepared once. */
export class StatementKeeper implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #release: (error?: Error | boolean) => void;
  readonly #asTold: ((error: unknown) => unknown) | undefined;

  constructor(
    client: pg.PoolClient,
    release: (error?: Error | boolean) => void,
    /** Converts an error before it is thrown. */
    asTold?: (error: unknown) => unknown,
  ) {
    this.#client = client;
    this.#release = release;
    this.#asTold = asTold;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(text: string | PostgresCursor<Row>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('nothing is streamed from this database');
    const name = preparedName(text);
    const answer = this.#client.query(
      name === undefined ? { text, values: [...values] } : { name, text, values: [...values] },
    );
    const asTold = this.#asTold;
    return asTold === undefined
      ? answer
      : answer.catch((error: unknown) => {
          throw asTold(error);
        });
  }

  release(error?: Error | boolean): void {
    this.#release(error);
  }
}
