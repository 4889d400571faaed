// Every code on every label scans in every format, with decoders that share no code with the printer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aConsignment,
  aLine,
  auspostCarrier,
  extremeConsignments,
  starTrackCarrier,
} from '../../../test/support/documents/consignments.ts';
import { labelJob, labelsOf } from '../../../test/support/documents/label-jobs.ts';
import {
  checkPdf,
  fontsOf,
  openPdf,
  readCodes,
  readPng,
  type Seen,
  seenZpl,
} from '../../../test/support/documents/read-document.ts';
import { fnc1 } from '../../domain/documents/code-128.ts';
import type { Consignment } from '../../domain/documents/consignment.ts';
import type { LabelContent } from '../../domain/documents/label-content.ts';
import { drawPicture } from './picture.ts';
import { renderDocument, sharedFonts } from './render-document.ts';

const cases: Record<string, Consignment> = {
  'an ordinary consignment': aConsignment(),
  'a demo': aConsignment({ isDemo: true, connote: 'DEMO-7KQ2MXYA' }),
  'Australia Post': aConsignment({
    carrier: auspostCarrier(),
    connote: '2JD5418133',
    items: [aLine({ quantity: 2 })],
  }),
  'Australia Post with a long merchant identifier': aConsignment({
    carrier: auspostCarrier(),
    connote: '33W4P3454995',
    items: [aLine()],
  }),
  StarTrack: aConsignment({
    carrier: starTrackCarrier(),
    connote: 'ABCD00000001',
    items: [aLine({ quantity: 2 })],
  }),
  ...extremeConsignments,
};

/** The codes of a label, as the decoder writes them. */
function meant({ linear, others, matrix }: LabelContent): string[] {
  const gs1 = (data: string): string => data.replace(fnc1, '').replaceAll(fnc1, '<GS>');
  return [linear.data, ...others.map(({ data }) => data), matrix.data].map(gs1).sort();
}

async function assertReads(seen: Seen, label: LabelContent): Promise<void> {
  const codes = await readCodes(seen);
  assert.deepEqual(codes.map(({ text }) => text).sort(), meant(label));
  const isGs1 = label.linear.data.startsWith(fnc1);
  for (const { format, text, isGs1: seenAsGs1 } of codes) {
    if (format === 'Code128' && text === meant(label).find((one) => one === text))
      assert.equal(seenAsGs1, isGs1 && label.style !== 'startrack');
  }
}

/** One case for each layout and each way of sending text, because the emulated printer is slow. */
const printed = [
  'an ordinary consignment',
  'a demo',
  'Australia Post',
  'StarTrack',
  'names and instructions without end',
  'an address in Japanese',
];

for (const [name, consignment] of Object.entries(cases)) {
  const labels = labelsOf(consignment).slice(0, 2);
  const isPrinted = printed.includes(name);

  for (const size of isPrinted ? (['a6', 'standard'] as const) : (['a6'] as const)) {
    test(`${name}: the ${size} PDF is valid, embeds its fonts, and its codes scan at 203 dpi`, async () => {
      const pdf = await renderDocument(labelJob(consignment, { size }));
      assert.equal(await checkPdf(pdf), 0);
      const fonts = await fontsOf(pdf);
      assert.ok(fonts.length >= 2 && fonts.every(({ isEmbedded }) => isEmbedded));
      const pages = await openPdf(pdf);
      assert.equal(pages.length, labelsOf(consignment).length);
      for (const [n, page] of pages.slice(0, labels.length).entries()) {
        const label = labels[n];
        assert.ok(label);
        const paper = size === 'a6' ? [105, 148] : [210, 297];
        assert.deepEqual([Math.round(page.widthMm), Math.round(page.heightMm)], paper);
        await assertReads(page.at203Dpi, label);
        for (const text of [label.connote, label.to.postcode, label.weight, label.cubic])
          assert.ok(page.text.includes(text), `${text} is not on the page: ${page.text}`);
        assert.ok(page.text.includes(`${label.piece} of ${label.pieces}`));
        assert.equal(page.text.includes('NOT VALID FOR CARRIAGE'), label.isDemo);
        assert.equal(/\bDEMO\r?\n/.test(page.text), label.isDemo);
      }
    });
  }

  test(`${name}: the picture's codes scan`, async () => {
    const [label] = labels;
    assert.ok(label);
    const png = await renderDocument(labelJob(consignment, { format: 'png', piece: 1 }));
    const picture = readPng(png);
    assert.deepEqual([picture.width, picture.height], [840, 1184]);
    await assertReads(picture, label);
  });

  if (!isPrinted) continue;
  test(`${name}: a label printer draws the same codes from ZPL`, async () => {
    const zpl = Buffer.from(
      await renderDocument(labelJob(consignment, { format: 'zpl' })),
    ).toString();
    assert.equal(zpl.match(/\^XA/g)?.length, labelsOf(consignment).length);
    // Draw only the labels that are checked, because the emulated printer is slow.
    const drawn = await seenZpl(`${zpl.split('^XZ\n').slice(0, labels.length).join('^XZ\n')}^XZ\n`);
    assert.equal(drawn.length, labels.length);
    for (const [n, seen] of drawn.entries()) {
      const label = labels[n];
      assert.ok(label);
      await assertReads(seen, label);
    }
  });
}

test('prints 99 pieces on 99 pages, each with its own number', async () => {
  const consignment = aConsignment({ items: [aLine({ quantity: 99 })] });
  const labels = labelsOf(consignment);
  const pages = await openPdf(await renderDocument(labelJob(consignment)));
  assert.equal(pages.length, 99);
  for (const [n, page] of pages.entries()) assert.ok(page.text.includes(`${n + 1} of 99`));
  for (const n of [0, 49, 98]) {
    const [page, label] = [pages[n], labels[n]];
    assert.ok(page && label);
    await assertReads(page.at203Dpi, label);
  }
});

test('text in any script can be copied from the PDF', async () => {
  for (const [name, word] of [
    ['an address in Japanese', '株式会社タイル倉庫'],
    ['an address in Korean', '세종대로'],
    ['an address in traditional Chinese', '臺灣磁磚'],
    ['an address in Greek', 'Παπαδοπούλου'],
    ['an address in Russian', 'Щербакова'],
  ] as const) {
    const consignment = extremeConsignments[name];
    assert.ok(consignment);
    const [page] = await openPdf(await renderDocument(labelJob(consignment)));
    assert.ok(page?.text.includes(word), `${word} is not in ${page?.text}`);
  }
});

test('joins letters that change with their neighbours and sets them in the right direction', async () => {
  const fonts = await sharedFonts();
  const text = 'شارع الشيخ 12 (Ahmed)';
  await fonts.prepare(text, 'AE');
  const runs = fonts.runs(text, 'regular', 'AE');
  assert.deepEqual(
    runs.map((run) => (run.placed === undefined ? run.text.join('') : 'Arabic')),
    ['(', 'Ahmed', ') ', '12', ' ', 'Arabic', ' ', 'Arabic'],
  );
  // At the start of a word a letter has another glyph than alone.
  const [sheen = 0] = runs.at(-1)?.glyphs.slice(-1) ?? [];
  assert.notEqual(sheen, runs.at(-1)?.face.glyphOf(0x0634));
});

test('the same label always has the same bytes', async () => {
  for (const format of ['pdf', 'png', 'zpl'] as const) {
    const job = labelJob(aConsignment(), { format });
    assert.deepEqual(await renderDocument(job), await renderDocument(job));
  }
});

test('marks every page of a demo, behind the text and clear of the codes', async () => {
  const consignment = aConsignment({ isDemo: true });
  const job = labelJob(consignment);
  const fonts = await sharedFonts();
  const { jobPages } = await import('../../domain/documents/document-job.ts');
  const pages = jobPages(job, fonts.metrics);
  assert.equal(pages.length, 3);
  for (const { page } of pages) {
    const marks = page.marks.filter(({ kind }) => kind === 'watermark');
    assert.equal(marks.length, 1);
    const only = drawPicture({ ...page, marks }, 'AU', fonts, new Map());
    const inked = only.dots.filter((dot) => dot < 255).length;
    assert.ok(inked > 20_000, `${inked} dots`);
  }
});
