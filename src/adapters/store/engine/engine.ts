// What the store needs from a database engine. There are two: `sqlite-engine.ts` and `postgres-engine.ts`.
import type { Kysely } from 'kysely';
import type { Clock, ReplicaHealth } from '../../../application/ports.ts';
import type { Schema } from '../schema.ts';
import type { Dialect } from './dialect.ts';

export type Engine = {
  name: 'sqlite' | 'postgres';
  dialect: Dialect;
  /** The database's own, known once it is ready; an embedded one goes by its machine's. */
  clock?: Clock;
  /** For reads outside a transaction: sees only what is committed, on SQLite a moment before it is durable (ADR 3). */
  reader: Kysely<Schema>;
  /** For lists and reports, where a replica may answer them: it has all that was durable when they were asked for. */
  list?<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  replicaHealth?(): Promise<ReplicaHealth>;
  /**
   * Runs `work` alone with its own view; resolves once its writes are durable. An engine may undo it and run it again, so it
   * changes nothing outside the database.
   */
  transaction<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** A transaction that changes the schema: it is given the time it needs, since no request waits for it. */
  migration<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** The configuration's revision if it is known without waiting. */
  configurationRevision(): number | undefined;
  /** Called after a commit of this process that changed the configuration. */
  configurationChanged(revision: number): void;
  /** How long whoever comes now would wait until the database takes up what it is asked; 0 when nobody waits. */
  waitMs(): number;
  /** Called once the tables exist. */
  ready(): Promise<void>;
  describe(): Promise<string>;
  close(): Promise<void>;
};

/** Tells how long each statement took; its text has marks where its values were. */
export type QueryTimer = (seconds: number, text: string) => void;
