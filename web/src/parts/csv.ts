// Reads CSV as spreadsheets save it: quoted cells, doubled quotes, line breaks inside them, commas, semicolons or tabs
// between. Pure.

export function parseCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '');
  const [firstLine = ''] = source.split(/\r?\n/);
  const comma = [',', ';', '\t'].toSorted(
    (left, right) => firstLine.split(right).length - firstLine.split(left).length,
  )[0];
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = (): void => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    if (row.some((one) => one !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at];
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
