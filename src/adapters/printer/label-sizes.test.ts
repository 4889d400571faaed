// Labels in the carriers' own layouts, measured in millimetres as a carrier does to approve them: exact on the PDF, in
// whole dots at 203 dpi. Also the colour that Australia Post requires for Express.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aConsignment,
  aLine,
  aParty,
  auspostCarrier,
  starTrackCarrier,
} from '../../../test/support/documents/consignments.ts';
import { labelJob } from '../../../test/support/documents/label-jobs.ts';
import {
  inkedMm,
  type MeasuredCode,
  measuredCodes,
} from '../../../test/support/documents/measured.ts';
import {
  type Colours,
  dotsPerMm,
  firstPageColours,
  openPdf,
  readColours,
  readPng,
  type Seen,
  seenZpl,
  shadesOf,
} from '../../../test/support/documents/read-document.ts';
import type { Consignment } from '../../domain/documents/consignment.ts';
import { renderDocument } from './render-document.ts';

const finePerMm = 32;
/** Tolerance for rounding both ends of a code to whole dots. */
const slackMm = 0.05;

const auspost = (connote: string): Consignment =>
  aConsignment({ carrier: auspostCarrier(), connote, items: [aLine()] });
const starTrack = (change: Partial<Consignment> = {}): Consignment =>
  aConsignment({
    carrier: starTrackCarrier(),
    connote: 'ABCD00000001',
    items: [aLine()],
    ...change,
  });

type Measured = { codes: MeasuredCode[]; inked: [number, number] };

async function onPdf(consignment: Consignment): Promise<Measured> {
  const pdf = await renderDocument(labelJob(consignment));
  const [page] = await openPdf(pdf);
  assert.ok(page);
  const fine = shadesOf(await firstPageColours(pdf, finePerMm));
  return {
    codes: await measuredCodes(page.at203Dpi, fine, finePerMm),
    inked: inkedMm(fine, finePerMm),
  };
}

async function onDots(seen: Seen): Promise<Measured> {
  return { codes: await measuredCodes(seen), inked: inkedMm(seen) };
}

const onPng = async (consignment: Consignment): Promise<Measured> =>
  await onDots(readPng(await renderDocument(labelJob(consignment, { format: 'png' }))));

async function onZpl(consignment: Consignment): Promise<Measured> {
  const zpl = Buffer.from(
    await renderDocument(labelJob(consignment, { format: 'zpl' })),
  ).toString();
  const [seen] = await seenZpl(zpl);
  assert.ok(seen);
  return await onDots(seen);
}

function assertAbout(actual: number, wanted: number, what: string): void {
  assert.ok(Math.abs(actual - wanted) <= slackMm, `${what} is ${actual} mm, not ${wanted} mm`);
}

function the({ codes }: Measured, isIt: (code: MeasuredCode) => boolean): MeasuredCode {
  const code = codes.find(isIt);
  assert.ok(code, JSON.stringify(codes));
  return code;
}

const isArticle = ({ format }: MeasuredCode): boolean => format === 'Code128';
const isDataMatrix = ({ format }: MeasuredCode): boolean => format === 'DataMatrix';

const isQr = ({ format }: MeasuredCode): boolean => format === 'QRCode';
const isItem = ({ text }: MeasuredCode): boolean => text === 'ABCD00000001FPP00001';

/** Connotes with the bar width that the carrier requires, and the widths of bars and DataMatrix in whole dots. */
const articles = [
  { connote: '2JD5418133', widthMm: 83.8, inDotsMm: 74.75, squareInDotsMm: 15 },
  { connote: 'A125418133', widthMm: 83.8, inDotsMm: 72, squareInDotsMm: 15 },
  { connote: 'ABCDE3454995', widthMm: 89.4, inDotsMm: 80.25, squareInDotsMm: 13 },
  { connote: '33W4P3454995', widthMm: 89.4, inDotsMm: 77.5, squareInDotsMm: 13 },
];

for (const { connote, widthMm, inDotsMm, squareInDotsMm } of articles) {
  test(`Australia Post's bars of ${connote} are ${widthMm} mm wide on the PDF, its DataMatrix 13.68 mm`, async () => {
    const label = await onPdf(auspost(connote));
    const bars = the(label, isArticle);
    assertAbout(bars.widthMm, widthMm, 'the bars');
    assert.ok(bars.heightMm >= 18);
    const moduleMm = (bars.widthMm * 0.25) / inDotsMm;
    for (const clearMm of bars.clearMm)
      assert.ok(clearMm >= Math.max(2.54, 10 * moduleMm), `${clearMm} mm are clear`);
    const square = the(label, isDataMatrix);
    assertAbout(square.widthMm, 13.68, 'the DataMatrix');
    assertAbout(square.heightMm, 13.68, 'the DataMatrix');
  });

  for (const [format, draw] of [
    ['PNG', onPng],
    ['ZPL', onZpl],
  ] as const) {
    test(`Australia Post's bars of ${connote} in ${format} have modules of two dots, its DataMatrix is ${squareInDotsMm} mm`, async () => {
      const label = await draw(auspost(connote));
      const bars = the(label, isArticle);
      assert.equal(bars.widthMm, inDotsMm);
      for (const clearMm of bars.clearMm) assert.ok(clearMm >= 2.54, `${clearMm} mm are clear`);
      const square = the(label, isDataMatrix);
      assert.deepEqual([square.widthMm, square.heightMm], [squareInDotsMm, squareInDotsMm]);
    });
  }
}

/** Capitals alone would fit a smaller QR code, so both are measured. */
const starTracks = {
  'an ordinary address': starTrack(),
  'an address in capitals': starTrack({
    receiver: aParty({
      company: 'HARBOUR BATHROOMS',
      name: 'MELANIE OKAFOR',
      street: ['4-216 FLINDERS LANE'],
      phone: '0395550142',
    }),
  }),
};

for (const [name, consignment] of Object.entries(starTracks)) {
  test(`StarTrack's QR code of ${name} is 26 mm on the PDF, its bars 83 mm long and 25 mm high`, async () => {
    const label = await onPdf(consignment);
    const square = the(label, isQr);
    assertAbout(square.widthMm, 26, 'the QR code');
    assertAbout(square.heightMm, 26, 'the QR code');
    for (const clearMm of square.clearMm) assert.ok(clearMm >= 4 * 0.4, `${clearMm} mm are clear`);
    const bars = the(label, isItem);
    assertAbout(bars.widthMm, 83.25, 'the bars');
    assert.ok(bars.heightMm >= 25);
    for (const clearMm of bars.clearMm) assert.ok(clearMm >= 5, `${clearMm} mm are clear`);
  });

  for (const [format, draw] of [
    ['PNG', onPng],
    ['ZPL', onZpl],
  ] as const) {
    test(`StarTrack's QR code of ${name} in ${format} has modules of three dots`, async () => {
      const label = await draw(consignment);
      const square = the(label, isQr);
      assert.deepEqual([square.widthMm, square.heightMm], [24.375, 24.375]);
      assert.equal(the(label, isItem).widthMm, 83.25);
    });
  }
}

const everyLabel = {
  ...Object.fromEntries(articles.map(({ connote }) => [connote, auspost(connote)])),
  ...starTracks,
};

for (const [name, consignment] of Object.entries(everyLabel)) {
  test(`the label of ${name} is printed whole on stock 100 mm wide, at its left or in its middle`, async () => {
    for (const [draw, paperMm] of [
      [onPdf, 105],
      [onPng, 105],
      [onZpl, 101.5],
    ] as const) {
      const [left, right] = (await draw(consignment)).inked;
      const inMiddleMm = (paperMm - 100) / 2;
      assert.ok(left >= inMiddleMm && right <= 100, `from ${left} to ${right} mm of ${paperMm}`);
    }
  });
}

/** The share of the dots in the head of an Australia Post label for which `isSo` is true. */
function shareOfHead({ width, channels, rows }: Colours, isSo: (dot: number[]) => boolean): number {
  const dot = (xMm: number, yMm: number): number[] => {
    const at = (Math.round(yMm * dotsPerMm) * width + Math.round(xMm * dotsPerMm)) * channels;
    return [...rows.subarray(at, at + channels)];
  };
  const across = Array.from({ length: 700 }, (_, n) => 6 + n / dotsPerMm);
  const down = Array.from({ length: 60 }, (_, n) => 7 + n / dotsPerMm);
  const dots = down.flatMap((yMm) => across.map((xMm) => dot(xMm, yMm)));
  return dots.filter(isSo).length / dots.length;
}

const isYellow = ([red = 0, green = red, blue = red]: number[]): boolean =>
  red > 240 && green > 190 && green < 230 && blue < 30;
const isBlack = ([red = 0, green = red, blue = red]: number[]): boolean =>
  Math.max(red, green, blue) < 30;

test('the head of an Express label is yellow with black letters on the PDF and in PNG', async () => {
  const consignment = auspost('2JD5418133');
  const pdf = await firstPageColours(await renderDocument(labelJob(consignment)), dotsPerMm);
  const png = readColours(await renderDocument(labelJob(consignment, { format: 'png' })));
  for (const head of [pdf, png]) {
    assert.ok(shareOfHead(head, isYellow) > 0.6, `${shareOfHead(head, isYellow)} is yellow`);
    assert.ok(shareOfHead(head, isBlack) > 0.05, `${shareOfHead(head, isBlack)} is black`);
  }
});

test('several Express labels below each other in a picture all have their yellow', async () => {
  const consignment = { ...auspost('2JD5418133'), items: [aLine({ quantity: 2 })] };
  const { rows, ...both } = readColours(
    await renderDocument(labelJob(consignment, { format: 'png' })),
  );
  const half = rows.length / 2;
  for (const label of [rows.subarray(0, half), rows.subarray(half)])
    assert.ok(shareOfHead({ ...both, rows: label }, isYellow) > 0.6);
});

test('a label printer, which has no yellow, frames the head of an Express label and leaves it white', async () => {
  const zpl = Buffer.from(
    await renderDocument(labelJob(auspost('2JD5418133'), { format: 'zpl' })),
  ).toString();
  const [seen] = await seenZpl(zpl);
  assert.ok(seen);
  const black = shareOfHead({ ...seen, channels: 1, rows: seen.dots }, isBlack);
  assert.ok(black > 0.05 && black < 0.4, `${black} is black`);
});

test('other labels of Australia Post have no colour', async () => {
  const carrier = { ...auspostCarrier(), service: 'Parcel Post (eParcel)' };
  const consignment = { ...auspost('2JD5418133'), carrier };
  const { channels } = readColours(await renderDocument(labelJob(consignment, { format: 'png' })));
  assert.equal(channels, 1);
  const pdf = await firstPageColours(await renderDocument(labelJob(consignment)), dotsPerMm);
  assert.equal(shareOfHead(pdf, isYellow), 0);
});
