// One step from an older schema to the next.
import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../engine/dialect.ts';
import type { Schema } from '../schema.ts';

export type Migration = {
  version: number;
  name: string;
  up(db: Kysely<Schema>, dialect: Dialect): Promise<void>;
};

/** Each statement ends with a semicolon at the end of its line. */
export async function runStatements(db: Kysely<Schema>, statements: string): Promise<void> {
  for (const statement of statements.split(/;$/m)) {
    if (statement.trim() !== '') await sql.raw(statement).execute(db);
  }
}
