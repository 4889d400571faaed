// The standard label: an A4 page for each piece, for offices without a label printer. The upper left quarter is the
// A6 label, with full details beside it. Folded in the middle, the page fits an A5 pouch. Below the fold of the first
// page is the pickup record, which the driver signs.

import type { ConsignmentSummary } from './consignment-summary.ts';
import type { LabelContent } from './label-content.ts';
import { labelMarkTexts } from './label-marks.ts';
import { a4, a6, type FontMetrics, type Page } from './layout.ts';
import { type Party, partyLines } from './postal-address.ts';
import { movedMarks, newSheet, type Sheet } from './sheet.ts';
import { drawSignatures } from './signatures.ts';
import { drawTable } from './table.ts';
import { writtenPieces } from './written.ts';

const edgeMm = 4;
const sideMm = a6.widthMm + edgeMm;
const sideWidthMm = a4.widthMm - sideMm - 2 * edgeMm;
const recordWidthMm = a4.widthMm - 24;
const recordMm = 12;

export function standardLabel(
  label: Page,
  content: LabelContent,
  summary: ConsignmentSummary,
  metrics: FontMetrics,
): Page {
  const sheet = newSheet(a4, metrics);
  sheet.upright(a6.widthMm, 0, a6.heightMm, 0.2, true);
  sheet.rule(0, a6.heightMm, a4.widthMm, 0.2, true);
  drawSide(sheet, content, summary);
  if (content.piece === 1) drawRecord(sheet, content, summary);
  const page = sheet.page();
  return { ...page, marks: [...movedMarks(label.marks, 0, 0), ...page.marks] };
}

function drawSide(sheet: Sheet, content: LabelContent, summary: ConsignmentSummary): void {
  const bottomMm = a6.heightMm - 8;
  sheet.line(
    { xMm: sideMm, baselineMm: 13, widthMm: sideWidthMm },
    `${content.carrier} ${content.connote}`,
    { sizeMm: 5.6, leastMm: 3, weight: 'bold' },
  );
  sheet.line(
    { xMm: sideMm, baselineMm: 18.6, widthMm: sideWidthMm },
    [content.service, `piece ${content.piece} of ${content.pieces}`]
      .filter((part) => part !== '')
      .join(', '),
    { sizeMm: 3.6 },
  );
  sheet.rule(sideMm, 21.5, sideWidthMm, 0.4);
  const facts = [
    ['Pickup', summary.pickup],
    ['Consignment', `${writtenPieces(summary.pieces)}, ${summary.weight}, ${summary.cubic}`],
    ['This piece', `${content.packaging}, ${content.weight}, ${content.size}`],
    ['Contents', content.description],
    ['Reference', content.customerReference],
    ['Order', content.orderNumber],
    [
      'Booking',
      [String(content.bookingId), content.issuer].filter((part) => part !== '').join(', '),
    ],
  ].filter(([, text]) => text !== '');
  let yMm = 22.5;
  for (const [name = '', text = ''] of facts) {
    yMm = drawFact(sheet, yMm, name, text);
  }
  yMm = drawParty(
    sheet,
    yMm + 2,
    'Pick up from',
    content.from,
    [content.pickupInstructions],
    bottomMm - 45,
  );
  const notes = [labelMarkTexts(content.marks).join(', '), ...content.instructions];
  drawParty(sheet, yMm + 2, 'Deliver to', content.to, notes, bottomMm);
  sheet.line(
    { xMm: sideMm, baselineMm: a6.heightMm - 3, widthMm: sideWidthMm },
    'Print at actual size. Cut or fold on the dashed lines; keep the bars flat and uncovered.',
    { sizeMm: 2.3, tone: 'grey', align: 'centre' },
  );
}

function drawFact(sheet: Sheet, yMm: number, name: string, text: string): number {
  const nameMm = 22;
  sheet.line({ xMm: sideMm, baselineMm: yMm + 3.6, widthMm: nameMm - 1 }, name, {
    sizeMm: 3,
    tone: 'grey',
  });
  const { endMm } = sheet.block(
    { xMm: sideMm + nameMm, yMm, widthMm: sideWidthMm - nameMm, heightMm: 8 },
    [text],
    { sizeMm: 3.2, leastMm: 2.4, leading: 1.5 },
  );
  return Math.max(endMm, yMm + 4.8);
}

function drawParty(
  sheet: Sheet,
  yMm: number,
  title: string,
  party: Party,
  notes: readonly string[],
  bottomMm: number,
): number {
  sheet.rule(sideMm, yMm, sideWidthMm, 0.2);
  sheet.line({ xMm: sideMm, baselineMm: yMm + 4.4, widthMm: sideWidthMm }, title, {
    sizeMm: 3,
    tone: 'grey',
  });
  const address = sheet.block(
    { xMm: sideMm, yMm: yMm + 5.6, widthMm: sideWidthMm, heightMm: 24 },
    [
      ...partyLines(party),
      [party.place, party.country].filter((part) => part !== '').join('  '),
      party.phone === '' ? '' : `Ph ${party.phone}`,
    ],
    { sizeMm: 3.4, leastMm: 2.2, leading: 1.28 },
  );
  const { endMm } = sheet.block(
    {
      xMm: sideMm,
      yMm: address.endMm + 0.8,
      widthMm: sideWidthMm,
      heightMm: Math.max(3.6, bottomMm - address.endMm - 2),
    },
    notes,
    { sizeMm: 3.1, leastMm: 1.9, leading: 1.28 },
  );
  return endMm;
}

/** The pickup record below the fold: the pieces collected, and the signatures. */
function drawRecord(sheet: Sheet, content: LabelContent, summary: ConsignmentSummary): void {
  const topMm = a6.heightMm + 8;
  sheet.line(
    { xMm: recordMm, baselineMm: topMm + 5, widthMm: recordWidthMm * 0.6 },
    'Pickup record',
    { sizeMm: 5.6, weight: 'bold' },
  );
  sheet.line(
    { xMm: recordMm + recordWidthMm * 0.4, baselineMm: topMm + 5, widthMm: recordWidthMm * 0.6 },
    `${content.carrier}   ${content.connote}`,
    { sizeMm: 4.4, weight: 'bold', align: 'right' },
  );
  sheet.line(
    { xMm: recordMm, baselineMm: topMm + 11, widthMm: recordWidthMm },
    `${content.from.place} to ${[content.to.place, content.to.country].filter((part) => part !== '').join(' ')}, ${summary.pickup}`,
    { sizeMm: 3.6 },
  );
  const rows = summary.lines.map((line) => ({
    cells: [
      String(line.quantity),
      line.packaging,
      line.size,
      line.weightEach,
      line.weight,
      line.cubic,
    ],
  }));
  const { next, endMm } = drawTable(sheet, {
    xMm: recordMm,
    yMm: topMm + 14,
    bottomMm: a4.heightMm - 58,
    columns: [
      { name: 'QUANTITY', widthMm: 20 },
      { name: 'PACKAGING', widthMm: 50 },
      { name: 'SIZE OF EACH', widthMm: 40 },
      { name: 'WEIGHT OF EACH', widthMm: 26, align: 'right' },
      { name: 'WEIGHT', widthMm: 26, align: 'right' },
      { name: 'CUBIC', widthMm: 24, align: 'right' },
    ],
    rows,
    from: 0,
  });
  const left = rows.length - next;
  sheet.line(
    { xMm: recordMm, baselineMm: endMm + 5.5, widthMm: recordWidthMm },
    `${left > 0 ? `${left} more lines.  ` : ''}Total ${writtenPieces(summary.pieces)}, ${summary.weight}, ${summary.cubic}`,
    { sizeMm: 3.6, weight: 'bold', align: 'right' },
  );
  drawSignatures(sheet, { xMm: recordMm, yMm: endMm + 12, widthMm: recordWidthMm });
  drawInstructions(sheet, content, endMm + 52);
}

/** Lists all instructions if there is space; the details beside the label cut a long list. */
function drawInstructions(sheet: Sheet, content: LabelContent, yMm: number): void {
  const heightMm = a4.heightMm - 8 - yMm;
  if (content.instructions.length === 0 || heightMm < 10) return;
  sheet.line(
    { xMm: recordMm, baselineMm: yMm + 3, widthMm: recordWidthMm },
    'Delivery instructions',
    { sizeMm: 3, tone: 'grey' },
  );
  sheet.block(
    { xMm: recordMm, yMm: yMm + 4.4, widthMm: recordWidthMm, heightMm: heightMm - 4.4 },
    content.instructions,
    { sizeMm: 3.2, leastMm: 2.1, leading: 1.3 },
  );
}
