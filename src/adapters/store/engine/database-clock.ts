// What the database's clock says now, without asking each time: the time that a server told last, carried on by this
// process's steady clock, which nobody sets. Processes whose own clocks differ therefore agree on every lease and deadline.
import type { Clock } from '../../../application/ports.ts';

/** Both ends of a question for the time, by the steady clock: the server read its clock somewhere between them. */
export type TimeAnswer = { askedMs: number; answeredMs: number; databaseMs: number };

export class DatabaseClock implements Clock {
  readonly #steadyMs: () => number;
  /** Of the database's clock to the steady one. */
  #aheadMs: number | undefined;

  constructor(steadyMs = () => performance.now()) {
    this.#steadyMs = steadyMs;
  }

  nowMs(): number {
    if (this.#aheadMs === undefined) throw new Error('the database was not asked for the time yet');
    return Math.round(this.#steadyMs() + this.#aheadMs);
  }

  steadyMs(): number {
    return this.#steadyMs();
  }

  /**
   * A quick answer tells the time more closely than a slow one, so what was known is changed only as far as this one
   * contradicts it.
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
