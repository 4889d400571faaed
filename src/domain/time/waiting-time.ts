// How long whoever comes now would wait in a line: for the database, or for the process itself.
//
// The age of the one who waits longest says it too late: when five times as many come as can be served, the last of them
// will wait five times as long as the first has. So the length of the line is multiplied by how long each takes. How long
// that is, is learnt in moments, and slowly: when a disk, a server or another process has held everybody up for a second,
// what ends together afterwards counts once, beside all that goes quickly again.
//
// A line that does not move teaches nothing. It is given the time that a lock of another process or a checkpoint may take;
// then the age of its first counts after all.

const momentMs = 100;
const weightOfAMoment = 1 / 4;
const standstillMs = 2_000;

export class WaitingTime {
  readonly #atOnce: number;
  #usualMs: number | undefined;
  #momentEndsMs = 0;
  #tookMs = 0;
  #count = 0;

  /** How many are served side by side. */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** One of them, or as many as share it, took so long from their turn to their end. */
  took(ms: number, nowMs: number): void {
    this.#learn(nowMs);
    if (this.#count === 0) this.#momentEndsMs = nowMs + momentMs;
    this.#tookMs += ms;
    this.#count += 1;
  }

  /** `firstSinceMs`: since when the one at the head of the line has waited. */
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
