// Reads JSON documents from outside, such as requests and stored key settings, as programs really write them: numbers
// as text, "" and null for absent, one value for a list, "on" for true. Collects all mistakes with their paths, so
// that one refusal reports them together. Ignores unknown fields, and reads a faulty value as absent.
import { type Cents, centsFromDecimal } from './money.ts';
import type { Problem } from './problem.ts';
import { type Issue, mostIssues } from './refusal.ts';

export const longestText = 255;
/** The length limit of addresses and instructions. */
export const longestLine = 1000;

export type Path = readonly (string | number)[];
type Fields = Readonly<Record<string, unknown>>;

export class DocumentReader {
  readonly issues: Issue[];
  readonly isObject: boolean;
  readonly #fields: Fields;
  readonly #path: Path;

  constructor(document: unknown, path: Path = [], issues: Issue[] = []) {
    this.#path = path;
    this.isObject = typeof document === 'object' && document !== null && !Array.isArray(document);
    if (this.isObject) {
      this.#fields = document as Fields;
      this.issues = issues;
    } else {
      this.#fields = {};
      if (issues.length < mostIssues) issues.push({ path, problem: 'no_object', value: document });
      // Fields of a faulty object are not reported as missing too.
      this.issues = path.length === 0 ? issues : [];
    }
  }

  /** A text is a front door's own sentence about the field, without the field's name. */
  complain(field: string, problem: Problem | string): undefined {
    this.#note(this.issueAt(field, problem));
    return undefined;
  }

  issueAt(field: string, problem: Problem | string): Issue {
    return this.#issueAt([field], problem);
  }

  /** Whether the document has the field, blank or not. */
  isSent(field: string): boolean {
    return Object.hasOwn(this.#fields, field);
  }

  isBlank(field: string): boolean {
    const value = this.#value(field);
    return typeof value === 'string' && value.trim() === '';
  }

  has(field: string): boolean {
    return !isAbsent(this.#value(field));
  }

  get fields(): readonly string[] {
    return Object.keys(this.#fields);
  }

  /** `form` describes the required form of the text in the refusal. */
  text(field: string, longest = longestText, form = ''): string {
    return this.#text(this.#value(field), [field], longest, form);
  }

  /** One text or a list of texts; blank ones are dropped. */
  texts(field: string): string[] {
    const value = this.#value(field);
    if (isAbsent(value)) return [];
    const texts = Array.isArray(value)
      ? value.map((entry: unknown, n) => this.#text(entry, [field, n], longestText))
      : [this.#text(value, [field], longestText)];
    return texts.filter((text) => text !== '');
  }

  #text(value: unknown, steps: Path, longest: number, form = ''): string {
    if (isAbsent(value)) return '';
    if (typeof value !== 'string' && typeof value !== 'number') {
      this.#note(this.#issueAt(steps, { problem: 'no_text', value, form }));
      return '';
    }
    // JSON.parse has already rounded the last digits of such a number.
    if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      this.#note(this.#issueAt(steps, { problem: 'too_many_digits' }));
      return '';
    }
    const text = String(value).trim();
    if (text.length <= longest) return text;
    const { length } = text;
    this.#note(this.#issueAt(steps, { problem: 'text_too_long', length, most: longest }));
    return '';
  }

  require(...fields: string[]): void {
    for (const field of fields) if (!this.has(field)) this.complain(field, { problem: 'missing' });
  }

  /** The field is required unless `byDefault` is given. */
  choice<Choice extends string>(field: string, choices: readonly Choice[]): Choice | undefined;
  choice<Choice extends string>(
    field: string,
    choices: readonly Choice[],
    byDefault: Choice,
  ): Choice;
  choice<Choice extends string>(
    field: string,
    choices: readonly Choice[],
    byDefault?: Choice,
  ): Choice | undefined {
    const value = this.#value(field);
    if (isAbsent(value)) {
      if (byDefault === undefined) this.complain(field, { problem: 'choice_missing', choices });
      return byDefault;
    }
    const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
    const found = choices.find((choice) => choice === word);
    if (found !== undefined) return found;
    this.complain(field, { problem: 'no_choice', choices, value });
    return byDefault;
  }

  flag(field: string, byDefault: boolean): boolean {
    const value = this.#value(field);
    if (isAbsent(value)) return byDefault;
    const text = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
    if (yes.includes(text)) return true;
    if (no.includes(text)) return false;
    this.complain(field, { problem: 'no_flag', value });
    return byDefault;
  }

  /** Undefined when absent. */
  flagIfAny(field: string): boolean | undefined {
    return this.has(field) ? this.flag(field, false) : undefined;
  }

  /** Any finite number, also as text; undefined when absent. */
  number(field: string): number | undefined {
    const value = this.#value(field);
    if (isAbsent(value)) return undefined;
    const number = asNumber(value);
    return Number.isFinite(number) ? number : this.complain(field, { problem: 'no_number', value });
  }

  numberBetween(field: string, least: number, most: number): number | undefined {
    const value = this.#value(field);
    return isAbsent(value) ? undefined : this.#numberBetween(field, value, least, most);
  }

  /** One number or a list of numbers. */
  numbersBetween(field: string, least: number, most: number): number[] {
    const value = this.#value(field);
    return (Array.isArray(value) ? value : [value])
      .filter((entry: unknown) => !isAbsent(entry))
      .map((entry: unknown) => this.#numberBetween(field, entry, least, most))
      .filter((number) => number !== undefined);
  }

  #numberBetween(field: string, value: unknown, least: number, most: number): number | undefined {
    const number = asNumber(value);
    if (number >= least && number <= most) return number;
    return this.complain(field, { problem: 'number_outside', from: least, to: most, value });
  }

  /** An amount or percentage with at most two decimals, in hundredths. */
  cents(field: string): Cents | undefined {
    const value = this.#value(field);
    if (isAbsent(value)) return undefined;
    const isFigure = typeof value === 'string' || typeof value === 'number';
    const cents = isFigure ? centsFromDecimal(String(value)) : undefined;
    if (cents !== undefined && cents >= 0) return cents;
    return this.complain(field, { problem: 'no_price', value });
  }

  wholeNumber(field: string): number | undefined {
    const number = this.number(field);
    if (number === undefined || Number.isSafeInteger(number)) return number;
    return this.complain(field, { problem: 'no_whole_number', value: number });
  }

  /** A nested object; undefined when absent. PHP writes an object without fields as an empty list. */
  object(field: string): DocumentReader | undefined {
    const value = this.#value(field);
    const isEmptyList = Array.isArray(value) && value.length === 0;
    return isAbsent(value) || isEmptyList
      ? undefined
      : new DocumentReader(value, [...this.#path, field], this.issues);
  }

  /** The entries of a list and their count; undefined when absent. A list with more than `most` entries is only counted. */
  list(field: string, most: number): { entries: DocumentReader[]; count: number } | undefined {
    const value = this.#value(field);
    if (isAbsent(value)) return undefined;
    const list = asList(value);
    if (list === undefined) return this.complain(field, { problem: 'no_list', value });
    const read = list.length > most ? [] : list;
    const entries = read.map(
      (entry, n) => new DocumentReader(entry, [...this.#path, field, n], this.issues),
    );
    return { entries, count: list.length };
  }

  /** A list of 1 to `most` booking ids, as numbers or texts. */
  ids(field: string, most: number): number[] {
    const value = this.#value(field);
    const list = asList(value);
    if (isAbsent(value)) this.complain(field, { problem: 'ids_missing', most });
    else if (list === undefined) this.complain(field, { problem: 'no_ids', most, value });
    else if (list.length === 0 || list.length > most)
      this.complain(field, { problem: 'number_of_ids', most, count: list.length });
    else return list.flatMap((entry, n) => this.#id(entry, [field, n]));
    return [];
  }

  #id(value: unknown, steps: Path): number[] {
    const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
    const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
    if (id >= 1 && Number.isSafeInteger(id)) return [id];
    this.#note(this.#issueAt(steps, { problem: 'no_booking_id', value }));
    return [];
  }

  #issueAt(steps: Path, problem: Problem | string): Issue {
    const path = [...this.#path, ...steps];
    return typeof problem === 'string'
      ? { path, sentence: `${path.join('.')} ${problem}` }
      : { path, ...problem };
  }

  #note(issue: Issue): void {
    if (this.issues.length < mostIssues) this.issues.push(issue);
  }

  #value(field: string): unknown {
    return Object.hasOwn(this.#fields, field) ? this.#fields[field] : undefined;
  }
}

const yes: readonly string[] = ['true', '1', 'on', 'yes'];
const no: readonly string[] = ['false', '0', 'off', 'no'];

/** PHP writes a list with gaps as an object: `{"0": …, "2": …}`. JavaScript keeps such keys in order. */
export function asList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const names = Object.keys(value);
  const isNumbered = names.length > 0 && names.every((name) => /^(?:0|[1-9]\d{0,8})$/.test(name));
  return isNumbered ? Object.values(value) : undefined;
}

const longestNumber = 64;

function asNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? parseNumber(value) : Number.NaN;
}

/** Accepts "1,234.50": some shops format amounts before they send them. */
function parseNumber(text: string): number {
  if (text.length > longestNumber) return Number.NaN;
  const plain = text.trim().replaceAll(/,(?=\d{3}(\D|$))/g, '');
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(plain) ? Number(plain) : Number.NaN;
}

export function isAbsent(value: unknown): value is undefined | null | '' {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}
