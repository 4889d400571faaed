// Labels in the carriers' own layouts, measured in millimetres as a carrier that approves them does: on the PDF exactly, on
// what a 203 dpi printer draws to the dot.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aConsignment,
  aLine,
  aParty,
  auspostCarrier,
  starTrackCarrier,
} from '../../../test/support/papers/consignments.ts';
import { labelJob } from '../../../test/support/papers/label-jobs.ts';
import {
  inkedMm,
  type MeasuredCode,
  measuredCodes,
} from '../../../test/support/papers/measured.ts';
import {
  firstPageColours,
  openPdf,
  readPng,
  type Seen,
  seenZpl,
} from '../../../test/support/papers/paper.ts';
import type { Consignment } from '../../domain/documents/consignment.ts';
import { renderDocument } from './render-document.ts';

const finePerMm = 32;
/** The edges of two dots. */
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
  const { width, height, channels, rows } = await firstPageColours(pdf, finePerMm);
  const dots = new Uint8Array(width * height).map((_, n) => rows[n * channels] ?? 0);
  const fine = { width, height, dots };
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

/** Connotes, how wide the carrier asks their bars to be, and what bars and DataMatrix are in whole dots. */
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

/** Capitals alone could be written in a smaller symbol. */
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
