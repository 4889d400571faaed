// The neutral label, an A6 page for each piece: our own design, for carriers that have not issued identifiers. A
// forklift driver reads carrier, destination and piece; a scanner reads the bars at the foot and the square code
// beside the sender. The customer's texts share the middle: a long address takes space from the instructions, and
// unused space goes to the bars.

import type { LabelContent } from './label-content.ts';
import { labelMarkTexts } from './label-marks.ts';
import { a6, type FontMetrics, type Page } from './layout.ts';
import { partyLines } from './postal-address.ts';
import { newSheet, type Sheet } from './sheet.ts';
import { fitBlock } from './text-fit.ts';

const leftMm = 4;
const widthMm = a6.widthMm - 2 * leftMm;
const rightMm = leftMm + widthMm;
const padMm = 2;
const headMm = 4;
const endMm = a6.heightMm - 4;

/** Heights of the fixed bands. */
const fixed = { head: 12, route: 17, from: 26, piece: 11 };
const leastBarsMm = 22;
const mostBarsMm = 27;
const flexibleMm =
  endMm - headMm - fixed.head - fixed.route - fixed.from - fixed.piece - leastBarsMm;
const leastDestinationMm = 33;
const markSizeMm = 3.1;
const markRowMm = 5;
/** Letter size of the addressee's name. */
const leadMm = 4.9;
const leastLeadMm = 3.2;
const noteSizeMm = 2.7;
const leastNoteMm = 2.1;

export function neutralLabel(content: LabelContent, metrics: FontMetrics): Page {
  const sheet = newSheet(a6, metrics);
  const { destinationMm, notesMm, barsMm } = shareHeight(content, metrics);
  const route = headMm + fixed.head;
  const to = route + fixed.route;
  const from = to + destinationMm;
  const piece = from + fixed.from;
  const notes = piece + fixed.piece;
  const bars = endMm - barsMm;
  if (content.isDemo) {
    const box = { xMm: leftMm, yMm: to, widthMm, heightMm: destinationMm };
    sheet.watermark(box, 'DEMO');
  }
  drawHead(sheet, content);
  drawRoute(sheet, content, route);
  drawDestination(sheet, content, to, destinationMm);
  drawOrigin(sheet, content, from);
  drawPiece(sheet, content, piece);
  drawNotes(sheet, content, notes, notesMm);
  drawBars(sheet, content, bars);
  for (const yMm of [to, from, piece, ...(notesMm > 0 ? [notes] : []), bars])
    sheet.rule(leftMm, yMm, widthMm);
  sheet.frame({ xMm: leftMm, yMm: headMm, widthMm, heightMm: endMm - headMm }, 0.4);
  return sheet.page();
}

/** Divides the space between the fixed bands as described at the top of this file. */
function shareHeight(
  content: LabelContent,
  metrics: FontMetrics,
): { destinationMm: number; notesMm: number; barsMm: number } {
  const lines = partyLines(content.to).length + (content.to.phone === '' ? 0 : 1);
  const wantedTo = 6 + lines * 5.3 + 12 + (content.to.country === '' ? 0 : 8.2);
  const wantedNotes = wantedNotesMm(content, metrics);
  const spare = flexibleMm - wantedTo - wantedNotes;
  if (spare >= 0) {
    const barsMm = Math.min(mostBarsMm, leastBarsMm + spare);
    return {
      destinationMm: wantedTo + spare - (barsMm - leastBarsMm),
      notesMm: wantedNotes,
      barsMm,
    };
  }
  const destinationMm = Math.max(Math.min(wantedTo, leastDestinationMm), wantedTo + spare);
  return { destinationMm, notesMm: flexibleMm - destinationMm, barsMm: leastBarsMm };
}

function wantedNotesMm(content: LabelContent, metrics: FontMetrics): number {
  const { lines } = fitBlock(metrics, {
    paragraphs: noteTexts(content),
    weight: 'regular',
    sizeMm: noteSizeMm,
    leastMm: noteSizeMm,
    widthMm: widthMm - 2 * padMm,
    heightMm: flexibleMm,
    leading: 1.2,
  });
  const marksMm = markRows(content, metrics).length * markRowMm;
  const textMm = lines.length === 0 ? 0 : lines.length * noteSizeMm * 1.2 + 1.6;
  return marksMm + textMm === 0 ? 0 : marksMm + textMm + 1;
}

function noteTexts({ instructions, description }: LabelContent): string[] {
  return [...instructions, ...(description === '' ? [] : [`Contents: ${description}`])];
}

function drawHead(sheet: Sheet, content: LabelContent): void {
  sheet.fill({ xMm: leftMm, yMm: headMm, widthMm, heightMm: fixed.head });
  const xMm = leftMm + padMm + 0.5;
  const name = sheet.line({ xMm, baselineMm: headMm + 8.7, widthMm: 62 }, content.carrier, {
    sizeMm: 7.6,
    leastMm: 3.6,
    weight: 'bold',
    tone: 'white',
  });
  const rest = rightMm - padMm - 0.5 - (xMm + name.widthMm + 4);
  sheet.line(
    { xMm: rightMm - padMm - 0.5 - rest, baselineMm: headMm + 8.7, widthMm: rest },
    content.isDemo ? 'NOT VALID FOR CARRIAGE' : content.service,
    { sizeMm: 4.6, leastMm: 2.2, weight: 'bold', tone: 'white', align: 'right' },
  );
}

/**
 * The connote on the left; on the right, as large as possible, the piece's destination: postcode, or country abroad.
 */
function drawRoute(sheet: Sheet, content: LabelContent, yMm: number): void {
  const routeMm = 42;
  const factsMm = widthMm - routeMm;
  const xMm = leftMm + padMm;
  caption(sheet, 'CONNOTE', xMm, yMm + 3.4);
  sheet.line({ xMm, baselineMm: yMm + 9, widthMm: factsMm - 2 * padMm }, content.connote, {
    sizeMm: 6.2,
    leastMm: 3,
    weight: 'bold',
  });
  const facts = [
    ['Pickup', content.despatchDay],
    ['Ref', content.customerReference],
    ['Order', content.orderNumber],
  ];
  sheet.line(
    { xMm, baselineMm: yMm + 14.4, widthMm: factsMm - 2 * padMm },
    facts.flatMap(([name, text]) => (text === '' ? [] : [`${name} ${text}`])).join('   '),
    { sizeMm: 3, leastMm: 2 },
  );
  const isAbroad = content.to.country !== '';
  sheet.upright(rightMm - routeMm, yMm, fixed.route);
  sheet.big(
    {
      xMm: rightMm - routeMm + 1.5,
      yMm: yMm + 2.2,
      widthMm: routeMm - 3,
      heightMm: fixed.route - 4.4,
    },
    isAbroad ? content.to.countryCode : `${content.to.state} ${content.to.postcode}`,
    17,
  );
}

function drawDestination(sheet: Sheet, { to }: LabelContent, yMm: number, heightMm: number): void {
  const xMm = leftMm + padMm;
  const roomMm = widthMm - 2 * padMm;
  const tagMm = sheet.badge(leftMm, yMm, 'TO', 3.2);
  if (to.phone !== '') {
    sheet.line(
      { xMm: xMm + tagMm + 2, baselineMm: yMm + 3.3, widthMm: roomMm - tagMm - 2 },
      `Ph ${to.phone}`,
      { sizeMm: 3, leastMm: 2.2, align: 'right' },
    );
  }
  // Extra height, because some scripts have long descenders.
  const countryMm = to.country === '' ? 0 : 8.2;
  const placeMm = to.country === '' ? 10.5 : 9.5;
  const foot = yMm + heightMm - 2.4 - countryMm;
  sheet.line({ xMm, baselineMm: foot, widthMm: roomMm }, to.place, {
    sizeMm: to.country === '' ? 9.6 : 7.4,
    leastMm: 3.4,
    weight: 'bold',
  });
  if (to.country !== '') {
    sheet.line({ xMm, baselineMm: foot + countryMm, widthMm: roomMm }, to.country, {
      sizeMm: 6.4,
      leastMm: 3,
      weight: 'bold',
    });
  }
  const [first = '', ...others] = partyLines(to);
  const linesMm = heightMm - 6 - placeMm - countryMm;
  // One line unless it would become too small; otherwise two.
  const widthAtOne = sheet.metrics.widthOf(first, 'bold');
  const oneLineMm = Math.min(leadMm, widthAtOne === 0 ? leadMm : roomMm / widthAtOne);
  const lead = sheet.block(
    {
      xMm,
      yMm: yMm + 5.4,
      widthMm: roomMm,
      heightMm: others.length === 0 ? linesMm : Math.max(linesMm * 0.4, 5.4),
    },
    [first],
    {
      sizeMm: oneLineMm >= leastLeadMm ? Math.floor(oneLineMm * 100) / 100 : leadMm,
      leastMm: 2.6,
      weight: 'bold',
      leading: 1.08,
    },
  );
  sheet.block(
    { xMm, yMm: lead.endMm, widthMm: roomMm, heightMm: yMm + 5.4 + linesMm - lead.endMm },
    others,
    { sizeMm: 4.4, leastMm: 2.3, leading: 1.14 },
  );
}

function drawOrigin(sheet: Sheet, content: LabelContent, yMm: number): void {
  const codeMm = fixed.from;
  const xMm = leftMm + padMm;
  const roomMm = widthMm - codeMm - 2 * padMm;
  sheet.matrix(
    { xMm: rightMm - codeMm + 0.5, yMm: yMm + 0.5, widthMm: codeMm - 1, heightMm: codeMm - 1 },
    content.matrix,
  );
  sheet.upright(rightMm - codeMm, yMm, fixed.from);
  const tagMm = sheet.badge(leftMm, yMm, 'FROM', 2.4);
  const { from } = content;
  if (from.phone !== '') {
    sheet.line(
      { xMm: leftMm + tagMm + 2, baselineMm: yMm + 2.6, widthMm: roomMm - tagMm },
      `Ph ${from.phone}`,
      { sizeMm: 2.4, align: 'right' },
    );
  }
  sheet.block(
    { xMm, yMm: yMm + 4, widthMm: roomMm, heightMm: 16.4 },
    [...partyLines(from), [from.place, from.country].filter((part) => part !== '').join('  ')],
    { sizeMm: 3, leastMm: 1.9, leading: 1.16 },
  );
  sheet.line(
    { xMm, baselineMm: yMm + fixed.from - 1.8, widthMm: roomMm },
    [`Booking ${content.bookingId}`, content.issuer].filter((part) => part !== '').join('   '),
    { sizeMm: 2.2 },
  );
}

/** Four cells: piece, weight, volume and size. */
function drawPiece(sheet: Sheet, content: LabelContent, yMm: number): void {
  const cells = [
    { name: 'PIECE', text: `${content.piece} of ${content.pieces}`, widthMm: 27, sizeMm: 6 },
    { name: 'WEIGHT', text: content.weight, widthMm: 22, sizeMm: 4.8 },
    { name: 'CUBIC', text: content.cubic, widthMm: 21, sizeMm: 4.8 },
    { name: content.packaging.toUpperCase(), text: content.size, widthMm: 27, sizeMm: 4 },
  ];
  let xMm = leftMm;
  for (const cell of cells) {
    if (xMm > leftMm) sheet.upright(xMm, yMm, fixed.piece);
    caption(sheet, cell.name, xMm + 1.5, yMm + 3.1, cell.widthMm - 2.5);
    sheet.line({ xMm: xMm + 1.5, baselineMm: yMm + 9, widthMm: cell.widthMm - 2.5 }, cell.text, {
      sizeMm: cell.sizeMm,
      leastMm: 2,
      weight: 'bold',
    });
    xMm += cell.widthMm;
  }
}

function drawNotes(sheet: Sheet, content: LabelContent, yMm: number, heightMm: number): void {
  let nextMm = yMm + 1;
  for (const row of markRows(content, sheet.metrics)) {
    let xMm = leftMm + padMm;
    for (const text of row) xMm += sheet.badge(xMm, nextMm, text, markSizeMm) + 1.5;
    nextMm += markRowMm;
  }
  sheet.block(
    {
      xMm: leftMm + padMm,
      yMm: nextMm,
      widthMm: widthMm - 2 * padMm,
      heightMm: yMm + heightMm - nextMm - 0.4,
    },
    noteTexts(content),
    { runOn: '; ', sizeMm: noteSizeMm, leastMm: leastNoteMm },
  );
}

/** Marks side by side, as many as fit in each row. */
function markRows(content: LabelContent, metrics: FontMetrics): string[][] {
  const rows: string[][] = [];
  let usedMm = Number.POSITIVE_INFINITY;
  for (const text of labelMarkTexts(content.marks)) {
    const markMm = metrics.widthOf(text, 'bold') * markSizeMm + 0.9 * markSizeMm + 1.5;
    if (usedMm + markMm > widthMm - 2 * padMm) {
      rows.push([]);
      usedMm = 0;
    }
    rows.at(-1)?.push(text);
    usedMm += markMm;
  }
  return rows;
}

function drawBars(sheet: Sheet, content: LabelContent, yMm: number): void {
  const readableMm = 4.4;
  const heightMm = endMm - yMm - readableMm - 2.2;
  sheet.bars(
    { xMm: leftMm + 0.5, yMm: yMm + 1.6, widthMm: widthMm - 1, heightMm },
    content.linear.data,
    {
      mostModuleMm: 0.5,
    },
  );
  sheet.line(
    { xMm: leftMm + padMm, baselineMm: endMm - 1.6, widthMm: widthMm - 2 * padMm },
    content.linear.readable,
    { sizeMm: 3.8, align: 'centre' },
  );
}

function caption(sheet: Sheet, text: string, xMm: number, baselineMm: number, roomMm = 40): void {
  sheet.line({ xMm, baselineMm, widthMm: roomMm }, text, {
    sizeMm: 2.1,
    weight: 'bold',
    tone: 'grey',
  });
}
