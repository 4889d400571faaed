// Flushes SQLite's write-ahead log without blocking the event loop: the same flush that SQLite makes at the end of a
// commit with `synchronous=FULL`, but on a thread of the runtime. A slow disk therefore slows writes, and nothing
// else. After a failed flush the state of the disk is unknown, and a later success proves nothing. From then on every
// flush fails, and the process is told once to end: SQLite recovers at the next start.
import { close, fdatasync, open } from 'node:fs';
import { promisify } from 'node:util';

const [openFile, flushFile, closeFile] = [promisify(open), promisify(fdatasync), promisify(close)];

/** The operator can fix it, so `explain.ts` shows the message as it is. */
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
  /** The last flush that began; never a rejection. */
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
    // The system reports a disk failure to only one of several flushes, so a later flush waits for the earlier
    // result.
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
