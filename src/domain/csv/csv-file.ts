// Files that people save in place of a CSV file: a workbook, another character set, other separators. One message with the fix
// replaces a mistake for every line.
import type { CsvProblem, CsvRecord } from './csv.ts';

export type CsvFault = CsvProblem & {
  /** A sentence with the fix. */
  readonly fix: string;
};

const saveAs = 'Save it as CSV UTF-8.';

/** The text of a file, or why it cannot be read. */
export function decodeCsv(bytes: Uint8Array): string | CsvFault {
  const foreign = foreignFile(bytes);
  if (foreign !== undefined) return foreign;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // The decoder puts a replacement character at the first invalid byte.
    const before = new TextDecoder().decode(bytes).split('\uFFFD', 1)[0] ?? '';
    const lines = before.split('\n');
    const last = lines.at(-1) ?? '';
    return notUtf8(lines.length, last.length + 1, `${last}\uFFFD`, 'Windows-1252?');
  }
}

/** Decodes text in pieces, up to the first fault. */
export class CsvDecoder {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #isBegun = false;
  #line = 1;

  decode(bytes: Uint8Array): string | CsvFault {
    const foreign = this.#isBegun ? undefined : foreignFile(bytes);
    this.#isBegun = true;
    if (foreign !== undefined) return foreign;
    try {
      const text = this.#decoder.decode(bytes, { stream: true });
      this.#line += text.split('\n').length - 1;
      return text;
    } catch {
      const before = new TextDecoder().decode(bytes).split('\uFFFD', 1)[0] ?? '';
      return notUtf8(this.#line + before.split('\n').length - 1, 1, '', 'Windows-1252?');
    }
  }

  /** After the last piece: its last character may be incomplete. */
  end(): CsvFault | undefined {
    try {
      this.#decoder.decode();
      return undefined;
    } catch {
      return notUtf8(this.#line, 1, '', 'it is cut off');
    }
  }
}

/** A fault when the first record is a single cell that contains another separator. */
export function separatorFault(header: CsvRecord | undefined): CsvFault | undefined {
  const [only] = header ?? [];
  if (only === undefined || header?.length !== 1 || !/[;\t|]/.test(only.text)) return undefined;
  return {
    code: 'csv_not_commas',
    line: only.line,
    column: only.column,
    value: only.text,
    message: 'the columns are not separated by commas',
    fix: 'Save it as CSV with commas between the columns.',
  };
}

/** Joins the message and the fix in one line. */
export function describeFault({ message, fix }: Pick<CsvFault, 'message' | 'fix'>): string {
  return `${message}. ${fix}`;
}

function foreignFile(bytes: Uint8Array): CsvFault | undefined {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b)
    return {
      code: 'csv_workbook',
      line: 0,
      column: 0,
      value: '',
      message: 'this is a workbook, not a CSV file',
      fix: 'Open it in a spreadsheet and save each sheet as CSV UTF-8.',
    };
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // UTF-8 text contains no NUL, but UTF-16 has one in every ASCII letter.
  return hasMark || bytes.subarray(0, 1024).includes(0) ? notUtf8(0, 0, '', 'UTF-16?') : undefined;
}

function notUtf8(line: number, column: number, value: string, guess: string): CsvFault {
  const message = `the file is not UTF-8 (${guess})`;
  return { code: 'csv_not_utf8', line, column, value, message, fix: saveAs };
}
