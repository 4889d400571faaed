// Brings SQLite's write-ahead log to the disk without holding up the event loop: the same flush that SQLite makes at the
// end of a commit with `synchronous=FULL`, but on a thread of the runtime. Whoever wrote waits for it; everybody else goes
// on meanwhile. A disk that is slow or busy therefore makes writes slow, never the whole service.
//
// After a failed flush nobody knows what the disk has, and a later one that succeeds says nothing about it: from then on
// every flush fails, until the process is started again and SQLite reads what is really there.
import { close, fdatasync, open } from 'node:fs';
import { promisify } from 'node:util';

const [openFile, flushFile, closeFile] = [promisify(open), promisify(fdatasync), promisify(close)];

export class LogFlush {
  readonly #file: string;
  #descriptor: number | undefined;
  #failure: Error | undefined;

  /** The log stays the same file for as long as the database is open in this process. */
  constructor(databaseFile: string) {
    this.#file = `${databaseFile}-wal`;
  }

  /** Throws once a flush has failed. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async run(): Promise<void> {
    this.check();
    try {
      this.#descriptor ??= await openFile(this.#file, 'r+');
      await flushFile(this.#descriptor);
    } catch (error) {
      this.#failure = new Error(
        'The disk did not take what was written; nothing more is written until the service is started again.',
        { cause: error },
      );
      throw this.#failure;
    }
  }

  async close(): Promise<void> {
    if (this.#descriptor !== undefined) await closeFile(this.#descriptor);
    this.#descriptor = undefined;
  }
}
