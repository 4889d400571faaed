// Australia Post's parcel label, made only with the identifiers that Australia Post issued: GS1-128 at least 18 mm
// high and a GS1 DataMatrix, "DELIVER TO" in capitals without commas, the sender in smaller type, the article number
// in words. Production use needs Australia Post's sign-off; see docs/operators/documents.md.

import type { LabelContent } from './label-content.ts';
import { drawDeliverTo } from './label-party.ts';
import { a6, carrierLabel, type FontMetrics, type Page } from './layout.ts';
import { partyLines } from './postal-address.ts';
import { newSheet, type Sheet } from './sheet.ts';

const { leftMm, widthMm } = carrierLabel;
const rightMm = leftMm + widthMm;
const padMm = 2;
/** Tops of the bands. */
const top = { head: 4, facts: 17, to: 36, notes: 73, from: 90, bars: 110 };
const barsMm = 20;
/** The widths that Australia Post requires; they depend on the length of the merchant identifier. */
const barsWidthMm = { short: 83.8, long: 89.4 };
/** The length of a connote whose merchant identifier has three characters; other identifiers have five. */
const shortConnote = 10;
/** The DataMatrix and the space reserved for it. */
const dataMatrixSideMm = 13.68;
const dataMatrixMm = 20;

export function auspostLabel(content: LabelContent, metrics: FontMetrics): Page {
  const sheet = newSheet(a6, metrics);
  drawHead(sheet, content);
  drawFacts(sheet, content);
  drawDeliverTo(
    sheet,
    content.to,
    {
      xMm: leftMm + padMm,
      yMm: top.to + 1.5,
      widthMm: widthMm - 2 * padMm,
      heightMm: top.notes - top.to - 3,
    },
    'DELIVER TO',
  );
  drawNotes(sheet, content);
  drawFrom(sheet, content);
  drawBars(sheet, content);
  for (const yMm of [top.facts, top.to, top.notes, top.from]) sheet.rule(leftMm, yMm, widthMm);
  // The frame leaves out the bars, which need quiet zones.
  sheet.frame({ xMm: leftMm, yMm: top.head, widthMm, heightMm: top.bars - top.head }, 0.4);
  return sheet.page();
}

/** Australia Post requires a yellow head for express articles. */
function drawHead(sheet: Sheet, content: LabelContent): void {
  const isExpress = /express/i.test(content.service);
  if (isExpress)
    sheet.fill({ xMm: leftMm, yMm: top.head, widthMm, heightMm: top.facts - top.head }, 'yellow');
  sheet.line(
    { xMm: leftMm + padMm, baselineMm: top.head + 9, widthMm: widthMm * 0.62 - padMm },
    content.service,
    { sizeMm: 7.4, leastMm: 3.4, weight: 'bold' },
  );
  sheet.line(
    { xMm: leftMm + widthMm * 0.64, baselineMm: top.head + 9, widthMm: widthMm * 0.36 - padMm },
    content.carrier,
    { sizeMm: 4, align: 'right' },
  );
}

function drawFacts(sheet: Sheet, content: LabelContent): void {
  const heightMm = top.to - top.facts;
  sheet.matrix(
    {
      xMm: rightMm - dataMatrixMm,
      yMm: top.facts + 0.5,
      widthMm: dataMatrixMm,
      heightMm: heightMm - 1,
    },
    content.matrix,
    dataMatrixSideMm,
  );
  sheet.upright(rightMm - dataMatrixMm, top.facts, heightMm);
  const xMm = leftMm + padMm;
  const roomMm = widthMm - dataMatrixMm - 2 * padMm;
  const rows = [
    ['Consignment', content.connote],
    ['Parcel', `${content.piece} of ${content.pieces}`],
    ['Weight', `${content.weight}   ${content.cubic}`],
    [
      'Reference',
      [content.customerReference || content.orderNumber, content.despatchDay]
        .filter((part) => part !== '')
        .join('   '),
    ],
  ];
  for (const [n, [name = '', text = '']] of rows.entries()) {
    const baselineMm = top.facts + 4.3 + n * 4.3;
    sheet.line({ xMm, baselineMm, widthMm: 20 }, name, { sizeMm: 2.7, tone: 'grey' });
    sheet.line({ xMm: xMm + 21, baselineMm, widthMm: roomMm - 21 }, text, {
      sizeMm: 3.4,
      weight: 'bold',
    });
  }
}

function drawNotes(sheet: Sheet, content: LabelContent): void {
  const isDangerous = content.marks.some(({ kind }) => kind === 'dangerous_goods');
  const mayLeave = content.marks.some(({ kind }) => kind === 'authority_to_leave');
  let nextMm = top.notes + 1.4;
  let xMm = leftMm + padMm;
  const signed = mayLeave ? 'AUTHORITY TO LEAVE' : 'SIGNATURE ON DELIVERY';
  for (const text of [signed, ...(isDangerous ? ['FOR ROAD TRANSPORT ONLY'] : [])])
    xMm += sheet.badge(xMm, nextMm, text, 3) + 1.5;
  nextMm += 5;
  sheet.block(
    {
      xMm: leftMm + padMm,
      yMm: nextMm,
      widthMm: widthMm - 2 * padMm,
      heightMm: top.from - nextMm - 0.5,
    },
    content.instructions,
    { runOn: '; ', sizeMm: 2.8, leastMm: 2 },
  );
}

const declaration =
  'Aviation security and dangerous goods declaration: the sender acknowledges that this article may be carried by air and will be subject to aviation security and clearing procedures, and declares that it contains no dangerous or prohibited goods, explosive or incendiary devices. A false declaration is an offence.';
const roadDeclaration =
  'The sender declares that this article contains dangerous goods that may travel by road only, packed and marked as the law requires.';

function drawFrom(sheet: Sheet, content: LabelContent): void {
  const halfMm = (widthMm - 3 * padMm) / 2;
  const { from } = content;
  sheet.block(
    {
      xMm: leftMm + padMm,
      yMm: top.from + 1,
      widthMm: halfMm,
      heightMm: top.bars - top.from - 1.6,
    },
    ['FROM', ...partyLines(from), from.place],
    { sizeMm: 2.6, leastMm: 1.9 },
  );
  const isDangerous = content.marks.some(({ kind }) => kind === 'dangerous_goods');
  sheet.block(
    {
      xMm: leftMm + 2 * padMm + halfMm,
      yMm: top.from + 1,
      widthMm: halfMm,
      heightMm: top.bars - top.from - 1.6,
    },
    [isDangerous ? roadDeclaration : declaration],
    { sizeMm: 2.1, leastMm: 1.9, leading: 1.12 },
  );
}

function drawBars(sheet: Sheet, content: LabelContent): void {
  sheet.line(
    { xMm: leftMm, baselineMm: top.bars + 5, widthMm },
    `AP Article ID: ${content.linear.readable}`,
    { sizeMm: 3.8, weight: 'bold', align: 'centre' },
  );
  const exactMm = barsWidthMm[content.connote.length > shortConnote ? 'long' : 'short'];
  sheet.bars({ xMm: leftMm, yMm: top.bars + 7, widthMm, heightMm: barsMm }, content.linear.data, {
    exactMm,
  });
  sheet.line(
    { xMm: leftMm, baselineMm: top.bars + 7 + barsMm + 4.6, widthMm },
    `AP Article ID: ${content.linear.readable}`,
    { sizeMm: 3.2, align: 'centre' },
  );
}
