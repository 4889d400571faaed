// The usual ways to run a single statement.
import type { DeleteResult, Kysely, UpdateResult } from 'kysely';
import type { Access } from './access.ts';
import type { Schema } from './schema.ts';

/** The first row, converted; undefined if there is none. */
export async function first<Row, Found>(
  query: { executeTakeFirst(): Promise<Row | undefined> },
  convert: (row: Row) => Found,
): Promise<Found | undefined> {
  const row = await query.executeTakeFirst();
  return row === undefined ? undefined : convert(row);
}

/** Every row, converted. */
export async function all<Row, Found>(
  query: { execute(): Promise<Row[]> },
  convert: (row: Row) => Found,
): Promise<Found[]> {
  return (await query.execute()).map((row) => convert(row));
}

/** One of the words that a column may have; any other is a fault of ours. `what`: the record, such as `a claim`. */
export function knownWord<Word extends string>(
  words: readonly Word[],
  text: string,
  what: string,
): Word {
  const word = words.find((one) => one === text);
  if (word === undefined) throw new Error(`${what} has the unknown word ${text}`);
  return word;
}

type Statement<Result> = (db: Kysely<Schema>) => Result;

/** Runs one statement whose result does not matter. */
export async function run(
  write: Access['write'],
  statement: Statement<{ execute(): Promise<unknown> }>,
): Promise<void> {
  await write((db) => statement(db).execute());
}

/** How many rows the statement updated or deleted. */
export async function changed(
  write: Access['write'],
  statement: Statement<{ executeTakeFirst(): Promise<UpdateResult | DeleteResult> }>,
): Promise<number> {
  const result = await write((db) => statement(db).executeTakeFirst());
  return Number('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows);
}

/** Whether the statement updated or deleted any row. */
export async function hasChanged(...statement: Parameters<typeof changed>): Promise<boolean> {
  return (await changed(...statement)) > 0;
}
