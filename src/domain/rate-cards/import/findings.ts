// Findings of an import: unusable lines, each with its cell and how to fix it; notes for the operator; and questions that the
// file does not answer.

import type { FilePosition } from '../../csv/csv.ts';

export type Cell = FilePosition & {
  readonly text: string;
};

export type RefusedLine = FilePosition & {
  readonly value: string;
  readonly reason: string;
  readonly fix: string;
};

/** A detail that a price depends on and no column has. */
export type Question = {
  readonly option: string;
  readonly text: string;
  readonly answers: readonly string[];
};

/** Keeps the report of a hopeless file readable and small. */
const mostRefused = 1000;
const mostValueCharacters = 80;
const mostNotes = 100;

export class Findings {
  readonly #refused: RefusedLine[] = [];
  readonly #lines = new Set<string>();
  readonly #notes = new Map<string, number>();
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

  /** Each sentence once, with its count. */
  get notes(): readonly string[] {
    return [...this.#notes].map(([text, count]) =>
      count === 1 ? text : `${text} (${count} times)`,
    );
  }

  refuse(
    { file, line, column, field }: FilePosition,
    value: string,
    reason: string,
    fix: string,
  ): void {
    this.#count += 1;
    this.#lines.add(`${file}\n${line}`);
    if (this.#refused.length >= mostRefused) return;
    // A lane and its way back have the same mistake.
    const isKnown = this.#refused.some(
      (one) =>
        one.line === line && one.column === column && one.file === file && one.reason === reason,
    );
    if (isKnown) return;
    const shown =
      value.length <= mostValueCharacters ? value : `${value.slice(0, mostValueCharacters - 1)}…`;
    const place = { file, line, column, ...(field === undefined ? {} : { field }) };
    this.#refused.push({ ...place, value: shown, reason, fix });
  }

  refuseFile(place: FilePosition, value: string, reason: string, fix: string): void {
    this.#isHopeless = true;
    this.refuse(place, value, reason, fix);
  }

  hasRefused({ file, line }: FilePosition): boolean {
    return this.#lines.has(`${file}\n${line}`);
  }

  note(text: string): void {
    if (this.#notes.size < mostNotes || this.#notes.has(text))
      this.#notes.set(text, (this.#notes.get(text) ?? 0) + 1);
  }

  ask(question: Question): void {
    this.#questions.set(question.option, question);
  }

  /** The result of `make`, or undefined if it refused anything. */
  unlessRefused<Made>(make: () => Made | undefined): Made | undefined {
    const before = this.#count;
    const made = make();
    return this.#count === before ? made : undefined;
  }
}
