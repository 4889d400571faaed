// Reads items from spreadsheet rows, separated by tabs or as CSV. A header row names the columns; without one the order
// is quantity, packaging, weight, length, width, height.

import { isFigure, measureProblem, quantityProblem } from '../../parts/goods-figures.ts';

export type PastedItem = {
  /** Its line number in the text. */
  line: number;
  packaging: string;
  quantity: string;
  weight: string;
  length: string;
  width: string;
  height: string;
};

export type Pasted = { items: PastedItem[]; problems: string[] };

type Column = Exclude<keyof PastedItem, 'line'>;

const usualOrder: readonly Column[] = [
  'quantity',
  'packaging',
  'weight',
  'length',
  'width',
  'height',
];
const names: readonly [Column, RegExp][] = [
  ['quantity', /^(qty|quantity|count|pieces|pcs|no\.?|number)\b/],
  ['packaging', /^(packaging|package|packing|type|description|item)\b/],
  ['weight', /^(weight|kg|mass|dead\s*weight)\b/],
  ['length', /^(length|len|l)\b/],
  ['width', /^(width|w)\b/],
  ['height', /^(height|h|depth|d)\b/],
];
/** The limit of a booking. */
export const mostLines = 200;

/** True if the text has several cells, so that it is meant for several fields. */
export function isTable(text: string): boolean {
  return /\t/.test(text.trim()) || text.trim().split(/\r?\n/).length > 1;
}

export function parsePasted(text: string, packagings: readonly string[]): Pasted {
  const rows = text
    .split(/\r?\n/)
    .map((line, n) => ({ line: n + 1, cells: cellsOf(line), isBlank: line.trim() === '' }))
    .filter(({ isBlank }) => !isBlank);
  const first = rows[0]?.cells ?? [];
  const header = columnsFrom(first);
  const columns = header ?? orderFor(first);
  const problems: string[] = [];
  const items: PastedItem[] = [];
  for (const { line, cells } of header === undefined ? rows : rows.slice(1)) {
    const cell = (column: Column): string => cells[columns.indexOf(column)]?.trim() ?? '';
    const packaging = cell('packaging');
    const known = packaging === '' ? 'Carton' : findPackaging(packaging, packagings);
    const quantity = figure(cell('quantity')) || '1';
    const item = { line, packaging: known ?? '', quantity, ...measuresOf(cell) };
    const found = [
      known === undefined ? `“${packaging}” is not a packaging type` : undefined,
      quantityProblem(quantity),
      ...measures.map((name) => (item[name] === '' ? undefined : measureProblem(name, item[name]))),
    ].filter((problem) => problem !== undefined);
    if (found.length === 0) items.push(item);
    problems.push(...found.map((problem) => `Line ${line}: ${problem}.`));
  }
  if (items.length > mostLines) {
    problems.push(`A booking can have ${mostLines} lines, so the rest were left out.`);
  }
  return { items: items.slice(0, mostLines), problems };
}

function cellsOf(line: string): string[] {
  if (line.includes('\t')) return line.split('\t');
  // Quoted CSV cells may contain commas.
  const cells = line.match(/("([^"]|"")*"|[^,;]*)([,;]|$)/g) ?? [];
  return cells
    .map((cell) =>
      cell
        .replace(/[,;]$/, '')
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .replaceAll('""', '"'),
    )
    .slice(0, Math.max(1, cells.length - 1));
}

/** The columns of a header row; undefined for a row of values. */
function columnsFrom(cells: readonly string[]): (Column | undefined)[] | undefined {
  const found = cells.map(
    (cell) => names.find(([, pattern]) => pattern.test(cell.trim().toLowerCase()))?.[0],
  );
  return found.filter((column) => column !== undefined).length >= 2 ? found : undefined;
}

/** Without a header: a leading text is the packaging; four cells are a weight and sizes. */
function orderFor(cells: readonly string[]): readonly Column[] {
  const isText = (cell = ''): boolean => cell.trim() !== '' && !isFigure(figure(cell));
  if (isText(cells[0]) && !isText(cells[1]))
    return ['packaging', 'quantity', 'weight', 'length', 'width', 'height'];
  if (cells.length === 4) return ['weight', 'length', 'width', 'height'];
  if (!isText(cells[1])) return ['quantity', 'weight', 'length', 'width', 'height', 'packaging'];
  return usualOrder;
}

const measures = ['weight', 'length', 'width', 'height'] as const;

function measuresOf(cell: (column: Column) => string) {
  const [weight = '', length = '', width = '', height = ''] = measures.map((name) =>
    figure(cell(name)),
  );
  return { weight, length, width, height };
}

/** "1,234.5 kg" → "1234.5". A word stays as it is. */
function figure(text: string): string {
  return text
    .trim()
    .replace(/(?<=[\d.])\s*(kgs?|cm|kilograms?|centimetres?|pcs?|x)\.?$/i, '')
    .replaceAll(/(?<=\d),(?=\d{3}\b)/g, '');
}

function findPackaging(text: string, packagings: readonly string[]): string | undefined {
  const spelling = (one: string): string => one.replaceAll(/[\s_/-]+/g, '').toLowerCase();
  const wanted = spelling(text);
  return packagings.find((one) => spelling(one) === wanted || `${spelling(one)}s` === wanted);
}
