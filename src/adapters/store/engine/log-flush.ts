// Brings SQLite's write-ahead log to the disk without holding up the event loop: the same flush that SQLite makes at the
// end of a commit with `synchronous=FULL`, but on a thread of the runtime. Whoever wrote waits for it; everybody else goes
// on meanwhile. A disk that is slow or busy therefore makes writes slow, never the whole service.
//
// After a failed flush nobody knows what the disk has, and a later one that succeeds says nothing about it: from then on
// every flush fails, and whoever runs the process is told, once, to end it: at the next start SQLite reads what is there.
import { close, fdatasync, open } from 'node:fs';
import { promisify } from 'node:util';

const [openFile, flushFile, closeFile] = [promisify(open), promisify(fdatasync), promisify(close)];

/** An operator can mend it: `explain.ts` shows its sentence as it is. */
export class DiskRefusal extends Error {
  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`The disk did not take what was written (${why}). Look at it and at the system's log.`, {
      cause,
    });
  }
}

export class LogFlush {
  readonly #file: string;
  readonly #onFailure: (failure: Error) => void;
  #descriptor: Promise<number> | undefined;
  #failure: Error | undefined;
  /** The last that was begun; never a rejection. */
  #underWay: Promise<void> = Promise.resolve();

  /** The log stays the same file for as long as the database is open in this process. */
  constructor(databaseFile: string, onFailure: (failure: Error) => void = () => {}) {
    this.#file = `${databaseFile}-wal`;
    this.#onFailure = onFailure;
  }

  /** Throws once a flush has failed. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async run(): Promise<void> {
    this.check();
    const before = this.#underWay;
    const own = this.#flush();
    this.#underWay = own;
    await own;
    // The system tells one of several that the disk failed: whoever came later waits to hear what the earlier was told.
    await before;
    this.check();
  }

  async #flush(): Promise<void> {
    try {
      this.#descriptor ??= openFile(this.#file, 'r+');
      await flushFile(await this.#descriptor);
    } catch (error) {
      if (this.#failure !== undefined) return;
      this.#failure = new DiskRefusal(error);
      this.#onFailure(this.#failure);
    }
  }

  async close(): Promise<void> {
    const descriptor = await this.#descriptor?.catch(() => undefined);
    if (descriptor !== undefined) await closeFile(descriptor);
    this.#descriptor = undefined;
  }
}
