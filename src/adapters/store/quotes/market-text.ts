// A stored market as it lies in its text (`market-document.ts`), `[[words],[[dates]],[figures],[failures],[workings],2]`, or
// without the last two: words and
// figures are found without making a value of each. Whoever confirms a booking needs one quote of fifty.

/** `["…","…"]`, seen as a list. A word is made when it is asked for. */
export class WordsInText {
  readonly #text: string;
  readonly #begins: number[] = [];
  readonly #ends: number[] = [];

  /** `begin`, `end`: inside the brackets. */
  constructor(text: string, begin: number, end: number) {
    this.#text = text;
    for (let at = begin; at < end; ) {
      const close = closingMark(text, at);
      this.#begins.push(at);
      this.#ends.push(close + 1);
      // Over the comma.
      at = close + 2;
    }
  }

  at(position: number): string | undefined {
    const begin = this.#begins[position];
    if (begin === undefined) return undefined;
    return JSON.parse(this.#text.slice(begin, this.#ends[position])) as string;
  }

  indexOf(word: string): number {
    const wanted = JSON.stringify(word);
    return this.#begins.findIndex(
      (begin, n) => this.#ends[n] === begin + wanted.length && this.#text.startsWith(wanted, begin),
    );
  }
}

function closingMark(text: string, opening: number): number {
  let mark = opening;
  do {
    mark = text.indexOf('"', mark + 1);
    if (mark < 0) throw new Error('a stored booking ends in the middle of a word');
  } while (isEscaped(text, mark));
  return mark;
}

function isEscaped(text: string, mark: number): boolean {
  let before = mark - 1;
  while (text[before] === '\\') before -= 1;
  return (mark - before) % 2 === 0;
}

const comma = 0x2c;
const zero = 0x30;

/** `1,2,3`, read from left to right. As bytes: looking at each character of the text took twice as long. */
export class FiguresInText {
  readonly #text: string;
  readonly #bytes: Buffer;
  /** Where the next figure begins. */
  at = 0;

  /** `begin`, `end`: inside the brackets. */
  constructor(text: string, begin: number, end: number) {
    this.#text = text.slice(begin, end);
    this.#bytes = Buffer.from(this.#text, 'latin1');
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  /** For positions and lengths, which are whole and not negative. */
  next(): number {
    let figure = 0;
    for (const bytes = this.#bytes; this.at < bytes.length; this.at += 1) {
      const byte = bytes[this.at] ?? comma;
      if (byte === comma) break;
      figure = figure * 10 + byte - zero;
    }
    this.at += 1;
    return figure;
  }

  passOver(count: number): void {
    const bytes = this.#bytes;
    let at = this.at;
    for (let left = count; left > 0 && at < bytes.length; at += 1) {
      if (bytes[at] === comma) left -= 1;
    }
    this.at = at;
  }

  /** From the next one on. */
  rest(): number[] {
    return JSON.parse(`[${this.#text.slice(this.at)}]`) as number[];
  }

  /** All from there to the one before the next. */
  since(begin: number): number[] {
    const end = this.isAtEnd ? this.#text.length : this.at - 1;
    return JSON.parse(`[${this.#text.slice(begin, end)}]`) as number[];
  }
}

const secondForm = ',2]';

/** Where the lists of a market with quotes begin and end, inside their brackets. */
export function findLists(text: string) {
  // From behind: only words can hold anything that looks like a bracket, and they come first.
  const hasWorkings = text.endsWith(secondForm);
  const afterFailures = hasWorkings ? text.lastIndexOf('],[') : text.length;
  const afterFigures = text.lastIndexOf('],[', afterFailures - 1);
  const afterDates = text.lastIndexOf('],[', afterFigures - 1);
  const beforeDates = text.lastIndexOf('[[', afterDates);
  return {
    words: { begin: '[['.length, end: beforeDates - '],'.length },
    dates: { begin: beforeDates, end: afterDates + 1 },
    figures: { begin: afterDates + '],['.length, end: afterFigures },
    workings: hasWorkings
      ? { begin: afterFailures + '],['.length, end: text.length - `]${secondForm}`.length }
      : undefined,
  };
}
