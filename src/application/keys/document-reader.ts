// Reads values out of a loosely typed document, forgiving what plug-ins really send (numbers as text, "on" for true,
// one value where a list is meant), and collects what can't be forgiven as issues with their paths.
import { type Cents, centsFromDecimal } from '../../domain/money.ts';
import { mostIssues, type WordedIssue } from '../../domain/refusal.ts';

export type Path = readonly (string | number)[];

const longestText = 255;
/** Addresses may be long. */
export const longestAddress = 1000;

export class DocumentReader {
  readonly issues: WordedIssue[] = [];
  readonly #places = new Set<string>();

  /** Says one thing about each place: what can't be read is not also called missing. No more than anybody reads. */
  complain(path: Path, sentence: string): void {
    if (this.issues.length >= mostIssues) return;
    const place = path.join('.');
    if (this.#places.has(place)) return;
    this.#places.add(place);
    this.issues.push({ path, sentence: `${place}: ${sentence}` });
  }

  text(value: unknown, path: Path, longest = longestText): string {
    if (isAbsent(value)) return '';
    if (typeof value !== 'string' && typeof value !== 'number') {
      this.complain(path, 'must be a text.');
      return '';
    }
    const text = String(value).trim();
    if (text.length > longest) this.complain(path, `is longer than ${longest} characters.`);
    return text;
  }

  /** One text, or a list of them. */
  texts(value: unknown, path: Path): string[] {
    if (isAbsent(value)) return [];
    const list = Array.isArray(value) ? value : [value];
    return list.map((one, n) => this.text(one, [...path, n])).filter((text) => text !== '');
  }

  list(value: unknown, path: Path): unknown[] {
    if (isAbsent(value)) return [];
    if (Array.isArray(value)) return value;
    this.complain(path, 'must be a list.');
    return [];
  }

  /** An object that must be there. */
  requiredRecord(value: unknown, path: Path): Record<string, unknown> | undefined {
    const record = this.record(value, path);
    if (record === undefined) this.complain(path, 'must be an object.');
    return record;
  }

  /** PHP writes an object without fields as an empty list. */
  record(value: unknown, path: Path): Record<string, unknown> | undefined {
    if (isAbsent(value) || (Array.isArray(value) && value.length === 0)) return undefined;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.complain(path, 'must be an object.');
      return undefined;
    }
    return value as Record<string, unknown>;
  }

  choice<Choice extends string, Otherwise extends Choice | undefined>(
    value: unknown,
    path: Path,
    choices: readonly Choice[],
    otherwise: Otherwise,
  ): Choice | Otherwise {
    if (isAbsent(value) && otherwise !== undefined) return otherwise;
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    this.complain(path, `must be one of ${choices.join(', ')}.`);
    return otherwise;
  }

  isOn(value: unknown, path: Path): boolean {
    return this.choice(value, path, ['on', 'off'], 'off') === 'on';
  }

  flag(value: unknown, path: Path): boolean {
    if (isAbsent(value) || value === false || value === 0 || value === '0' || value === 'false')
      return false;
    if (value === true || value === 1 || value === '1' || value === 'true') return true;
    this.complain(path, 'must be true or false.');
    return false;
  }

  numberBetween(value: unknown, path: Path, least: number, most: number): number | undefined {
    if (isAbsent(value)) return undefined;
    const number = typeof value === 'string' ? Number(value) : value;
    if (typeof number === 'number' && number >= least && number <= most) return number;
    this.complain(path, `must be a number from ${least} to ${most}.`);
    return undefined;
  }

  /** The number a record goes by; its position when it has none. */
  id(value: unknown, path: Path, position: number): number {
    const id = this.numberBetween(value, path, 1, Number.MAX_SAFE_INTEGER) ?? position;
    if (Number.isInteger(id)) return id;
    this.complain(path, 'must be a whole number.');
    return position;
  }

  /** A size or weight above zero in the document's unit, as an integer of a smaller one. */
  positive(value: unknown, path: Path, scale: number): number | undefined {
    const number = this.numberBetween(value, path, 0, 1_000_000);
    // Shops save an empty form as zeros; that is "not set".
    return number === undefined || number === 0
      ? undefined
      : Math.max(1, Math.round(number * scale));
  }

  /** An amount or percentage with at most two decimals, in hundredths. */
  cents(value: unknown, path: Path): Cents | undefined {
    if (isAbsent(value)) return undefined;
    const cents =
      typeof value === 'string' || typeof value === 'number'
        ? centsFromDecimal(String(value))
        : undefined;
    if (cents === undefined || cents < 0)
      this.complain(path, 'must be an amount such as 4.50, not below zero.');
    return cents === undefined || cents < 0 ? undefined : cents;
  }
}

export function isAbsent(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}
