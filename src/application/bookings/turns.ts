// Runs work on the same thing one after the other within this process, in the order requested. This only saves work that a
// conflict would waste; the store keeps processes apart.

export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Starts when all earlier work under this name has ended, with or without an error. */
  take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(work);
    const ended = turn.then(
      () => {},
      // The caller of that work receives the error.
      () => {},
    );
    this.#last.set(name, ended);
    void ended.then(() => {
      if (this.#last.get(name) === ended) this.#last.delete(name);
    });
    return turn;
  }
}
