// Many small transactions share one commit. The expensive part of a write is the flush after COMMIT, not the
// statements. While one group is flushed, further transactions queue; they share the next BEGIN…COMMIT and flush,
// each inside its own SAVEPOINT. When as many have queued as are being flushed, they start at once: two flushes then
// overlap, and the later covers the earlier. A transaction that throws is rolled back to its savepoint, and the
// others are unaffected. Success is reported only after the shared flush, so acknowledged writes are on disk.
// Transactions of a group run one after the other on one connection. They may wait only for the database, because
// everything behind them waits too.
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

/** Flushes committed data to disk; `check` throws when that is impossible. */
type Flush = { check(): void; run(): Promise<void> };

/** Bounds the wait of the last transaction of a group for the first. */
const mostInGroup = 64;
/** The smallest group that is written while another is being flushed: each commit has a fixed cost. */
const leastBeside = 8;
const mostFlushes = 2;
/** How long a group waits while another process (the command line, a second worker) writes. */
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

  /** The connection must neither wait for the lock nor flush: both would block the event loop. */
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
      // The inner transaction would wait for its own group.
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

  /** Expected wait of a request that arrives now. */
  waitMs(): number {
    const first = this.#queue[0];
    return first === undefined
      ? 0
      : this.#time.ofNext(this.#queue.length, first.sinceMs, this.#nowMs());
  }

  /** Resolves when every queued transaction has been written or rejected. */
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

  /** A group as large as the last does not wait for the disk: it is written and flushed beside it. */
  #look(): void {
    const isEnough = this.#queue.length >= Math.max(leastBeside, this.#lastSize);
    if (this.#flushing > 0 && !(isEnough && this.#flushing < mostFlushes)) return;
    this.#goOn?.();
    this.#goOn = undefined;
  }

  /** Commits the transactions that succeed. Results are reported after the flush. */
  async #write(group: readonly Unit[]): Promise<Written> {
    try {
      this.#flush.check();
      await this.#begin();
      // Measured after the lock: the time another process writes says nothing about the next group.
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
        // A full disk or an I/O error ends the whole transaction inside SQLite, so every transaction of the group
        // failed.
        if (!this.#database.isTransaction) throw error;
        this.#database.exec('rollback to unit; release unit');
        settle.push(() => unit.reject(error));
      }
    }
    return settle;
  }

  /** Waits for the write lock without blocking the event loop. */
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

/** Another process is writing. */
export function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busyCode
  );
}
