// Statements of the hot path, built once for each database and run with new values each time: building a statement
// costs as much as running it. PostgreSQL keeps them prepared too, under these names. Values come in the order of the
// placeholders in the statement's text.
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

const names = new Map<string, string>();

export type Ran<Row> = { rows: Row[]; changed: number };

/** Databases inside the process, where running a statement is one plain call. */
const inProcess = new WeakMap<Kysely<Schema>, Run>();
type Run = (text: string, values: readonly unknown[]) => Ran<unknown>;

export function runInProcess(db: Kysely<Schema>, run: Run): void {
  inProcess.set(db, run);
}

/** The name of a kept statement; undefined for a statement that is built each time. */
export function preparedName(text: string): string | undefined {
  return names.get(text);
}

export function prepared<Row>(
  build: (db: Kysely<Schema>) => Compilable<Row>,
): (db: Kysely<Schema>, values: readonly unknown[]) => Promise<Ran<Row>> {
  /** Keyed by the engine's adapter, which all transactions of a database share; their executors differ. */
  const built = new WeakMap<object, CompiledQuery>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    let statement = built.get(adapter);
    if (statement === undefined) {
      statement = build(db).compile();
      built.set(adapter, statement);
      if (!names.has(statement.sql)) names.set(statement.sql, `linehaul_${names.size + 1}`);
    }
    if (values.length !== statement.parameters.length) {
      throw new Error(
        `${values.length} values for ${statement.parameters.length} in ${statement.sql}`,
      );
    }
    const run = inProcess.get(db);
    if (run !== undefined) return run(statement.sql, values) as Ran<Row>;
    const { rows, numAffectedRows } = await db.executeQuery<Row>({
      ...statement,
      parameters: values,
    });
    return { rows, changed: Number(numAffectedRows ?? 0) };
  };
}
