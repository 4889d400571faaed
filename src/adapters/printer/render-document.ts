// Renders a job: loads fonts, lays out pages, encodes codes and draws everything in the requested format. Runs in the
// printer's threads; tests call it directly.
import {
  type DocumentJob,
  type JobPage,
  jobCountries,
  jobPages,
} from '../../domain/documents/document-job.ts';
import { type Fonts, loadFonts } from './fonts.ts';
import { encodeMatrices, type Matrices } from './matrix-code.ts';
import { drawPdfPart, finishPdf, type PdfPart } from './pdf.ts';
import { drawPicture, type Patch, type Picture } from './picture.ts';
import { encodePng } from './png.ts';
import { drawZpl } from './zpl.ts';

let loading: Promise<Fonts> | undefined;

/** Loads the fonts once in each thread. */
export function sharedFonts(): Promise<Fonts> {
  loading ??= loadFonts();
  return loading;
}

/** Drawn pages of a PDF, or bytes that only need to be concatenated. */
export type DocumentPart = PdfPart | Uint8Array;

export async function renderDocument(job: DocumentJob): Promise<Uint8Array> {
  return await finishDocument(job, [await drawPart(job)]);
}

export async function drawPart(job: DocumentJob): Promise<DocumentPart> {
  const fonts = await sharedFonts();
  const text = JSON.stringify(job) + fixedTexts;
  for (const country of jobCountries(job)) await fonts.prepare(text, country);
  const pages = jobPages(job, fonts.metrics);
  const matrices = await encodeMatrices(pages.map(({ page }) => page));
  switch (job.format) {
    case 'pdf':
      return drawPdfPart(pages, fonts, matrices);
    case 'png':
      return encodePng(stacked(drawPictures(pages, fonts, matrices)));
    case 'zpl':
      return Buffer.from(
        pages.map(({ page, country }) => drawZpl(page, country, fonts, matrices)).join(''),
      );
  }
}

/** Assembles a document from its parts. The same pages give the same bytes, however they were divided. */
export async function finishDocument(
  { title }: Pick<DocumentJob, 'title'>,
  parts: readonly DocumentPart[],
): Promise<Uint8Array> {
  const drawn = parts.filter((part) => 'pages' in part);
  return drawn.length > 0
    ? await finishPdf(title, drawn, await sharedFonts())
    : Buffer.concat(parts.filter((part) => part instanceof Uint8Array));
}

/** Characters that layouts add to the content. */
const fixedTexts = '…×−–³';

function drawPictures(pages: readonly JobPage[], fonts: Fonts, matrices: Matrices): Picture[] {
  return pages.map(({ page, country }) => drawPicture(page, country, fonts, matrices));
}

/** Stacks several pages in one picture. */
function stacked(pictures: readonly Picture[]): Picture {
  const width = Math.max(...pictures.map((picture) => picture.width));
  const height = pictures.reduce((sum, picture) => sum + picture.height, 0);
  const [only] = pictures;
  if (pictures.length === 1 && only !== undefined) return only;
  const dots = new Uint8Array(width * height).fill(255);
  const yellow: Patch[] = [];
  let top = 0;
  for (const picture of pictures) {
    for (const patch of picture.yellow) yellow.push({ ...patch, y: patch.y + top });
    for (let row = 0; row < picture.height; row += 1) {
      const from = row * picture.width;
      dots.set(picture.dots.subarray(from, from + picture.width), (top + row) * width);
    }
    top += picture.height;
  }
  return { width, height, dots, yellow };
}
