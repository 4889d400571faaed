// A row of figures without names, in which words and lists stand as positions: written and read in one fixed order.

/** Gives each different entry a position, in the order of first use. */
export class Positions<Entry> {
  readonly list: Entry[] = [];
  readonly #known = new Map<Entry, number>();

  of(entry: Entry): number {
    let position = this.#known.get(entry);
    if (position === undefined) {
      position = this.list.push(entry) - 1;
      this.#known.set(entry, position);
    }
    return position;
  }
}

/** A list, or a text that is seen as one. */
type ListOf<Entry> = { at(position: number): Entry | undefined };

/** Figures in the order they were written. Reading past the end means a damaged row, never a guess. */
export class Row {
  readonly #figures: readonly number[];
  readonly #words: ListOf<string>;
  readonly #dates: ListOf<readonly string[]>;
  #next = 0;

  constructor(figures: readonly number[], words: ListOf<string>, dates: ListOf<readonly string[]>) {
    this.#figures = figures;
    this.#words = words;
    this.#dates = dates;
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#figures.length;
  }

  figure(): number {
    return this.#take(this.#figures, this.#next++);
  }

  word(): string {
    return this.#take(this.#words, this.figure());
  }

  /** Written as one more than its position, or 0 for none. */
  optionalWord(): string | undefined {
    const position = this.figure() - 1;
    return position < 0 ? undefined : this.#take(this.#words, position);
  }

  dates(): readonly string[] {
    return this.#take(this.#dates, this.figure());
  }

  /** So many entries, one after the other. */
  times<Entry>(count: number, next: () => Entry): Entry[] {
    const entries: Entry[] = [];
    for (let n = 0; n < count; n += 1) entries.push(next());
    return entries;
  }

  #take<Entry>(list: ListOf<Entry>, position: number): Entry {
    const entry = Number.isInteger(position) && position >= 0 ? list.at(position) : undefined;
    if (entry === undefined) throw new Error('a stored booking ends in the middle of a quote');
    return entry;
  }
}
