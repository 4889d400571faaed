// A strict RFC 4180 reader with the position of every field; libraries report only the lines of records. A byte order
// mark, CRLF or LF, empty lines and lines starting with `#` are accepted; anything doubtful is a problem.

/** A place in a file. */
export type FilePosition = {
  readonly file: string;
  /** Line and column count from 1; 0 is the file itself. */
  readonly line: number;
  readonly column: number;
  /** Column of a table or key of a document. */
  readonly field?: string;
};

type CsvField = {
  readonly text: string;
  readonly line: number;
  /** Where the text starts, after an opening quotation mark. */
  readonly column: number;
};

export type CsvRecord = readonly CsvField[];

/** Why a file or a record cannot be read; the names are stable, for programs. */
export type CsvCode =
  | 'csv_carriage_return'
  | 'csv_quote'
  | 'csv_unclosed_quote'
  | 'csv_after_quote'
  | 'csv_record_too_long'
  | 'csv_not_commas'
  | 'csv_workbook'
  | 'csv_not_utf8';

export type CsvProblem = {
  readonly code: CsvCode;
  readonly line: number;
  readonly column: number;
  readonly value: string;
};

type Report = (problem: CsvProblem) => void;

/** `firstLine` is the line number where `source` starts in its file. */
export function parseCsv(source: string, report: Report, firstLine = 1): CsvRecord[] {
  return new CsvReader(source.replace(/^\uFEFF/, ''), report, firstLine).read();
}

class CsvReader {
  readonly #source: string;
  readonly #onProblem: Report;
  #at = 0;
  #line: number;
  #lineStart = 0;

  constructor(source: string, report: Report, firstLine: number) {
    this.#source = source;
    this.#onProblem = report;
    this.#line = firstLine;
  }

  read(): CsvRecord[] {
    const records: CsvRecord[] = [];
    while (this.#at < this.#source.length) {
      if (this.#source[this.#at] === '#') this.#skipLine();
      else if (!this.#takeLineEnd()) records.push(this.#record());
    }
    return records;
  }

  #record(): CsvRecord {
    const fields: CsvField[] = [];
    for (;;) {
      fields.push(this.#source[this.#at] === '"' ? this.#quoted() : this.#plain());
      if (this.#source[this.#at] === ',') this.#at += 1;
      else {
        this.#takeLineEnd();
        return fields;
      }
    }
  }

  #plain(): CsvField {
    const { line, column } = this.#place();
    const start = this.#at;
    for (; this.#at < this.#source.length; this.#at += 1) {
      const character = this.#source[this.#at];
      if (character === ',' || character === '\n') break;
      if (character === '\r') {
        if (this.#source[this.#at + 1] === '\n') break;
        this.#report('csv_carriage_return', '\\r');
      } else if (character === '"') {
        this.#report('csv_quote', '"');
      }
    }
    const raw = this.#source.slice(start, this.#at);
    const text = raw.trim();
    return { text, line, column: column + Math.max(0, raw.indexOf(text)) };
  }

  #quoted(): CsvField {
    const open = this.#place();
    this.#at += 1;
    let text = '';
    for (;;) {
      const close = this.#source.indexOf('"', this.#at);
      if (close < 0) {
        this.#onProblem({
          code: 'csv_unclosed_quote',
          ...open,
          value: this.#source.slice(this.#at, this.#at + 20),
        });
        this.#at = this.#source.length;
        return { text, line: open.line, column: open.column + 1 };
      }
      const piece = this.#source.slice(this.#at, close);
      text += piece;
      this.#countLines(piece);
      this.#at = close + 1;
      if (this.#source[this.#at] !== '"') break;
      text += '"';
      this.#at += 1;
    }
    this.#expectFieldEnd();
    return { text: text.trim(), line: open.line, column: open.column + 1 };
  }

  #expectFieldEnd(): void {
    const start = this.#at;
    while (this.#at < this.#source.length) {
      const character = this.#source[this.#at];
      if (character === ',' || character === '\n' || this.#source.startsWith('\r\n', this.#at)) {
        break;
      }
      this.#at += 1;
    }
    if (this.#at === start) return;
    this.#onProblem({
      code: 'csv_after_quote',
      line: this.#line,
      column: start - this.#lineStart + 1,
      value: this.#source.slice(start, this.#at),
    });
  }

  #takeLineEnd(): boolean {
    if (this.#source.startsWith('\r\n', this.#at)) this.#at += 2;
    else if (this.#source[this.#at] === '\n') this.#at += 1;
    else return false;
    this.#line += 1;
    this.#lineStart = this.#at;
    return true;
  }

  #skipLine(): void {
    const end = this.#source.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#source.length : end;
    this.#takeLineEnd();
  }

  /**
   * Counts the line breaks in `piece`, which starts at the current position. Searches only the piece, because the
   * next line break may be far away.
   */
  #countLines(piece: string): void {
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) {
      this.#line += 1;
      this.#lineStart = this.#at + at + 1;
    }
  }

  #place(): { line: number; column: number } {
    return { line: this.#line, column: this.#at - this.#lineStart + 1 };
  }

  #report(code: CsvCode, value: string): void {
    this.#onProblem({ code, ...this.#place(), value });
  }
}
