// Many small transactions, one commit.
//
// The cost of a write is the flush to disk after COMMIT, not the statements. While one group is being
// flushed, further transactions queue up; they then share the next BEGIN…COMMIT and flush, each inside its
// own SAVEPOINT. When as many have gathered as are being flushed, they need not wait for that: two flushes
// are under way then, and the later covers the earlier. One that throws is rolled back to its savepoint and
// disturbs nobody. Nobody is told of success before the shared flush has ended, so what was acknowledged is
// on the disk.
//
// Work in a group runs one after the other on one connection. It must not wait for anything but the
// database: everything behind it waits too.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { WaitingTime } from '../../../domain/time/waiting-time.ts';

type Unit = {
  sinceMs: number;
  work: () => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

type Written = { group: readonly Unit[]; settle: readonly (() => void)[]; beganMs: number };

/** Brings to the disk what was committed; `check` throws when that is not possible any more. */
type Flush = { check(): void; run(): Promise<void> };

/** Bounds how long the last of a group waits for the first. */
const mostInGroup = 64;
/** A group that is written while the disk is still at work on another has at least so many: a commit has its price. */
const leastBeside = 8;
const mostFlushes = 2;
/** How long a group waits for another process (the command line, a second worker) to finish writing. */
const lockPatienceMs = 10_000;
const lockRetryMs = 5;
const busyCode = 5;

type GroupCommitOptions = { nowMs?: () => number; onCommit?: () => void };

export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #queue: Unit[] = [];
  readonly #inside = new AsyncLocalStorage<true>();
  readonly #flush: Flush;
  readonly #nowMs: () => number;
  readonly #onCommit: () => void;
  readonly #savepoint: StatementSync;
  readonly #release: StatementSync;
  readonly #time = new WaitingTime(mostInGroup * mostFlushes);
  #draining: Promise<void> | undefined;
  #goOn: (() => void) | undefined;
  #flushing = 0;
  #lastSize = 0;

  /** The database must neither wait for the lock itself nor flush: both would hold up the event loop. */
  constructor(
    database: DatabaseSync,
    flush: Flush,
    { nowMs = () => performance.now(), onCommit = () => {} }: GroupCommitOptions = {},
  ) {
    this.#database = database;
    this.#flush = flush;
    this.#nowMs = nowMs;
    this.#onCommit = onCommit;
    this.#savepoint = database.prepare('savepoint unit');
    this.#release = database.prepare('release unit');
  }

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#inside.getStore() === true) {
      // It would wait for the group that waits for it.
      throw new Error('A transaction was begun inside another; use the store that was passed in.');
    }
    return new Promise<Result>((resolve, reject) => {
      this.#queue.push({
        sinceMs: this.#nowMs(),
        work,
        resolve: resolve as (value: unknown) => void,
        reject,
      });
      this.#draining ??= this.#drain();
      this.#look();
    });
  }

  /** How long whoever comes now would wait for the turn of its group. */
  waitMs(): number {
    const first = this.#queue[0];
    return first === undefined
      ? 0
      : this.#time.ofNext(this.#queue.length, first.sinceMs, this.#nowMs());
  }

  /** Resolves when everything that was asked for has been written or refused. */
  async idle(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    // Requests that arrive in the same turn of the event loop join the first group.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) {
      const written = await this.#write(this.#queue.splice(0, mostInGroup));
      void this.#makeDurable(written);
      await this.#untilWorthACommit();
    }
    this.#draining = undefined;
  }

  #untilWorthACommit(): Promise<void> {
    return new Promise((resolve) => {
      this.#goOn = resolve;
      this.#look();
    });
  }

  /** A group as large as the last does not wait for the disk: it is written, and flushed, beside it. */
  #look(): void {
    const isEnough = this.#queue.length >= Math.max(leastBeside, this.#lastSize);
    if (this.#flushing > 0 && !(isEnough && this.#flushing < mostFlushes)) return;
    this.#goOn?.();
    this.#goOn = undefined;
  }

  /** Commits what can be; nobody is told before it is durable. */
  async #write(group: readonly Unit[]): Promise<Written> {
    try {
      this.#flush.check();
      await this.#begin();
      // Not before: how long another process writes says nothing about the next group.
      const beganMs = this.#nowMs();
      const settle = await this.#runGroup(group);
      this.#database.exec('commit');
      this.#onCommit();
      return { group, settle, beganMs };
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      for (const unit of group) unit.reject(error);
      return { group: [], settle: [], beganMs: 0 };
    }
  }

  async #makeDurable({ group, settle, beganMs }: Written): Promise<void> {
    if (group.length === 0) return;
    this.#lastSize = group.length;
    this.#flushing += 1;
    try {
      await this.#flush.run();
      for (const tell of settle) tell();
    } catch (error) {
      // Nothing of this group is known to be durable.
      for (const unit of group) unit.reject(error);
    }
    this.#flushing -= 1;
    const nowMs = this.#nowMs();
    this.#time.took(nowMs - beganMs, nowMs);
    this.#look();
  }

  async #runGroup(group: readonly Unit[]): Promise<(() => void)[]> {
    const settle: (() => void)[] = [];
    for (const unit of group) {
      this.#savepoint.run();
      try {
        const value = await this.#inside.run(true, unit.work);
        this.#release.run();
        settle.push(() => unit.resolve(value));
      } catch (error) {
        // A full disk or an I/O error ends the whole transaction inside SQLite; then nobody succeeded.
        if (!this.#database.isTransaction) throw error;
        this.#database.exec('rollback to unit; release unit');
        settle.push(() => unit.reject(error));
      }
    }
    return settle;
  }

  /** Waits for the write lock without holding up the event loop. */
  async #begin(): Promise<void> {
    const deadlineMs = this.#nowMs() + lockPatienceMs;
    for (;;) {
      try {
        this.#database.exec('begin immediate');
        return;
      } catch (error) {
        if (!isBusy(error) || this.#nowMs() >= deadlineMs) throw error;
        await delay(lockRetryMs);
      }
    }
  }
}

/** Somebody else writes. */
export function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busyCode
  );
}
