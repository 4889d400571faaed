// When SQLite's log is carried over into the database file. SQLite would do it now and then at the end of a commit, a few
// megabytes and two flushes at once, and meanwhile nobody's quote would be answered. So once there is much to write, a
// thread does it. Should that thread fail, SQLite does it itself again for a while, and only the event loop suffers.
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Log } from '../../../application/ports.ts';
import type { CheckpointWish } from './checkpoint-thread.ts';

/**
 * A few hundred pages. While the disk takes them, commits wait for it: half a megabyte is soon over, the four that SQLite
 * would let gather take tens of milliseconds. Less often, and a busy process would do some percent more.
 */
const commitsBetween = 50;
/** Pages at which a commit carries the log over after all: what SQLite is used to, and where the thread does not keep up. */
const usualPages = 1_000;
const mostPages = 16_000;
/** After a failure the next thread is not started before this many: the disk may have been full for a moment. */
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

  /** After each commit. Never throws: what is committed is no failure because nobody could be started for a chore. */
  committed(): void {
    this.#commits += 1;
    if (this.#commits < commitsBetween || this.#isBusy || this.#thread === 'closed') return;
    this.#commits = 0;
    this.#isBusy = true;
    try {
      this.#thread ??= this.#start();
      this.#tell(this.#thread, 'checkpoint');
    } catch (error) {
      // A machine may have no thread left to give.
      this.#fail(error);
    }
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = 'closed';
    if (thread === undefined || thread === 'closed') return;
    await new Promise<void>((resolve) => {
      thread.once('exit', () => resolve());
      // Whoever closes waits for it, and a process that has nothing else to do must wait too.
      thread.ref();
      this.#tell(thread, 'close');
    });
  }

  #start(): Worker {
    const thread = this.#open(this.#file);
    // A process that has nothing else to do may end.
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

  #tell(thread: Worker, wish: CheckpointWish): void {
    thread.postMessage(wish);
  }

  #carryOverAt(pages: number): void {
    if (this.#writing.isOpen) this.#writing.exec(`pragma wal_autocheckpoint = ${pages}`);
  }
}

function openThread(file: string): Worker {
  return new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: file });
}
