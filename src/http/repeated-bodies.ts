// A shop sends the very same text again and again: every page of a checkout asks for the quotes of the same basket. Such a
// text is read once. What was read is given to everybody who sends it, and is therefore frozen: whatever is worked out from
// a frozen value can be kept with it.
import { freezeAll } from '../domain/freeze-all.ts';

/** A long one is rarely repeated, and many of them would fill the memory. */
const longestText = 16_384;
const mostTexts = 256;

export class RepeatedBodies {
  readonly #bodies = new Map<string, unknown>();

  find(text: string): unknown {
    return this.#bodies.get(text);
  }

  keep(text: string, body: unknown): void {
    if (text.length > longestText || typeof body !== 'object' || body === null) return;
    if (this.#bodies.size >= mostTexts) {
      const [oldest] = this.#bodies.keys();
      if (oldest !== undefined) this.#bodies.delete(oldest);
    }
    this.#bodies.set(text, freezeAll(body));
  }
}
