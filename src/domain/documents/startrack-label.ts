// StarTrack's freight label, made only with the despatch id and accounts that StarTrack issued: the freight item in
// Code 128 at least 25 mm high, the routing code, the QR record, and the number of an authority to leave if there is
// one.

import type { LabelContent } from './label-content.ts';
import { labelMarkTexts } from './label-marks.ts';
import { drawDeliverTo } from './label-party.ts';
import { a6, carrierLabel, type FontMetrics, type Page } from './layout.ts';
import { partyLines } from './postal-address.ts';
import { newSheet, type Sheet } from './sheet.ts';

const { leftMm, widthMm } = carrierLabel;
const rightMm = leftMm + widthMm;
const padMm = 2;
/** Tops of the bands. */
const top = { head: 4, route: 14, to: 45, from: 77, notes: 92, bars: 109, end: 144 };
/** The QR record, 65 modules of 0.4 mm, and the space reserved for it with its quiet zone. */
const qrSideMm = 26;
const qrMm = 30;
const barsMm = 26;
/** 222 modules make 83 mm, the width that StarTrack requires. */
const mostModuleMm = 0.375;

export function starTrackLabel(content: LabelContent, metrics: FontMetrics): Page {
  const sheet = newSheet(a6, metrics);
  drawHead(sheet, content);
  drawRoute(sheet, content);
  drawDeliverTo(
    sheet,
    content.to,
    {
      xMm: leftMm + padMm,
      yMm: top.to + 1.5,
      widthMm: widthMm - 2 * padMm,
      heightMm: top.from - top.to - 3,
    },
    'TO',
  );
  drawFrom(sheet, content);
  drawNotes(sheet, content);
  drawBars(sheet, content);
  for (const yMm of [top.route, top.to, top.from, top.notes, top.bars])
    sheet.rule(leftMm, yMm, widthMm);
  sheet.frame({ xMm: leftMm, yMm: top.head, widthMm, heightMm: top.end - top.head }, 0.4);
  return sheet.page();
}

function drawHead(sheet: Sheet, content: LabelContent): void {
  const baselineMm = top.head + 7.2;
  sheet.line({ xMm: leftMm + padMm, baselineMm, widthMm: widthMm * 0.4 }, content.carrier, {
    sizeMm: 6,
    weight: 'bold',
  });
  sheet.line(
    { xMm: leftMm + widthMm * 0.42, baselineMm, widthMm: widthMm * 0.58 - padMm },
    content.service,
    { sizeMm: 5.4, leastMm: 2.6, weight: 'bold', align: 'right' },
  );
}

/** Routing code and facts on the left, the QR record on the right. */
function drawRoute(sheet: Sheet, content: LabelContent): void {
  const heightMm = top.to - top.route;
  const roomMm = widthMm - qrMm;
  sheet.matrix(
    { xMm: rightMm - qrMm, yMm: top.route + 0.5, widthMm: qrMm, heightMm: heightMm - 1 },
    content.matrix,
    qrSideMm,
  );
  sheet.upright(rightMm - qrMm, top.route, heightMm);
  const routing = content.others.find(({ name }) => name === 'routing');
  if (routing !== undefined) {
    sheet.bars(
      { xMm: leftMm, yMm: top.route + 1.2, widthMm: roomMm, heightMm: 9.5 },
      routing.data,
      { mostModuleMm: 0.375 },
    );
    sheet.line(
      { xMm: leftMm + padMm, baselineMm: top.route + 15.6, widthMm: roomMm - 2 * padMm },
      routing.readable,
      { sizeMm: 5.4, weight: 'bold', align: 'centre' },
    );
  }
  const rows = [
    ['Consignment', content.connote],
    ['Item', `${content.piece} of ${content.pieces}`],
    ['Weight', `${content.weight}   ${content.cubic}`],
  ];
  for (const [n, [name = '', text = '']] of rows.entries()) {
    const baselineMm = top.route + 20.6 + n * 4.2;
    const xMm = leftMm + padMm;
    sheet.line({ xMm, baselineMm, widthMm: 19 }, name, { sizeMm: 2.7, tone: 'grey' });
    sheet.line({ xMm: xMm + 20, baselineMm, widthMm: roomMm - 24 }, text, {
      sizeMm: 3.6,
      weight: 'bold',
    });
  }
}

function drawFrom(sheet: Sheet, content: LabelContent): void {
  const { from } = content;
  sheet.block(
    {
      xMm: leftMm + padMm,
      yMm: top.from + 0.8,
      widthMm: widthMm * 0.62 - 2 * padMm,
      heightMm: top.notes - top.from - 1.2,
    },
    ['FROM', ...partyLines(from), from.place],
    { sizeMm: 2.6, leastMm: 1.9 },
  );
  const facts = [
    ['Despatched', content.despatchDay],
    ['Reference', content.customerReference || content.orderNumber],
    ['Unit', `${content.packaging}, ${content.size}`],
  ].filter(([, text]) => text !== '');
  for (const [n, [name = '', text = '']] of facts.entries()) {
    const baselineMm = top.from + 3.8 + n * 4.4;
    const xMm = leftMm + widthMm * 0.62;
    sheet.line({ xMm, baselineMm, widthMm: 14 }, name, { sizeMm: 2.3, tone: 'grey' });
    sheet.line({ xMm: xMm + 14, baselineMm, widthMm: widthMm * 0.38 - 16 }, text, { sizeMm: 2.8 });
  }
}

function drawNotes(sheet: Sheet, content: LabelContent): void {
  const authority = content.others.find(({ name }) => name === 'authority');
  const codeMm = authority === undefined ? 0 : 40;
  if (authority !== undefined) {
    sheet.upright(rightMm - codeMm, top.notes, top.bars - top.notes);
    sheet.bars(
      { xMm: rightMm - codeMm, yMm: top.notes + 1, widthMm: codeMm, heightMm: 10.5 },
      authority.data,
      { mostModuleMm: 0.25 },
    );
    sheet.line(
      { xMm: rightMm - codeMm, baselineMm: top.bars - 1.4, widthMm: codeMm },
      `ATL ${authority.readable}`,
      { sizeMm: 3, weight: 'bold', align: 'centre' },
    );
  }
  const roomMm = widthMm - codeMm - 2 * padMm;
  const marks = labelMarkTexts(content.marks).join('   ');
  sheet.line({ xMm: leftMm + padMm, baselineMm: top.notes + 4.2, widthMm: roomMm }, marks, {
    sizeMm: 3.4,
    leastMm: 2.2,
    weight: 'bold',
  });
  const fromMm = top.notes + (marks === '' ? 1 : 5.6);
  sheet.block(
    { xMm: leftMm + padMm, yMm: fromMm, widthMm: roomMm, heightMm: top.bars - fromMm - 0.5 },
    content.instructions,
    { runOn: '; ', sizeMm: 2.8, leastMm: 2 },
  );
}

function drawBars(sheet: Sheet, content: LabelContent): void {
  sheet.bars({ xMm: leftMm, yMm: top.bars + 1.5, widthMm, heightMm: barsMm }, content.linear.data, {
    mostModuleMm,
  });
  sheet.line({ xMm: leftMm, baselineMm: top.end - 2, widthMm }, content.linear.readable, {
    sizeMm: 4,
    weight: 'bold',
    align: 'centre',
  });
}
