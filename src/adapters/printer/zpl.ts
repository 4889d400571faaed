// Labels in ZPL, the language of thermal printers. The printer draws texts and codes at its own resolution, from the
// same layout as the PDF. The stock is 4 by 6 inches at 203 dpi. Texts with characters missing from the built-in font
// are sent as pictures; a watermark is sent as dots sparse enough to print over.
import { fnc1 } from '../../domain/documents/code-128.ts';
import { dotsPerMm, type Mark, type Page, type TextMark } from '../../domain/documents/layout.ts';
import type { Fonts } from './fonts.ts';
import { type Matrices, matrixOf } from './matrix-code.ts';
import { blankPicture, drawText, type Picture } from './picture.ts';
import { barsInDots, matrixInDots } from './place-codes.ts';
import { isBuiltIn, plainSigns, printerLetters } from './printer-font.ts';
import { watermarkPlace } from './watermark.ts';

const stock = { width: 812, height: 1218 };

export function drawZpl(page: Page, country: string, fonts: Fonts, matrices: Matrices): string {
  // Centre the A6 page on the stock, which is a little narrower and longer.
  const shift = {
    x: Math.round((stock.width - page.widthMm * dotsPerMm) / 2),
    y: Math.round((stock.height - page.heightMm * dotsPerMm) / 2),
  };
  const fields = page.marks.map((mark) => fieldOf(mark, shift, country, fonts, matrices));
  return [
    '^XA',
    '^CI28',
    `^PW${stock.width}`,
    `^LL${stock.height}`,
    '^LH0,0',
    ...fields,
    '^XZ',
    '',
  ].join('\n');
}

type Shift = { x: number; y: number };

/**
 * A label printer has no yellow, so yellow patches become thick frames that keep their black text legible.
 */
const yellowFrameMm = 1;

function fieldOf(
  mark: Mark,
  shift: Shift,
  country: string,
  fonts: Fonts,
  matrices: Matrices,
): string {
  const x = (mm: number): number => Math.round(mm * dotsPerMm) + shift.x;
  const y = (mm: number): number => Math.round(mm * dotsPerMm) + shift.y;
  const dots = (mm: number): number => Math.max(1, Math.round(mm * dotsPerMm));
  switch (mark.kind) {
    case 'fill': {
      const [width, height] = [dots(mark.widthMm), dots(mark.heightMm)];
      const colour = mark.tone === 'white' ? 'W' : 'B';
      const stroke = mark.tone === 'yellow' ? dots(yellowFrameMm) : Math.min(width, height);
      return `^FO${x(mark.xMm)},${y(mark.yMm)}^GB${width},${height},${stroke},${colour}^FS`;
    }
    case 'frame':
      return `^FO${x(mark.xMm)},${y(mark.yMm)}^GB${dots(mark.widthMm)},${dots(mark.heightMm)},${dots(mark.strokeMm)}^FS`;
    case 'line': {
      const stroke = dots(mark.strokeMm);
      const width = Math.max(stroke, Math.round(Math.abs(mark.toXMm - mark.fromXMm) * dotsPerMm));
      const height = Math.max(stroke, Math.round(Math.abs(mark.toYMm - mark.fromYMm) * dotsPerMm));
      return `^FO${x(mark.fromXMm)},${y(mark.fromYMm)}^GB${width},${height},${stroke}^FS`;
    }
    case 'text': {
      const plain = { ...mark, text: plainSigns(mark.text) };
      return isBuiltIn(plain.text)
        ? textField(plain, x(mark.xMm), y(mark.baselineMm))
        : textPicture(mark, shift, country, fonts);
    }
    case 'bars':
      return barField(mark, shift);
    case 'matrix':
      return matrixField(mark, shift, matrices);
    case 'watermark':
      return watermarkField(mark, shift, country, fonts);
  }
}

/** White text inverts the dots beneath it. */
function textField(mark: TextMark, x: number, baseline: number): string {
  const { height, width } = printerLetters(mark);
  const reverse = mark.tone === 'white' ? '^FR' : '';
  return `^FT${x},${baseline}^A0N,${height},${width}${reverse}^FH_^FD${escaped(mark.text)}^FS`;
}

/** Replaces characters that would start a command with hexadecimal codes. */
function escaped(text: string): string {
  return text.replaceAll(/[_^~\\]/g, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

const heightRatio = 3;

function barField(mark: Extract<Mark, { kind: 'bars' }>, shift: Shift): string {
  const { module, x, y, height } = barsInDots(mark);
  return `^FO${x + shift.x},${y + shift.y}^BY${module},${heightRatio},${height}^BCN,${height},N,N,N,${codeField(mark.data)}^FS`;
}

/** GS1-128 in the printer's own mode, everything else in the mode that finds the shortest symbol. */
function codeField(data: string): string {
  return data.startsWith(fnc1)
    ? `D^FD${data.slice(fnc1.length).replaceAll(fnc1, '>8')}`
    : `A^FH_^FD${escaped(data)}`;
}

function matrixField(
  mark: Extract<Mark, { kind: 'matrix' }>,
  shift: Shift,
  matrices: Matrices,
): string {
  const matrix = matrixOf(matrices, mark);
  const place = matrixInDots(matrix, mark);
  if (mark.code.symbology === 'gs1_datamatrix') {
    const data = mark.code.data.replaceAll(fnc1, '_1');
    return `^FO${place.x + shift.x},${place.y + shift.y}^BXN,${place.module},200,,,,_^FD${data}^FS`;
  }
  if (mark.code.isBytes === true) {
    const { module, x, y } = place;
    const picture = blankPicture(matrix.size * module, matrix.size * module);
    // Drawn as dots, because not all printers support QR codes in byte mode.
    const graphic = graphicOf(picture, (_, column, row) =>
      matrix.isDark(Math.floor(row / module), Math.floor(column / module)),
    );
    return pictureField(graphic, x + shift.x, y + shift.y);
  }
  const level = mark.code.level === 'low' ? 'L' : 'M';
  // Printers move a QR code down by the last bar height that was set, so set it to one dot.
  const above = `^BY2,${heightRatio},1^FO${place.x + shift.x},${place.y + shift.y - 1}`;
  return `${above}^BQN,2,${place.module}^FH_^FD${level}A,${escaped(mark.code.data)}^FS`;
}

/** The size of the picture cache in characters: enough for some hundred labels. */
const mostKept = 4_000_000;
const kept = new Map<string, string>();
let keptLength = 0;

/**
 * Caches pictures, because a thousand labels may have the same address and watermark. The oldest pictures are removed
 * when the cache is full.
 */
function keptPicture(name: unknown, draw: () => string): string {
  const key = JSON.stringify(name);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const drawn = draw();
  kept.set(key, drawn);
  keptLength += key.length + drawn.length;
  for (const [oldest, picture] of kept) {
    if (keptLength <= mostKept) break;
    kept.delete(oldest);
    keptLength -= oldest.length + picture.length;
  }
  return drawn;
}

/** Margin for letters that extend beyond their box, as a share of the font size. */
const overhang = 0.3;

function textPicture(mark: TextMark, shift: Shift, country: string, fonts: Fonts): string {
  const { text, weight, sizeMm, widthMm } = mark;
  const size = sizeMm * dotsPerMm;
  const margin = Math.ceil(size * overhang);
  const ascent = Math.ceil(size) + margin;
  const graphic = keptPicture([text, weight, sizeMm, widthMm, country], () => {
    const runs = fonts.runs(text, weight, country);
    const picture = blankPicture(
      Math.ceil(widthMm * dotsPerMm) + 2 * margin,
      Math.ceil(size) + 2 * margin,
    );
    const place = { x: margin / dotsPerMm, y: ascent / dotsPerMm, size: sizeMm, angle: 0 };
    drawText(picture, runs, place, 0);
    return graphicOf(picture, (grey) => grey < 128);
  });
  const x = Math.round(mark.xMm * dotsPerMm) + shift.x - margin;
  const y = Math.round(mark.baselineMm * dotsPerMm) + shift.y - ascent;
  return pictureField(graphic, x, y, mark.tone === 'white' ? '^FR' : '');
}

function watermarkField(
  mark: Extract<Mark, { kind: 'watermark' }>,
  shift: Shift,
  country: string,
  fonts: Fonts,
): string {
  // Drawn in a box of its own, so that the picture does not depend on its position.
  const box = { xMm: 0, yMm: 0, widthMm: mark.widthMm, heightMm: mark.heightMm };
  const graphic = keptPicture(['watermark', mark.text, box, country], () => {
    const runs = fonts.runs(mark.text, 'bold', country);
    const { angle, sizeMm, xMm, yMm } = watermarkPlace(box, runs, fonts);
    const picture = blankPicture(
      Math.ceil(mark.widthMm * dotsPerMm),
      Math.ceil(mark.heightMm * dotsPerMm),
    );
    drawText(picture, runs, { x: xMm, y: yMm, size: sizeMm, angle }, 0);
    // One dot in eight.
    return graphicOf(picture, (grey, column, row) => {
      return grey < 128 && row % 2 === 0 && (column + 2 * row) % 4 === 0;
    });
  });
  const x = Math.round(mark.xMm * dotsPerMm) + shift.x;
  const y = Math.round(mark.yMm * dotsPerMm) + shift.y;
  return pictureField(graphic, x, y);
}

/** Fields must start on the paper, so negative positions become zero. */
function pictureField(graphic: string, x: number, y: number, reverse = ''): string {
  return `^FO${Math.max(0, x)},${Math.max(0, y)}${reverse}${graphic}^FS`;
}

function graphicOf(
  { width, height, dots }: Picture,
  isDark: (grey: number, column: number, row: number) => boolean,
): string {
  const bytesPerRow = Math.ceil(width / 8);
  const bits = Buffer.alloc(bytesPerRow * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if (!isDark(dots[row * width + column] ?? 255, column, row)) continue;
      const at = row * bytesPerRow + (column >> 3);
      bits[at] = (bits[at] ?? 0) | (0x80 >> (column & 7));
    }
  }
  const rows = Array.from({ length: height }, (_, row) =>
    bits.toString('hex', row * bytesPerRow, (row + 1) * bytesPerRow).toUpperCase(),
  );
  return `^GFA,${bits.length},${bits.length},${bytesPerRow},${packedRows(rows)}`;
}

/** ZPL's compression: a comma fills the rest of a row with zeros, a colon repeats the row before. */
function packedRows(rows: readonly string[]): string {
  return rows
    .map((row, n) => {
      if (n > 0 && row === rows[n - 1]) return ':';
      // Removes whole zero bytes. A full row must not get a comma, because that would start another row.
      const kept = row.replace(/(00)+$/, '');
      return kept.length === row.length ? row : `${kept},`;
    })
    .join('');
}
