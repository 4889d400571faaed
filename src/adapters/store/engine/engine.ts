// What the store needs from a database engine. There are two: `sqlite-engine.ts` and `postgres-engine.ts`.
import type { Kysely } from 'kysely';
import type { Clock, ReplicaHealth } from '../../../application/ports.ts';
import type { Schema } from '../schema.ts';
import type { Dialect } from './dialect.ts';

export type Engine = {
  name: 'sqlite' | 'postgres';
  dialect: Dialect;
  /**
   * The database server's clock, known once the engine is ready. An embedded database uses the machine's clock.
   */
  clock?: Clock;
  /**
   * Reads outside a transaction. Sees only committed data, on SQLite a moment before it is durable (ADR 3).
   */
  reader: Kysely<Schema>;
  /**
   * Reads for lists and reports, which a replica may answer. Sees everything that was durable when the list was
   * requested.
   */
  list?<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** Reads of reports that would block the event loop for seconds. */
  report?<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  replicaHealth?(): Promise<ReplicaHealth>;
  /**
   * Runs `work` in isolation and resolves once its writes are durable. The engine may roll back and run it again, so
   * `work` changes nothing outside the database.
   */
  transaction<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** A transaction that changes the schema. It has no time limit, because no request waits for it. */
  migration<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** The configuration's revision, if known without waiting. */
  configurationRevision(): number | undefined;
  /** Called after this process commits a change of the configuration. */
  configurationChanged(revision: number): void;
  /** Expected wait of a request that arrives now; 0 when the queue is empty. */
  waitMs(): number;
  /** Called once the tables exist. */
  ready(): Promise<void>;
  describe(): Promise<string>;
  close(): Promise<void>;
};

/** Receives the duration of each statement; its text has placeholders instead of values. */
export type QueryTimer = (seconds: number, text: string) => void;
