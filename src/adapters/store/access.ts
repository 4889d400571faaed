// How each noun's tables reach the database. The code is the same inside and outside a transaction.
import type { Kysely } from 'kysely';
import type { Dialect } from './engine/dialect.ts';
import type { Schema } from './schema.ts';

export type Access = {
  dialect: Dialect;
  read: Kysely<Schema>;
  /**
   * For lists and reports that no decision depends on. They may be read from a replica, but always include everything
   * written before the request. Inside a transaction they read from the transaction's connection.
   */
  list<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** Like `list`, for reports over all members' history: on SQLite in another thread, because they take seconds. */
  report<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** Runs in a transaction of its own, or as part of the current one. */
  write<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** Like `write`, for members, keys and settings: also increments the configuration revision. */
  configure<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
};
