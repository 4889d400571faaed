// Reads CSV as spreadsheets save it: quoted cells, doubled quotes, line breaks in cells, and commas, semicolons or tabs
// as separators. Each row keeps its line in the file for error messages. Pure.

export type CsvRow = { line: number; cells: string[] };

export function parseCsv(text: string): CsvRow[] {
  const source = text.replace(/^\uFEFF/, '');
  const [firstLine = ''] = source.split(/\r?\n/);
  const comma = [',', ';', '\t'].toSorted(
    (left, right) => firstLine.split(right).length - firstLine.split(left).length,
  )[0];
  const rows: CsvRow[] = [];
  let row: string[] = [];
  let line = 1;
  let begunAt = 1;
  let cell = '';
  let isQuoted = false;
  const endCell = (): void => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    if (row.some((one) => one !== '')) rows.push({ line: begunAt, cells: row });
    row = [];
    begunAt = line;
  };
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at];
    if (letter === '\n') line += 1;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (letter === comma) endCell();
    else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
  }
  endRow();
  return rows;
}
