// Turns by cost: the next turn goes to the key that has used least so far. A key that joins, or comes back, starts level with the
// turn under way, so that time away is not saved up and newcomers cannot keep the others waiting (start-time fair queueing).

export class Shares<Key> {
  /** Equal keys take turns: the one charged last comes last. */
  readonly #used = new Map<Key, number>();
  #now = 0;

  enter(key: Key): void {
    const used = this.#used.get(key) ?? 0;
    if (used < this.#now || !this.#used.has(key)) this.#used.set(key, Math.max(used, this.#now));
  }

  next(waiting: ReadonlySet<Key>): Key | undefined {
    let next: Key | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [key, used] of this.#used) {
      if (waiting.has(key)) {
        if (used < least) [next, least] = [key, used];
      } else if (used <= this.#now) this.#used.delete(key);
    }
    if (least < Number.POSITIVE_INFINITY) this.#now = Math.max(this.#now, least);
    return next;
  }

  charge(key: Key, cost: number): void {
    const used = (this.#used.get(key) ?? this.#now) + cost;
    this.#used.delete(key);
    this.#used.set(key, used);
  }
}
