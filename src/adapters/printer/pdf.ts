// Pages as a PDF of vectors and embedded fonts, without images. Units are millimetres. Codes align with the dots of a
// 203 dpi printer, so that they are sharp there and scale cleanly elsewhere.
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { code128 } from '../../domain/documents/code-128.ts';
import { dotsPerMm, type FillTone, type Mark, type Page } from '../../domain/documents/layout.ts';
import type { Fonts } from './fonts.ts';
import { type Matrices, matrixOf } from './matrix-code.ts';
import { type FontUse, hex4, newPdfFonts, type PdfFonts } from './pdf-fonts.ts';
import { newPdfFile, pdfNumber, pdfText } from './pdf-objects.ts';
import { matrixInMm } from './place-codes.ts';
import { watermarkPlace } from './watermark.ts';

const pointsPerMm = 72 / 25.4;
const colours: Record<FillTone, string> = {
  black: '0 g',
  white: '1 g',
  grey: '0.35 g',
  pale: '0.87 g',
  yellow: '1 0.82 0 rg',
};

/** Drawn pages that are not yet a file: plain data, so that another thread can assemble them. */
export type PdfPart = { pages: readonly PdfPage[]; fonts: readonly FontUse[] };
/** `content` is compressed. */
type PdfPage = { widthMm: number; heightMm: number; content: Uint8Array };

export function drawPdfPart(
  pages: readonly { page: Page; country: string }[],
  fonts: Fonts,
  matrices: Matrices,
): PdfPart {
  const used = newPdfFonts();
  const drawn = pages.map(({ page, country }) => {
    const draw = newDrawing(page, country, fonts, used, matrices);
    for (const mark of page.marks) draw(mark);
    const { widthMm, heightMm } = page;
    // A copy, because zlib's result is part of a larger buffer that would be transferred with it.
    const content = new Uint8Array(deflateSync(Buffer.from(draw.operators(), 'latin1')));
    return { widthMm, heightMm, content };
  });
  return { pages: drawn, fonts: used.list() };
}

export async function finishPdf(
  title: string,
  parts: readonly PdfPart[],
  fonts: Fonts,
): Promise<Uint8Array> {
  const file = newPdfFile();
  const used = newPdfFonts();
  for (const use of parts.flatMap((part) => part.fonts))
    used.add(await fonts.typefaceOf(use.file), use.text);
  const pages = parts.flatMap((part) => part.pages);
  const resources = file.add(`<< /Font << ${used.write(file)} >> >>`);
  const tree = file.reserve();
  const digest = createHash('md5');
  const kids = pages.map(({ widthMm, heightMm, content }) => {
    digest.update(content);
    const stream = file.addStream(content, '', true);
    const box = `[0 0 ${pdfNumber(widthMm * pointsPerMm)} ${pdfNumber(heightMm * pointsPerMm)}]`;
    return file.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox ${box} /Resources ${resources} 0 R /Contents ${stream} 0 R >>`,
    );
  });
  file.write(
    tree,
    `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
  );
  // Disable scaling on printing: scanners may reject the bars of a scaled label.
  const root = file.add(
    `<< /Type /Catalog /Pages ${tree} 0 R /Lang (en-AU) /ViewerPreferences << /PrintScaling /None /DisplayDocTitle true >> >>`,
  );
  const info = file.add(`<< /Title ${pdfText(title)} /Producer ${pdfText('Linehaul')} >>`);
  return file.finish({ root, info, id: digest.digest('hex') });
}

type Drawing = { (mark: Mark): void; operators(): string };

function newDrawing(
  page: Page,
  country: string,
  fonts: Fonts,
  used: PdfFonts,
  matrices: Matrices,
): Drawing {
  const parts: string[] = [`${pdfFactor} 0 0 ${pdfFactor} 0 0 cm`];
  let tone: FillTone = 'black';
  const up = (yMm: number): string => pdfNumber(page.heightMm - yMm);
  const paint = (wanted: FillTone): void => {
    if (wanted === tone) return;
    tone = wanted;
    parts.push(colours[wanted]);
  };
  const rectangle = (xMm: number, yMm: number, widthMm: number, heightMm: number): string =>
    `${pdfNumber(xMm)} ${up(yMm + heightMm)} ${pdfNumber(widthMm)} ${pdfNumber(heightMm)} re`;
  const draw = (mark: Mark): void => {
    switch (mark.kind) {
      case 'fill':
        paint(mark.tone);
        parts.push(`${rectangle(mark.xMm, mark.yMm, mark.widthMm, mark.heightMm)} f`);
        return;
      case 'frame':
        parts.push(
          `${pdfNumber(mark.strokeMm)} w ${rectangle(mark.xMm, mark.yMm, mark.widthMm, mark.heightMm)} S`,
        );
        return;
      case 'line': {
        const [from, to] = [
          `${pdfNumber(mark.fromXMm)} ${up(mark.fromYMm)}`,
          `${pdfNumber(mark.toXMm)} ${up(mark.toYMm)}`,
        ];
        const line = `${pdfNumber(mark.strokeMm)} w ${from} m ${to} l S`;
        parts.push(mark.isDashed ? `[1.5 1.5] 0 d ${line} [] 0 d` : line);
        return;
      }
      case 'text':
        paint(mark.tone);
        parts.push(
          textOperators(fonts.runs(mark.text, mark.weight, country), used, {
            x: mark.xMm,
            y: page.heightMm - mark.baselineMm,
            size: mark.sizeMm,
          }),
        );
        return;
      case 'bars':
        paint('black');
        parts.push(`${barRectangles(mark, rectangle)} f`);
        return;
      case 'matrix': {
        const matrix = matrixOf(matrices, mark);
        paint('black');
        const { moduleMm, xMm, yMm } = matrixInMm(matrix, mark);
        const rectangles: string[] = [];
        for (let row = 0; row < matrix.size; row += 1) {
          for (let from = 0; from < matrix.size; from += 1) {
            if (!matrix.isDark(row, from)) continue;
            let to = from;
            while (to < matrix.size && matrix.isDark(row, to)) to += 1;
            const [left, head] = [xMm + from * moduleMm, yMm + row * moduleMm];
            rectangles.push(rectangle(left, head, (to - from) * moduleMm, moduleMm));
            from = to;
          }
        }
        parts.push(`${rectangles.join(' ')} f`);
        return;
      }
      case 'watermark': {
        const runs = fonts.runs(mark.text, 'bold', country);
        const { angle, sizeMm, xMm, yMm } = watermarkPlace(mark, runs, fonts);
        const [cos, sin] = [pdfNumber(Math.cos(angle)), pdfNumber(Math.sin(angle))];
        const minusSin = pdfNumber(-Math.sin(angle));
        paint('pale');
        parts.push(
          `q ${cos} ${sin} ${minusSin} ${cos} ${pdfNumber(xMm)} ${up(yMm)} cm ${textOperators(runs, used, { x: 0, y: 0, size: sizeMm })} Q`,
        );
        return;
      }
    }
  };
  return Object.assign(draw, { operators: () => parts.join('\n') });
}

const pdfFactor = pointsPerMm.toFixed(8);

function barRectangles(
  mark: Extract<Mark, { kind: 'bars' }>,
  rectangle: (xMm: number, yMm: number, widthMm: number, heightMm: number) => string,
): string {
  const { widths, modules } = code128(mark.data);
  // Align the left edge with a dot.
  const free = mark.widthMm - modules * mark.moduleMm;
  let xMm = Math.round((mark.xMm + free / 2) * dotsPerMm) / dotsPerMm;
  const bars: string[] = [];
  for (const [n, width] of widths.entries()) {
    const widthMm = width * mark.moduleMm;
    if (n % 2 === 0) bars.push(rectangle(xMm, mark.yMm, widthMm, mark.heightMm));
    xMm += widthMm;
  }
  return bars.join(' ');
}

function textOperators(
  runs: ReturnType<Fonts['runs']>,
  used: PdfFonts,
  at: { x: number; y: number; size: number },
): string {
  let x = at.x;
  const size = pdfNumber(at.size);
  const shown = runs.map((run) => {
    const font = `/${used.use(run)} ${size} Tf`;
    const begin = x;
    x += run.width * at.size;
    if (run.placed === undefined) {
      const codes = run.glyphs.map(hex4).join('');
      return `${font} 1 0 0 1 ${pdfNumber(begin)} ${pdfNumber(at.y)} Tm <${codes}> Tj`;
    }
    const each = run.placed.map(
      (glyph) =>
        `1 0 0 1 ${pdfNumber(begin + glyph.x * at.size)} ${pdfNumber(at.y + glyph.y * at.size)} Tm <${hex4(glyph.glyph)}> Tj`,
    );
    return `${font} ${each.join(' ')}`;
  });
  return `BT ${shown.join(' ')} ET`;
}
