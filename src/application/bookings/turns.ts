// Work on one thing by one after the other, in the order of asking, within this process. It saves work that would be done
// in vain: that two processes do not mix is the store's promise, not this one's.

export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Begins when everything that was asked for before under this name has ended, well or badly. */
  take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(work);
    const ended = turn.then(
      () => {},
      // Whoever asked hears of it; the next in turn does not care.
      () => {},
    );
    this.#last.set(name, ended);
    void ended.then(() => {
      if (this.#last.get(name) === ended) this.#last.delete(name);
    });
    return turn;
  }
}
