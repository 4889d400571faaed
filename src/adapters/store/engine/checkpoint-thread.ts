// A thread that copies SQLite's write-ahead log into the database file on request, on its own connection. It never
// blocks readers or writers: pages that readers still need stay in the log until the next checkpoint.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

export type CheckpointRequest = 'checkpoint' | 'close';

const database = new DatabaseSync(workerData as string);

parentPort?.on('message', (input: CheckpointRequest) => {
  if (input === 'checkpoint') {
    database.exec('pragma wal_checkpoint(passive)');
    parentPort?.postMessage('done');
  } else {
    database.close();
    parentPort?.close();
  }
});
