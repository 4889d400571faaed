// Answers from data that never changes while the process runs, kept as they were sent: a search box asks for the same
// few beginnings of suburbs all day. Bounded in number and size; the oldest go first.

const mostAnswers = 1_000;
const longestAnswer = 16_384;

export class StaticAnswers {
  readonly #kept = new Map<string, string>();

  find(url: string): string | undefined {
    return this.#kept.get(url);
  }

  /** The answer as text, kept for the next who asks unless it is large. */
  keep(url: string, answer: unknown): string {
    const text = JSON.stringify(answer);
    if (text.length <= longestAnswer) {
      const oldest = this.#kept.size >= mostAnswers ? this.#kept.keys().next() : undefined;
      if (oldest !== undefined && !oldest.done) this.#kept.delete(oldest.value);
      this.#kept.set(url, text);
    }
    return text;
  }
}
