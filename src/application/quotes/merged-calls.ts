// Merges identical requests in progress into one call. The call is aborted when every caller that waits for it has
// left.

type UnderWay<Answer> = { answer: Promise<Answer>; waiting: number; stop: AbortController };

export class MergedCalls<Answer> {
  readonly #underWay = new Map<string, UnderWay<Answer>>();

  /** `signal` aborts when this caller stops waiting. */
  ask(
    name: string,
    signal: AbortSignal | undefined,
    start: (stop: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const shared = this.#underWay.get(name) ?? this.#begin(name, start);
    shared.waiting += 1;
    const leave = (): void => {
      shared.waiting -= 1;
      if (shared.waiting === 0) shared.stop.abort();
    };
    if (signal?.aborted === true) leave();
    else signal?.addEventListener('abort', leave, { once: true });
    return shared.answer;
  }

  #begin(name: string, start: (stop: AbortSignal) => Promise<Answer>): UnderWay<Answer> {
    const stop = new AbortController();
    const shared: UnderWay<Answer> = { answer: start(stop.signal), waiting: 0, stop };
    this.#underWay.set(name, shared);
    const end = (): void => {
      // A newer call may be in progress under this name.
      if (this.#underWay.get(name) === shared) this.#underWay.delete(name);
    };
    shared.answer.then(end, end);
    // An aborted call must not be joined by the next caller.
    stop.signal.addEventListener('abort', end, { once: true });
    return shared;
  }
}
