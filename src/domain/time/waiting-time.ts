// Estimates how long a new arrival would wait in a queue, for the database or for the process itself.
//
// The age of the oldest waiter reacts too late: when arrivals are five times the capacity, the last will wait five
// times as long as the first has. So the estimate is the queue's length times the usual service time. That time is a
// slow moving average over short moments, so that the many requests which end together after a one-second stall count
// once.
//
// A stalled queue teaches nothing. It gets the time that a lock or a checkpoint may take; after that the age of the
// oldest waiter counts.

const momentMs = 100;
const weightOfAMoment = 1 / 4;
const standstillMs = 2_000;

export class WaitingTime {
  readonly #atOnce: number;
  #usualMs: number | undefined;
  #momentEndsMs = 0;
  #tookMs = 0;
  #count = 0;

  /** `atOnce` is the number of requests that are served at the same time. */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Records that one request, or a group sharing a turn, took this long from turn to end. */
  took(ms: number, nowMs: number): void {
    this.#learn(nowMs);
    if (this.#count === 0) this.#momentEndsMs = nowMs + momentMs;
    this.#tookMs += ms;
    this.#count += 1;
  }

  /** `firstSinceMs`: when the head of the queue began to wait. */
  ofNext(waiting: number, firstSinceMs: number, nowMs: number): number {
    this.#learn(nowMs);
    const expectedMs = (waiting / this.#atOnce) * (this.#usualMs ?? 0);
    const ageMs = nowMs - firstSinceMs;
    return ageMs > expectedMs + standstillMs ? ageMs : expectedMs;
  }

  #learn(nowMs: number): void {
    if (this.#count === 0 || nowMs < this.#momentEndsMs) return;
    const meanMs = this.#tookMs / this.#count;
    this.#usualMs ??= meanMs;
    this.#usualMs += (meanMs - this.#usualMs) * weightOfAMoment;
    this.#tookMs = 0;
    this.#count = 0;
  }
}
