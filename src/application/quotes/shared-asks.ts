// Identical questions that are under way at the same time are asked once. Whoever asks waits for the same answer; the
// question is given up only when everybody who waited for it has gone.

type UnderWay<Answer> = { answer: Promise<Answer>; waiting: number; stop: AbortController };

export class SharedAsks<Answer> {
  readonly #underWay = new Map<string, UnderWay<Answer>>();

  /** `signal` is raised when this asker does not wait any more. */
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
      // Another may be under way by now: this one was given up, or the last who waited for it left after its answer.
      if (this.#underWay.get(name) === shared) this.#underWay.delete(name);
    };
    shared.answer.then(end, end);
    // One that nobody waits for must not be joined by the next asker.
    stop.signal.addEventListener('abort', end, { once: true });
    return shared;
  }
}
