// Reads a JSON body the way real client programs write it: numbers as text, "" and null for absent, 1.0 for 1, phone
// numbers as integers, "true" for true. Values that cannot be understood are collected with their paths and refused
// together; unknown fields are ignored. A refused value reads as absent, so no further work is done on a text that is
// too long or a list with too many entries.
import { mostIssues, type WordedIssue } from '../../domain/refusal.ts';
import { shownValue } from '../quotes/shown-value.ts';
import { longestText } from './size-limits.ts';

export type Path = readonly (string | number)[];
type Body = Readonly<Record<string, unknown>>;

export class BodyReader {
  readonly issues: WordedIssue[];
  readonly #body: Body;
  readonly #path: Path;

  constructor(body: unknown, path: Path = [], issues: WordedIssue[] = []) {
    this.#path = path;
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
      this.#body = body as Body;
      this.issues = issues;
    } else {
      this.#body = {};
      const name = path.length === 0 ? 'The body' : path.join('.');
      const sentence = `${name} must be a JSON object; it is ${shownValue(body)}.`;
      if (issues.length < mostIssues) issues.push({ path, sentence });
      // The parts of a wrong whole are not reported as missing.
      this.issues = path.length === 0 ? issues : [];
    }
  }

  complain(field: string, sentence: string): undefined {
    this.#note(this.issueAt(field, sentence));
    return undefined;
  }

  /** For an issue that is not refused with the rest. */
  issueAt(field: string, sentence: string): WordedIssue {
    const path = [...this.#path, field];
    return { path, sentence: `${path.join('.')} ${sentence}` };
  }

  /** Whether the field is in the body at all, blank or not. */
  isSent(field: string): boolean {
    return Object.hasOwn(this.#body, field);
  }

  /** Whether the field is in the body as an empty text. */
  isBlank(field: string): boolean {
    const value = this.#value(field);
    return typeof value === 'string' && value.trim() === '';
  }

  has(field: string): boolean {
    return !isAbsent(this.#value(field));
  }

  /** `form` describes the required form of the text, if there is one. */
  text(field: string, longest = longestText, form = ''): string {
    const value = this.#value(field);
    if (isAbsent(value)) return '';
    if (typeof value !== 'string' && typeof value !== 'number') {
      const fix = form === '' ? '' : ` Send ${form}.`;
      this.complain(field, `must be a text; it is ${shownValue(value)}.${fix}`);
      return '';
    }
    // The number has already lost its last digits: two numbers would become one.
    if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      this.complain(field, 'has too many digits for a number. Send it as a text.');
      return '';
    }
    const text = String(value).trim();
    if (text.length <= longest) return text;
    this.complain(field, `must have at most ${longest} characters; it has ${text.length}.`);
    return '';
  }

  /** Adds an issue for each absent field. */
  require(...fields: string[]): void {
    for (const field of fields) if (!this.has(field)) this.complain(field, 'is missing. Send it.');
  }

  choice<Choice extends string>(field: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.#value(field);
    if (isAbsent(value))
      return this.complain(field, `is missing. Send one of ${choices.join(', ')}.`);
    const found =
      typeof value === 'string'
        ? choices.find((one) => one === value.trim().toLowerCase())
        : undefined;
    return (
      found ??
      this.complain(field, `must be one of ${choices.join(', ')}; it is ${shownValue(value)}.`)
    );
  }

  flag(field: string, byDefault: boolean): boolean {
    const value = this.#value(field);
    if (isAbsent(value)) return byDefault;
    const text = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
    if (yes.includes(text)) return true;
    if (no.includes(text)) return false;
    this.complain(field, `must be true or false; it is ${shownValue(value)}.`);
    return byDefault;
  }

  /** Undefined when absent. */
  flagIfAny(field: string): boolean | undefined {
    return this.has(field) ? this.flag(field, false) : undefined;
  }

  /** Any finite number, also as text; undefined when absent. The caller checks ranges. */
  number(field: string): number | undefined {
    const value = this.#value(field);
    if (isAbsent(value)) return undefined;
    const number =
      typeof value === 'number'
        ? value
        : typeof value === 'string'
          ? parseNumber(value)
          : Number.NaN;
    return Number.isFinite(number)
      ? number
      : this.complain(field, `must be a number; it is ${shownValue(value)}.`);
  }

  wholeNumber(field: string): number | undefined {
    const number = this.number(field);
    if (number === undefined || Number.isSafeInteger(number)) return number;
    return this.complain(field, `must be a whole number; it is ${number}.`);
  }

  /** A nested object; undefined when absent. PHP writes an object without fields as an empty list. */
  object(field: string): BodyReader | undefined {
    const value = this.#value(field);
    const isEmptyList = Array.isArray(value) && value.length === 0;
    return isAbsent(value) || isEmptyList
      ? undefined
      : new BodyReader(value, [...this.#path, field], this.issues);
  }

  /**
   * The entries of a list and their count; undefined when absent. A list with more than `most` entries is counted but
   * not read, and the caller refuses it for its count.
   */
  list(field: string, most: number): { entries: BodyReader[]; count: number } | undefined {
    const value = this.#value(field);
    if (isAbsent(value)) return undefined;
    const list = asList(value);
    if (list === undefined)
      return this.complain(field, `must be a list; it is ${shownValue(value)}.`);
    const read = list.length > most ? [] : list;
    const entries = read.map(
      (entry, n) => new BodyReader(entry, [...this.#path, field, n], this.issues),
    );
    return { entries, count: list.length };
  }

  /** Record ids, also as text: at least one, and at most `most`. */
  ids(field: string, most: number): number[] {
    const value = this.#value(field);
    const says = `1 to ${most} ids`;
    const list = asList(value);
    if (isAbsent(value)) this.complain(field, `is missing. Send a list of ${says}.`);
    else if (list === undefined)
      this.complain(field, `must be a list of ${says}; it is ${shownValue(value)}.`);
    else if (list.length === 0 || list.length > most)
      this.complain(field, `must hold ${says}; it holds ${list.length}.`);
    else return list.flatMap((entry, n) => this.#id(entry, [...this.#path, field, n]));
    return [];
  }

  #id(value: unknown, path: Path): number[] {
    const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
    const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
    if (id >= 1 && Number.isSafeInteger(id)) return [id];
    const sentence = `${path.join('.')} must be the number of a booking; it is ${shownValue(value)}.`;
    this.#note({ path, sentence });
    return [];
  }

  /** A hundred issues are enough for one answer. */
  #note(issue: WordedIssue): void {
    if (this.issues.length < mostIssues) this.issues.push(issue);
  }

  #value(field: string): unknown {
    return Object.hasOwn(this.#body, field) ? this.#body[field] : undefined;
  }
}

const yes: readonly string[] = ['true', '1', 'on', 'yes'];
const no: readonly string[] = ['false', '0', 'off', 'no'];

/**
 * PHP writes a list with removed entries as an object: `{"0": …, "2": …}`. JavaScript keeps such keys in order.
 */
export function asList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const names = Object.keys(value);
  const isNumbered = names.length > 0 && names.every((name) => /^(?:0|[1-9]\d{0,8})$/.test(name));
  return isNumbered ? Object.values(value) : undefined;
}

/** Longer than any number that a program or a person writes. */
const longestNumber = 64;

/** "1,234.50" too: some shops format amounts before they send them. */
function parseNumber(text: string): number {
  if (text.length > longestNumber) return Number.NaN;
  const plain = text.trim().replaceAll(/,(?=\d{3}(\D|$))/g, '');
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(plain) ? Number(plain) : Number.NaN;
}

function isAbsent(value: unknown): value is undefined | null | '' {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}
