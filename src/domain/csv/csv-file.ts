// Files that people save in place of a CSV file: a workbook, another character set, other separators. One message with the fix
// replaces a mistake for every line.
import type { CsvProblem, CsvRecord } from './csv.ts';

export type CsvFault = CsvProblem & {
  /** Of a file that is not UTF-8: its likely encoding, or that it ends within a character. */
  readonly guess?: 'windows' | 'utf16' | 'cut_off';
};

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
    return notUtf8(lines.length, last.length + 1, `${last}\uFFFD`, 'windows');
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
      return notUtf8(this.#line + before.split('\n').length - 1, 1, '', 'windows');
    }
  }

  /** After the last piece: its last character may be incomplete. */
  end(): CsvFault | undefined {
    try {
      this.#decoder.decode();
      return undefined;
    } catch {
      return notUtf8(this.#line, 1, '', 'cut_off');
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
  };
}

function foreignFile(bytes: Uint8Array): CsvFault | undefined {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b)
    return { code: 'csv_workbook', line: 0, column: 0, value: '' };
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // UTF-8 text contains no NUL, but UTF-16 has one in every ASCII letter.
  return hasMark || bytes.subarray(0, 1024).includes(0) ? notUtf8(0, 0, '', 'utf16') : undefined;
}

function notUtf8(
  line: number,
  column: number,
  value: string,
  guess: CsvFault['guess'] & string,
): CsvFault {
  return { code: 'csv_not_utf8', line, column, value, guess };
}
