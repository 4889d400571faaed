// Reads comma-separated text: quoted fields, doubled quotes, line breaks inside quotes, CRLF and a
// byte order mark, as spreadsheets write them. Gives every record the line it starts on, so that
// whoever reads on can say where a value is wrong. Knows nothing of what the columns mean.

export type CsvRecord = Readonly<{ line: number; fields: readonly string[] }>;

/** Empty lines are left out; an unclosed quote makes the rest of the text one field. */
export function parseCsv(text: string): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  let line = 1;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const record = readRecord(text, at);
    const { fields, end } = record;
    if (fields.length > 1 || fields[0] !== '') records.push({ line, fields });
    line += text.slice(at, end).split('\n').length - 1;
    at = end;
  }
  return records;
}

function readRecord(text: string, start: number): { fields: string[]; end: number } {
  const fields: string[] = [];
  let at = start;
  while (true) {
    const field = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at);
    fields.push(field.value.trim());
    at = field.end;
    if (text[at] !== ',') break;
    at += 1;
  }
  const newline = text.indexOf('\n', at);
  return { fields, end: newline === -1 ? text.length : newline + 1 };
}

function readPlain(text: string, start: number): { value: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== ',' && text[end] !== '\n') end++;
  return { value: text.slice(start, end), end };
}

// Up to the closing quote; a doubled quote is one quote, and what follows the close is ignored.
function readQuoted(text: string, start: number): { value: string; end: number } {
  let close = text.indexOf('"', start + 1);
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  const valueEnd = close === -1 ? text.length : close;
  const value = text.slice(start + 1, valueEnd).replaceAll('""', '"');
  return { value, end: close === -1 ? text.length : readPlain(text, close + 1).end };
}
