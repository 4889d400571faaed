// A thread that reads reports from SQLite on its own connection, so that the event loop serves requests meanwhile.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

export type ReportRequest = { id: number; text: string; values: readonly unknown[] };
export type ReportAnswer = { id: number } & ({ rows: unknown[] } | { error: unknown });

/** Reads wait only while another process recovers or removes the log. */
const patienceMs = 5_000;

const database = new DatabaseSync(workerData as string, { timeout: patienceMs });
database.exec('pragma query_only = on');

parentPort?.on('message', ({ id, text, values }: ReportRequest) => {
  parentPort?.postMessage({ id, ...run(text, values) } satisfies ReportAnswer);
});

function run(text: string, values: readonly unknown[]) {
  try {
    return { rows: database.prepare(text).all(...(values as SQLInputValue[])) };
  } catch (error) {
    return { error };
  }
}
