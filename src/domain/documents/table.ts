// A table on a page: captions, rows of fitted cells and rules between them. It draws as many rows as fit and returns
// where it stopped, so that the next page can continue.

import type { Sheet } from './sheet.ts';
import { fitBlock } from './text-fit.ts';

export type Column = {
  name: string;
  widthMm: number;
  align?: 'left' | 'right';
  isBold?: true;
  /** Wraps text that does not fit, instead of shrinking it. */
  wraps?: true;
};

/** The cells of a row, with an optional note in smaller type across the whole width. */
export type TableRow = { cells: readonly string[]; note?: string };

export type TablePlace = {
  xMm: number;
  yMm: number;
  bottomMm: number;
  columns: readonly Column[];
  rows: readonly TableRow[];
  /** The first row to draw. */
  from: number;
  sizeMm?: number;
};

const captionMm = 2.2;
const headMm = 5.4;
const gapMm = 1.6;
/** The line limit of a wrapping cell; longer text shrinks. */
const mostLines = 3;
const leading = 1.25;

export function drawTable(sheet: Sheet, place: TablePlace): { next: number; endMm: number } {
  const { xMm, columns, rows, sizeMm = 3 } = place;
  const rowMm = sizeMm * 1.75;
  const noteMm = sizeMm * 1.3;
  const lineMm = sizeMm * leading;
  /** The number of lines that a cell needs at full size. */
  const linesOf = (text: string, column: Column): number =>
    column.wraps === true
      ? fitBlock(sheet.metrics, {
          paragraphs: [text],
          weight: 'regular',
          sizeMm,
          leastMm: sizeMm,
          leading,
          widthMm: column.widthMm - gapMm,
          heightMm: mostLines * lineMm,
        }).lines.length
      : 1;
  const widthMm = columns.reduce((sum, column) => sum + column.widthMm, 0);
  let yMm = place.yMm;
  drawCells(sheet, columns, xMm, yMm + headMm - 1.8, (column) => ({
    text: column.name,
    sizeMm: captionMm,
    weight: 'bold' as const,
    tone: 'grey' as const,
  }));
  yMm += headMm;
  sheet.rule(xMm, yMm, widthMm, 0.4);
  let next = place.from;
  for (; next < rows.length; next += 1) {
    const row = rows[next];
    if (row === undefined) break;
    const lines = Math.max(1, ...columns.map((column, n) => linesOf(row.cells[n] ?? '', column)));
    const cellsMm = rowMm + (lines - 1) * lineMm;
    const heightMm = cellsMm + (row.note === undefined ? 0 : noteMm);
    if (yMm + heightMm > place.bottomMm) break;
    drawCells(sheet, columns, xMm, yMm + rowMm * 0.68, (column, n) => ({
      text: linesOf(row.cells[n] ?? '', column) > 1 ? '' : (row.cells[n] ?? ''),
      sizeMm,
      weight: column.isBold === true ? ('bold' as const) : ('regular' as const),
      tone: 'black' as const,
    }));
    let cellMm = xMm;
    for (const [n, column] of columns.entries()) {
      const text = row.cells[n] ?? '';
      if (linesOf(text, column) > 1)
        sheet.block(
          {
            xMm: cellMm,
            yMm: yMm + (rowMm - lineMm) / 2,
            heightMm: lines * lineMm,
            widthMm: column.widthMm - gapMm,
          },
          [text],
          { sizeMm, leading },
        );
      cellMm += column.widthMm;
    }
    if (row.note !== undefined) {
      const baselineMm = yMm + cellsMm + noteMm * 0.5;
      sheet.line({ xMm, baselineMm, widthMm }, row.note, { sizeMm: sizeMm * 0.82, tone: 'grey' });
    }
    yMm += heightMm;
    sheet.rule(xMm, yMm, widthMm, 0.15);
  }
  return { next, endMm: yMm };
}

type Cell = { text: string; sizeMm: number; weight: 'regular' | 'bold'; tone: 'black' | 'grey' };

function drawCells(
  sheet: Sheet,
  columns: readonly Column[],
  xMm: number,
  baselineMm: number,
  cellOf: (column: Column, n: number) => Cell,
): void {
  let leftMm = xMm;
  for (const [n, column] of columns.entries()) {
    const isLast = n === columns.length - 1;
    const widthMm = column.widthMm - (isLast ? 0 : gapMm);
    const { text, ...style } = cellOf(column, n);
    const { align = 'left' } = column;
    sheet.line({ xMm: leftMm, baselineMm, widthMm }, text, { align, ...style });
    leftMm += column.widthMm;
  }
}
