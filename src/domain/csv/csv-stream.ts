// A CSV file of any length in constant memory: the text is cut at ends of records and each piece goes through the strict reader.
// Line numbers count the whole file. An unclosed quotation mark costs its own line, not the rest of the file.
import { type CsvCode, type CsvProblem, type CsvRecord, parseCsv } from './csv.ts';

/** A longer record is an unclosed quotation mark, or the file is not CSV. */
export const longestCsvRecord = 65_536;

export type CsvBlock = {
  records: CsvRecord[];
  /** Problems inside the records. */
  problems: CsvProblem[];
  /** Lines that could not be read as records. */
  lost: CsvProblem[];
};

export async function* readCsvStream(chunks: AsyncIterable<string>): AsyncGenerator<CsvBlock> {
  const splitter = new RecordSplitter();
  for await (const chunk of chunks) {
    const block = splitter.push(chunk);
    if (block !== undefined) yield block;
  }
  yield splitter.end();
}

type State = 'field' | 'plain' | 'quoted' | 'after_quote' | 'comment';

class RecordSplitter {
  /** The text of the unfinished record. */
  #rest = '';
  /** Position in `#rest` up to which it has been read. */
  #at = 0;
  #state: State = 'field';
  #recordStart = 0;
  #isBegun = false;
  /** Line of the first character of `#rest`. */
  #line = 1;
  #lost: CsvProblem[] = [];

  /** The records that are complete now. */
  push(chunk: string): CsvBlock | undefined {
    this.#rest += this.#isBegun ? chunk : chunk.replace(/^\uFEFF/, '');
    this.#isBegun ||= chunk !== '';
    this.#look();
    if (this.#rest.length - this.#recordStart > longestCsvRecord)
      this.#giveUpRecord('csv_record_too_long');
    return this.#recordStart === 0 && this.#lost.length === 0 ? undefined : this.#take();
  }

  end(): CsvBlock {
    // Each call removes one line, so the loop ends.
    while (this.#state === 'quoted') this.#giveUpRecord('csv_unclosed_quote');
    this.#recordStart = this.#rest.length;
    return this.#take();
  }

  #look(): void {
    for (; this.#at < this.#rest.length; this.#at += 1) {
      const sign = this.#rest.charAt(this.#at);
      this.#state = nextState(this.#state, sign, this.#at === this.#recordStart);
      if (sign !== '\n' || this.#state === 'quoted') continue;
      this.#state = 'field';
      this.#recordStart = this.#at + 1;
    }
  }

  /** Reports the first line of the record and reads the lines after it again. */
  #giveUpRecord(code: CsvCode): void {
    const block = this.#rest.slice(0, this.#recordStart);
    const record = this.#rest.slice(this.#recordStart);
    // Comments may be long, and a reported line has become a comment.
    if (this.#state !== 'comment') {
      const line = this.#line + countLines(block);
      this.#lost.push({ code, line, column: 1, value: record.slice(0, 20) });
    }
    const end = record.indexOf('\n');
    // An empty comment replaces the line, so that line numbers stay right.
    this.#rest = `${block}#${end < 0 ? '' : record.slice(end)}`;
    this.#at = this.#recordStart + 1;
    this.#state = 'comment';
    this.#look();
  }

  #take(): CsvBlock {
    const text = this.#rest.slice(0, this.#recordStart);
    const problems: CsvProblem[] = [];
    const lost = this.#lost;
    const records = parseCsv(text, (problem) => problems.push(problem), this.#line);
    this.#line += countLines(text);
    this.#rest = this.#rest.slice(this.#recordStart);
    this.#at -= this.#recordStart;
    this.#recordStart = 0;
    this.#lost = [];
    return { records, problems, lost };
  }
}

/** Follows the rules of the strict reader for quotation marks. */
function nextState(state: State, sign: string, isRecordStart: boolean): State {
  switch (state) {
    case 'comment':
      return state;
    case 'quoted':
      return sign === '"' ? 'after_quote' : 'quoted';
    case 'after_quote':
      return sign === '"' ? 'quoted' : sign === ',' ? 'field' : 'plain';
    case 'plain':
      return sign === ',' ? 'field' : 'plain';
    case 'field':
      if (sign === '"') return 'quoted';
      if (sign === '#' && isRecordStart) return 'comment';
      return sign === ',' ? 'field' : 'plain';
  }
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
