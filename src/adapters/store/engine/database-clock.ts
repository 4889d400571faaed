// The database's current time without a query: the last time read from the server, advanced by this process's
// monotonic clock. Processes whose own clocks differ therefore agree on every lease and deadline.
import type { Clock } from '../../../application/ports.ts';

/** Both ends of a clock query on the monotonic clock: the server read its clock somewhere in between. */
export type TimeAnswer = { askedMs: number; answeredMs: number; databaseMs: number };

export class DatabaseClock implements Clock {
  readonly #steadyMs: () => number;
  /** The database's clock minus the monotonic clock. */
  #aheadMs: number | undefined;

  constructor(steadyMs = () => performance.now()) {
    this.#steadyMs = steadyMs;
  }

  nowMs(): number {
    if (this.#aheadMs === undefined) throw new Error('the database clock has not been read yet');
    return Math.round(this.#steadyMs() + this.#aheadMs);
  }

  steadyMs(): number {
    return this.#steadyMs();
  }

  /**
   * A quick answer is more precise than a slow one, so the offset changes only as far as the new answer contradicts
   * it.
   */
  set({ askedMs, answeredMs, databaseMs }: TimeAnswer): void {
    const least = databaseMs - answeredMs;
    const most = databaseMs - askedMs;
    this.#aheadMs =
      this.#aheadMs === undefined
        ? (least + most) / 2
        : Math.min(most, Math.max(least, this.#aheadMs));
  }
}
