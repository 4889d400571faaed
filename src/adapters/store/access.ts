// How the tables of one noun reach the database: outside a transaction or inside one, they need not know which.
import type { Kysely } from 'kysely';
import type { Dialect } from './engine/dialect.ts';
import type { Schema } from './schema.ts';

export type Access = {
  dialect: Dialect;
  read: Kysely<Schema>;
  /**
   * For lists and reports that nothing is decided by: they show what was written before they were asked for, but may come
   * from a replica. Inside a transaction they are read like everything else.
   */
  list<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** One transaction of its own, or part of the one under way. */
  write<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** As `write`, for members, keys and settings: also counts the configuration's revision up. */
  configure<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
};
