// A manifest on A4: sender and carrier, a row for each consignment on as many pages as needed, totals, and the
// signature block for sender and driver. A demo manifest says so on every page.

import { a4, type FontMetrics, type Page } from '../documents/layout.ts';
import { partyLines } from '../documents/postal-address.ts';
import { newSheet, type Sheet } from '../documents/sheet.ts';
import { drawSignatures } from '../documents/signatures.ts';
import { type Column, drawTable, type TableRow } from '../documents/table.ts';
import { writtenPieces } from '../documents/written.ts';
import type { ManifestContent } from './manifest.ts';

const leftMm = 15;
const widthMm = a4.widthMm - 2 * leftMm;
const firstTableMm = 62;
const laterTableMm = 30;
const footMm = a4.heightMm - 12;
/** Totals and signatures. */
const closingMm = 62;

const columns = [
  { name: 'CONNOTE', widthMm: 36, isBold: true },
  { name: 'RECEIVER', widthMm: 38, wraps: true },
  { name: 'DESTINATION', widthMm: 44 },
  { name: 'REFERENCE', widthMm: 20 },
  { name: 'PIECES', widthMm: 11, align: 'right' },
  { name: 'WEIGHT', widthMm: 16, align: 'right' },
  { name: 'CUBIC', widthMm: 15, align: 'right' },
] as const satisfies readonly Column[];

export function manifestPages(content: ManifestContent, metrics: FontMetrics): Page[] {
  const rows: TableRow[] = content.rows.map((row) => ({
    cells: [
      row.connote,
      row.receiver,
      row.place,
      row.reference,
      String(row.pieces),
      row.weight,
      row.cubic,
    ],
    note: [row.service, row.note].filter((part) => part !== '').join(': '),
  }));
  const sheets: Sheet[] = [];
  let next = 0;
  let endMm = 0;
  do {
    const sheet = newSheet(a4, metrics);
    if (content.isDemo)
      sheet.watermark({ xMm: 0, yMm: 60, widthMm: a4.widthMm, heightMm: 170 }, 'DEMO');
    const yMm = sheets.length === 0 ? drawHead(sheet, content) : drawLaterHead(sheet, content);
    const drawn = drawTable(sheet, {
      xMm: leftMm,
      yMm,
      bottomMm: footMm - 6,
      columns,
      rows,
      from: next,
    });
    next = drawn.next;
    endMm = drawn.endMm;
    sheets.push(sheet);
  } while (next < rows.length);
  const last = sheets.at(-1);
  if (last !== undefined && endMm + closingMm <= footMm) drawClosing(last, content, endMm);
  else {
    const sheet = newSheet(a4, metrics);
    if (content.isDemo)
      sheet.watermark({ xMm: 0, yMm: 60, widthMm: a4.widthMm, heightMm: 170 }, 'DEMO');
    drawClosing(sheet, content, drawLaterHead(sheet, content));
    sheets.push(sheet);
  }
  for (const [n, sheet] of sheets.entries()) drawFoot(sheet, content, n + 1, sheets.length);
  return sheets.map((sheet) => sheet.page());
}

function drawHead(sheet: Sheet, content: ManifestContent): number {
  sheet.line({ xMm: leftMm, baselineMm: 23, widthMm: widthMm * 0.6 }, 'Manifest', {
    sizeMm: 9,
    weight: 'bold',
  });
  sheet.line(
    { xMm: leftMm + widthMm * 0.5, baselineMm: 23, widthMm: widthMm * 0.5 },
    content.carrier,
    { sizeMm: 7, leastMm: 3.4, weight: 'bold', align: 'right' },
  );
  sheet.rule(leftMm, 27, widthMm, 0.5);
  sheet.line({ xMm: leftMm, baselineMm: 32.5, widthMm: 60 }, 'Pickup from', {
    sizeMm: 3,
    tone: 'grey',
  });
  sheet.block(
    { xMm: leftMm, yMm: 33.5, widthMm: widthMm * 0.58, heightMm: 24 },
    [...partyLines(content.from), content.from.place],
    { sizeMm: 3.8, leastMm: 2.4 },
  );
  const facts = [
    ['Pickup date', content.pickupDay],
    ['Consignments', String(content.consignments)],
    ['Pieces', String(content.pieces)],
    ['Weight', content.weight],
    ['Cubic', content.cubic],
  ];
  for (const [n, [name = '', text = '']] of facts.entries()) {
    const baselineMm = 32.5 + n * 5.4;
    const xMm = leftMm + widthMm * 0.64;
    sheet.line({ xMm, baselineMm, widthMm: 26 }, name, { sizeMm: 3, tone: 'grey' });
    sheet.line({ xMm: xMm + 26, baselineMm, widthMm: widthMm * 0.36 - 26 }, text, {
      sizeMm: 3.8,
      weight: 'bold',
      align: 'right',
    });
  }
  return firstTableMm;
}

function drawLaterHead(sheet: Sheet, content: ManifestContent): number {
  sheet.line(
    { xMm: leftMm, baselineMm: 21, widthMm },
    `Manifest ${content.carrier}, ${content.pickupDay}`,
    { sizeMm: 4.4, weight: 'bold' },
  );
  sheet.rule(leftMm, 25, widthMm, 0.5);
  return laterTableMm;
}

function drawClosing(sheet: Sheet, content: ManifestContent, yMm: number): void {
  const consignments =
    content.consignments === 1 ? '1 consignment' : `${content.consignments} consignments`;
  sheet.line(
    { xMm: leftMm, baselineMm: yMm + 8, widthMm },
    `Total ${consignments}, ${writtenPieces(content.pieces)}, ${content.weight}, ${content.cubic}`,
    { sizeMm: 4.2, weight: 'bold', align: 'right' },
  );
  sheet.line(
    { xMm: leftMm, baselineMm: yMm + 17, widthMm },
    'The pieces listed were counted and handed over in apparent good order.',
    { sizeMm: 3.2 },
  );
  drawSignatures(sheet, { xMm: leftMm, yMm: yMm + 22, widthMm });
}

function drawFoot(sheet: Sheet, content: ManifestContent, page: number, pages: number): void {
  sheet.line({ xMm: leftMm, baselineMm: footMm + 3, widthMm: widthMm * 0.7 }, content.issuer, {
    sizeMm: 2.6,
    tone: 'grey',
  });
  sheet.line(
    { xMm: leftMm + widthMm * 0.7, baselineMm: footMm + 3, widthMm: widthMm * 0.3 },
    `Page ${page} of ${pages}`,
    { sizeMm: 2.6, tone: 'grey', align: 'right' },
  );
}
