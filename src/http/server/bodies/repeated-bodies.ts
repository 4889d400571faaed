// A shop sends the very same text again and again: every page of a checkout asks for quotes of the same basket. Such
// a text is parsed once. Callers share the parsed value, so it is frozen.
import { freezeAll } from '../../../domain/frozen.ts';

/** Long bodies are rarely repeated. */
const longestText = 16_384;
/** Of all texts together; the parsed values take several times as much. */
const mostCharacters = 1_000_000;

export class RepeatedBodies {
  readonly #bodies = new Map<string, unknown>();
  #characters = 0;
  /** The most recent text. */
  #newest = '';

  find(text: string): unknown {
    const body = this.#bodies.get(text);
    if (body === undefined || text === this.#newest) return body;
    // Move it to the end: the least recently used texts are dropped first.
    this.#bodies.delete(text);
    this.#bodies.set(text, body);
    this.#newest = text;
    return body;
  }

  keep(text: string, body: unknown): void {
    if (text.length > longestText || typeof body !== 'object' || body === null) return;
    if (this.#bodies.has(text)) return;
    this.#bodies.set(text, freezeAll(body));
    this.#newest = text;
    this.#characters += text.length;
    for (const oldest of this.#bodies.keys()) {
      if (this.#characters <= mostCharacters) return;
      this.#bodies.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}
