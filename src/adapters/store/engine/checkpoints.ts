// When SQLite's write-ahead log is copied into the database file. SQLite would do it at the end of some commit, a few
// megabytes and two flushes at once, and block the event loop meanwhile. A thread does it instead. If the thread
// fails, SQLite checkpoints during writes for a while: slower, but nothing is lost.
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Log } from '../../../application/ports.ts';
import type { CheckpointRequest } from './checkpoint-thread.ts';

/**
 * A few hundred pages. Commits wait while the disk takes them: half a megabyte is quick, the four megabytes of
 * SQLite's default take tens of milliseconds. A smaller number costs a busy process some percent more work.
 */
const commitsBetween = 50;
/** SQLite's own default. If the thread does not keep up, a commit checkpoints at this many pages. */
const usualPages = 1_000;
const mostPages = 16_000;
/** Commits before the thread is started again after a failure: a full disk may only last a moment. */
const commitsAfterFailure = 20_000;

export class Checkpoints {
  readonly #file: string;
  readonly #writing: DatabaseSync;
  readonly #open: (file: string) => Worker;
  readonly #log: Log | undefined;
  #commits = 0;
  #thread: Worker | 'closed' | undefined;
  #isBusy = false;

  constructor(
    file: string,
    writing: DatabaseSync,
    { open = openThread, log }: { open?: (file: string) => Worker; log?: Log | undefined } = {},
  ) {
    this.#file = file;
    this.#writing = writing;
    this.#open = open;
    this.#log = log;
  }

  /** Called after each commit. Never throws: a failed checkpoint must not fail a durable commit. */
  committed(): void {
    this.#commits += 1;
    if (this.#commits < commitsBetween || this.#isBusy || this.#thread === 'closed') return;
    this.#commits = 0;
    this.#isBusy = true;
    try {
      this.#thread ??= this.#start();
      this.#tell(this.#thread, 'checkpoint');
    } catch (error) {
      // The machine may be out of threads.
      this.#fail(error);
    }
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = 'closed';
    if (thread === undefined || thread === 'closed') return;
    await new Promise<void>((resolve) => {
      thread.once('exit', () => resolve());
      // close() waits for the thread, so an otherwise idle process must stay alive for it.
      thread.ref();
      this.#tell(thread, 'close');
    });
  }

  #start(): Worker {
    const thread = this.#open(this.#file);
    // An otherwise idle process may exit.
    thread.unref();
    thread.on('message', () => {
      this.#isBusy = false;
      this.#carryOverAt(mostPages);
    });
    thread.on('error', (error) => this.#fail(error));
    return thread;
  }

  #fail(error: unknown): void {
    if (this.#thread === 'closed') return;
    this.#log?.warn(
      { err: error },
      "the thread that carries the database's log over has failed; the service does it itself for a while, and quotes may wait",
    );
    this.#thread = undefined;
    this.#isBusy = false;
    this.#commits = commitsBetween - commitsAfterFailure;
    this.#carryOverAt(usualPages);
  }

  #tell(thread: Worker, input: CheckpointRequest): void {
    thread.postMessage(input);
  }

  #carryOverAt(pages: number): void {
    if (this.#writing.isOpen) this.#writing.exec(`pragma wal_autocheckpoint = ${pages}`);
  }
}

function openThread(file: string): Worker {
  return new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: file });
}
