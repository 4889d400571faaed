// Label drawing beside the same page written by the PDF library alone, which gets the finished layout with its codes
// and embeds no fonts, while ours begins with a booking. In turns within one run, on one core.
import PDFDocument from 'pdfkit';
import { encodeMatrices, type Matrices } from '../src/adapters/printer/matrix-code.ts';
import { matrixInMm } from '../src/adapters/printer/place-codes.ts';
import { renderDocument, sharedFonts } from '../src/adapters/printer/render-document.ts';
import { code128 } from '../src/domain/documents/code-128.ts';
import { jobPages } from '../src/domain/documents/document-job.ts';
import type { Mark, Page } from '../src/domain/documents/layout.ts';
import { aConsignment, aLine } from '../test/support/documents/consignments.ts';
import { labelJob } from '../test/support/documents/label-jobs.ts';
import { many } from './effort.ts';
import { median } from './quantile.ts';

export type LabelSpeed = {
  /** Labels a second: single documents, and documents of fifty. */
  ours: number;
  theirs: number;
  ratio: number;
};

const rounds = many(5, 1);
const labelsPerRound = 200;
const batchSize = 50;
const batchesPerRound = 4;
const pointsPerMm = 72 / 25.4;

export async function measureLabels(): Promise<{ single: LabelSpeed; batch: LabelSpeed }> {
  const consignment = aConsignment({ items: [aLine()] });
  const job = labelJob(consignment);
  const [set] = job.sets;
  if (set === undefined) throw new Error('a job has a set');
  const many = { ...job, sets: Array.from({ length: batchSize }, () => set) };
  // A first drawing reads the fonts that the layout is measured with.
  await renderDocument(job);
  const pages = jobPages(job, (await sharedFonts()).metrics).map(({ page }) => page);
  const [page] = pages;
  if (page === undefined) throw new Error('a label has a page');
  const matrices = await encodeMatrices(pages);
  const drawing = finishedDrawing(page, matrices);
  const single = await compare(
    labelsPerRound,
    1,
    () => renderDocument(job),
    () => libraryDocument([drawing]),
  );
  const drawings = Array.from({ length: batchSize }, () => drawing);
  const batch = await compare(
    batchesPerRound,
    batchSize,
    () => renderDocument(many),
    () => libraryDocument(drawings),
  );
  return { single, batch };
}

async function compare(
  documents: number,
  labelsEach: number,
  ours: () => Promise<Uint8Array>,
  theirs: () => Promise<Uint8Array>,
): Promise<LabelSpeed> {
  const speed = async (draw: () => Promise<Uint8Array>): Promise<number> => {
    const began = performance.now();
    for (let n = 0; n < documents; n += 1) await draw();
    return (documents * labelsEach * 1000) / (performance.now() - began);
  };
  await speed(ours);
  await speed(theirs);
  const results: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < rounds; round += 1)
    results.push({ ours: await speed(ours), theirs: await speed(theirs) });
  return {
    ours: median(results.map((result) => result.ours)),
    theirs: median(results.map((result) => result.theirs)),
    ratio: median(results.map((result) => result.ours / result.theirs)),
  };
}

type Rectangle = readonly [x: number, y: number, width: number, height: number];

/** In the library's own form: texts with positions, and rectangles; barcodes are rectangles already. */
type Drawing = {
  page: Page;
  texts: Extract<Mark, { kind: 'text' }>[];
  rectangles: { grey: string; boxes: Rectangle[] }[];
};

function finishedDrawing(page: Page, matrices: Matrices): Drawing {
  const black: Rectangle[] = [];
  for (const mark of page.marks) {
    if (mark.kind === 'fill') black.push([mark.xMm, mark.yMm, mark.widthMm, mark.heightMm]);
    if (mark.kind === 'line')
      black.push([
        mark.fromXMm,
        mark.fromYMm,
        Math.max(mark.strokeMm, mark.toXMm - mark.fromXMm),
        Math.max(mark.strokeMm, mark.toYMm - mark.fromYMm),
      ]);
    if (mark.kind === 'bars') {
      let x = mark.xMm;
      for (const [n, width] of code128(mark.data).widths.entries()) {
        if (n % 2 === 0) black.push([x, mark.yMm, width * mark.moduleMm, mark.heightMm]);
        x += width * mark.moduleMm;
      }
    }
    const matrix = mark.kind === 'matrix' ? matrices.get(mark.code) : undefined;
    if (mark.kind === 'matrix' && matrix !== undefined) {
      const { moduleMm, xMm, yMm } = matrixInMm(matrix, mark);
      for (let row = 0; row < matrix.size; row += 1) {
        for (let from = 0; from < matrix.size; from += 1) {
          if (!matrix.isDark(row, from)) continue;
          let to = from;
          while (to < matrix.size && matrix.isDark(row, to)) to += 1;
          const [left, top] = [xMm + from * moduleMm, yMm + row * moduleMm];
          black.push([left, top, (to - from) * moduleMm, moduleMm]);
          from = to;
        }
      }
    }
  }
  return {
    page,
    texts: page.marks.filter((mark) => mark.kind === 'text'),
    rectangles: [{ grey: 'black', boxes: black }],
  };
}

/** Fonts that every reader has: the library need not embed any, its quickest case. */
const fonts = { regular: 'Helvetica', bold: 'Helvetica-Bold' };

function libraryDocument(drawings: readonly Drawing[]): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const document = new PDFDocument({ autoFirstPage: false, margin: 0 });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    for (const { page, texts, rectangles } of drawings) {
      document.addPage({
        size: [page.widthMm * pointsPerMm, page.heightMm * pointsPerMm],
        margin: 0,
      });
      for (const { grey, boxes } of rectangles) {
        for (const [x, y, width, height] of boxes)
          document.rect(
            x * pointsPerMm,
            y * pointsPerMm,
            width * pointsPerMm,
            height * pointsPerMm,
          );
        document.fill(grey);
      }
      for (const { text, xMm, baselineMm, sizeMm, weight, tone } of texts) {
        document
          .font(fonts[weight])
          .fontSize(sizeMm * pointsPerMm)
          .fillColor(tone)
          .text(text, xMm * pointsPerMm, baselineMm * pointsPerMm, {
            baseline: 'alphabetic',
            lineBreak: false,
          });
      }
    }
    document.end();
  });
}
