// The label that shows whether a label printer works: its frame must be whole, and its barcode must scan.
import { a6, type FontMetrics, type Page } from './layout.ts';
import { printable } from './printable.ts';
import { newSheet } from './sheet.ts';

export type TestLabel = { printer: string; printedAt: string };

const marginMm = 4;
const widthMm = a6.widthMm - 2 * marginMm;
const xMm = marginMm + 4;
const roomMm = widthMm - 8;

export function testLabelPage({ printer, printedAt }: TestLabel, metrics: FontMetrics): Page {
  const sheet = newSheet(a6, metrics);
  const heightMm = a6.heightMm - 2 * marginMm;
  sheet.frame({ xMm: marginMm, yMm: marginMm, widthMm, heightMm }, 0.6);
  sheet.big({ xMm, yMm: 14, widthMm: roomMm, heightMm: 14 }, 'TEST LABEL', 12);
  sheet.line({ xMm, baselineMm: 42, widthMm: roomMm }, printable(printer), {
    sizeMm: 6,
    weight: 'bold',
    align: 'centre',
  });
  sheet.line({ xMm, baselineMm: 50, widthMm: roomMm }, printedAt, { sizeMm: 4, align: 'centre' });
  sheet.block(
    { xMm, yMm: 62, widthMm: roomMm, heightMm: 20 },
    ['The frame is whole on all four sides.', 'The barcode scans as LINEHAUL.'],
    { sizeMm: 4 },
  );
  const bars = { xMm, yMm: 96, widthMm: roomMm, heightMm: 32 };
  sheet.bars(bars, 'LINEHAUL', { mostModuleMm: 0.5 });
  return sheet.page();
}
