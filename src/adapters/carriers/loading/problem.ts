// Problems in a carrier's files, each with its place and value. A card with an error is rejected as a whole; a card
// with warnings is used.

import type { DraftProblem } from '../../../application/ports.ts';
import type { FilePosition } from '../../../domain/csv/csv.ts';
import type { Unread } from './carrier-files.ts';

export type Place = FilePosition & {
  /** Whether a reported mistake hides this place. */
  readonly isUnknown?: true;
};

export type Problem = DraftProblem;

/** A problem is one line on a terminal. */
const mostValueCharacters = 80;

/** Keeps the report of a badly broken file readable and small. */
const mostProblems = 1000;

export class Problems {
  readonly #list: Problem[] = [];
  #isRefused = false;

  get list(): readonly Problem[] {
    return this.#list;
  }

  get hasErrors(): boolean {
    return this.#isRefused;
  }

  error(code: string, place: Place, value: unknown, message: string): void {
    this.#isRefused = true;
    this.#add('error', code, place, value, message);
  }

  warning(code: string, place: Place, value: unknown, message: string): void {
    this.#add('warning', code, place, value, message);
  }

  /** Adds the problems of another list. */
  addAll(found: readonly Problem[]): void {
    for (const problem of found) {
      this.#isRefused ||= problem.severity === 'error';
      if (this.#list.length < mostProblems) this.#list.push(problem);
    }
  }

  #add(
    severity: Problem['severity'],
    code: string,
    { file, line, column, field, isUnknown }: Place,
    value: unknown,
    message: string,
  ): void {
    if (isUnknown || this.#list.length >= mostProblems) return;
    const place = { file, line, column, ...(field === undefined ? {} : { field }) };
    this.#list.push({ severity, code, ...place, value: shorten(value), message });
  }
}

/** Reports a file that could not be read. */
export function reportUnread(file: string, unread: Unread, problems: Problems): void {
  const { code, line, column, value, message } = unread;
  problems.error(code, { file, line, column }, value, message);
}

function shorten(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length <= mostValueCharacters ? text : `${text.slice(0, mostValueCharacters - 1)}…`;
}
