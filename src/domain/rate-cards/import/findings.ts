// Findings of an import: unusable lines, each with its cell and how to fix it; notes for the operator; and questions that the
// file does not answer.

import type { FilePosition } from '../../csv/csv.ts';
import type { ImportNote, Mistake, Question } from './mistake.ts';

export type Cell = FilePosition & {
  readonly text: string;
};

export type RefusedLine = FilePosition & {
  readonly value: string;
  readonly mistake: Mistake;
};

/** Keeps the report of a hopeless file readable and small. */
const mostRefused = 1000;
const mostValueCharacters = 80;
const mostNotes = 100;

export class Findings {
  readonly #refused: RefusedLine[] = [];
  readonly #lines = new Set<string>();
  readonly #notes = new Map<string, ImportNote & { count: number }>();
  readonly #questions = new Map<string, Question>();
  #count = 0;
  #isHopeless = false;

  get refused(): readonly RefusedLine[] {
    return this.#refused;
  }

  get refusedLines(): number {
    return this.#lines.size;
  }

  /** A whole file could not be read: there is no card without it. */
  get isHopeless(): boolean {
    return this.#isHopeless;
  }

  get questions(): readonly Question[] {
    return [...this.#questions.values()];
  }

  /** Each note once, with its count. */
  get notes(): readonly (ImportNote & { count: number })[] {
    return [...this.#notes.values()];
  }

  refuse({ file, line, column, field }: FilePosition, value: string, mistake: Mistake): void {
    this.#count += 1;
    this.#lines.add(`${file}\n${line}`);
    if (this.#refused.length >= mostRefused) return;
    const shown =
      value.length <= mostValueCharacters ? value : `${value.slice(0, mostValueCharacters - 1)}…`;
    // A lane and its way back have the same mistake.
    const isKnown = this.#refused.some(
      (one) =>
        one.line === line &&
        one.column === column &&
        one.file === file &&
        JSON.stringify(one.mistake) === JSON.stringify(mistake),
    );
    if (isKnown) return;
    const place = { file, line, column, ...(field === undefined ? {} : { field }) };
    this.#refused.push({ ...place, value: shown, mistake });
  }

  refuseFile(place: FilePosition, value: string, mistake: Mistake): void {
    this.#isHopeless = true;
    this.refuse(place, value, mistake);
  }

  hasRefused({ file, line }: FilePosition): boolean {
    return this.#lines.has(`${file}\n${line}`);
  }

  note(note: ImportNote): void {
    const key = JSON.stringify(note);
    const { count = 0 } = this.#notes.get(key) ?? {};
    if (count > 0 || this.#notes.size < mostNotes)
      this.#notes.set(key, { ...note, count: count + 1 });
  }

  ask(question: Question): void {
    this.#questions.set(question.question, question);
  }

  /** The result of `make`, or undefined if it refused anything. */
  unlessRefused<Made>(make: () => Made | undefined): Made | undefined {
    const before = this.#count;
    const made = make();
    return this.#count === before ? made : undefined;
  }
}
