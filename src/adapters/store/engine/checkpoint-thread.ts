// A thread that carries SQLite's log over into the database file, whenever it is told to, on a connection of its own. It
// waits for nobody and nobody waits for it: what readers still need stays in the log until the next time.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

export type CheckpointWish = 'checkpoint' | 'close';

const database = new DatabaseSync(workerData as string);

parentPort?.on('message', (wish: CheckpointWish) => {
  if (wish === 'checkpoint') {
    database.exec('pragma wal_checkpoint(passive)');
    parentPort?.postMessage('done');
  } else {
    database.close();
    parentPort?.close();
  }
});
