// A shop sends the very same text again and again: every page of a checkout asks for the quotes of the same basket. Such a
// text is read once. What was read is given to everybody who sends it, and is therefore frozen: whatever is worked out from
// a frozen value can be kept with it.
import { freezeAll } from '../../../domain/frozen.ts';

/** A long one is rarely repeated. */
const longestText = 16_384;
/** Of all texts together; what was read of them takes several times as much. */
const mostCharacters = 1_000_000;

export class RepeatedBodies {
  readonly #bodies = new Map<string, unknown>();
  #characters = 0;
  /** The last of them. */
  #newest = '';

  find(text: string): unknown {
    const body = this.#bodies.get(text);
    if (body === undefined || text === this.#newest) return body;
    // To the end: those that nobody sends any more go first.
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
