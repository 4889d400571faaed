// A page as grey dots at the 203 dpi of a label printer, which is eight per millimetre. Codes, fills and lines fall
// on whole dots and are black or white; letters have soft edges, so that small ones stay legible on a screen.
import { code128 } from '../../domain/documents/code-128.ts';
import { dotsPerMm, type Mark, type Page, type Tone } from '../../domain/documents/layout.ts';
import { fillOutline } from './fill-outline.ts';
import type { Fonts, Run } from './fonts.ts';
import { type Matrices, matrixOf } from './matrix-code.ts';
import { barsInDots, matrixInDots } from './place-codes.ts';
import { watermarkPlace } from './watermark.ts';

/** Rows from the top; 0 is black, 255 white. White dots within a yellow patch are yellow. */
export type Picture = { width: number; height: number; dots: Uint8Array; yellow: Patch[] };
/** In dots. */
export type Patch = { x: number; y: number; width: number; height: number };

const greys: Record<Tone, number> = { black: 0, white: 255, grey: 90, pale: 222 };

export function drawPicture(
  page: Page,
  country: string,
  fonts: Fonts,
  matrices: Matrices,
): Picture {
  const picture = blankPicture(
    Math.round(page.widthMm * dotsPerMm),
    Math.round(page.heightMm * dotsPerMm),
  );
  for (const mark of page.marks) drawMark(picture, mark, country, fonts, matrices);
  return picture;
}

export function blankPicture(width: number, height: number): Picture {
  return { width, height, dots: new Uint8Array(width * height).fill(255), yellow: [] };
}

function drawMark(
  picture: Picture,
  mark: Mark,
  country: string,
  fonts: Fonts,
  matrices: Matrices,
): void {
  switch (mark.kind) {
    case 'fill': {
      const { xMm, yMm, widthMm, heightMm, tone } = mark;
      if (tone === 'yellow') picture.yellow.push(patchOf(xMm, yMm, widthMm, heightMm));
      else fillMm(picture, xMm, yMm, widthMm, heightMm, greys[tone]);
      return;
    }
    case 'frame': {
      const { xMm, yMm, widthMm, heightMm, strokeMm } = mark;
      const half = strokeMm / 2;
      for (const y of [yMm, yMm + heightMm])
        fillMm(picture, xMm - half, y - half, widthMm + strokeMm, strokeMm, 0);
      for (const x of [xMm, xMm + widthMm])
        fillMm(picture, x - half, yMm - half, strokeMm, heightMm + strokeMm, 0);
      return;
    }
    case 'line':
      drawLine(picture, mark);
      return;
    case 'text': {
      const runs = fonts.runs(mark.text, mark.weight, country);
      const place = { x: mark.xMm, y: mark.baselineMm, size: mark.sizeMm, angle: 0 };
      drawText(picture, runs, place, greys[mark.tone]);
      return;
    }
    case 'bars':
      drawBars(picture, mark);
      return;
    case 'matrix': {
      const matrix = matrixOf(matrices, mark);
      const { module, x, y } = matrixInDots(matrix, mark);
      for (let row = 0; row < matrix.size; row += 1) {
        for (let column = 0; column < matrix.size; column += 1) {
          if (matrix.isDark(row, column))
            fillDots(picture, x + column * module, y + row * module, module, module, 0);
        }
      }
      return;
    }
    case 'watermark': {
      const runs = fonts.runs(mark.text, 'bold', country);
      const { angle, sizeMm, xMm, yMm } = watermarkPlace(mark, runs, fonts);
      drawText(picture, runs, { x: xMm, y: yMm, size: sizeMm, angle }, greys.pale);
      return;
    }
  }
}

const dashMm = 1.5;

function drawLine(picture: Picture, mark: Extract<Mark, { kind: 'line' }>): void {
  const { fromXMm, fromYMm, toXMm, toYMm, strokeMm, isDashed } = mark;
  const [widthMm, heightMm] = [Math.abs(toXMm - fromXMm), Math.abs(toYMm - fromYMm)];
  const lengthMm = widthMm + heightMm;
  const half = strokeMm / 2;
  const stepMm = isDashed ? dashMm : lengthMm;
  for (let atMm = 0; atMm < lengthMm; atMm += 2 * stepMm) {
    const partMm = Math.min(stepMm, lengthMm - atMm);
    if (widthMm > 0) fillMm(picture, fromXMm + atMm, fromYMm - half, partMm, strokeMm, 0);
    else fillMm(picture, fromXMm - half, fromYMm + atMm, strokeMm, partMm, 0);
  }
}

function drawBars(picture: Picture, mark: Extract<Mark, { kind: 'bars' }>): void {
  const { module, y, height, ...place } = barsInDots(mark);
  let { x } = place;
  for (const [n, width] of code128(mark.data).widths.entries()) {
    if (n % 2 === 0) fillDots(picture, x, y, width * module, height, 0);
    x += width * module;
  }
}

function fillMm(
  picture: Picture,
  xMm: number,
  yMm: number,
  widthMm: number,
  heightMm: number,
  grey: number,
): void {
  const { x, y, width, height } = patchOf(xMm, yMm, widthMm, heightMm);
  fillDots(picture, x, y, width, height, grey);
}

/** At least one dot wide and high. */
function patchOf(xMm: number, yMm: number, widthMm: number, heightMm: number): Patch {
  const x = Math.round(xMm * dotsPerMm);
  const y = Math.round(yMm * dotsPerMm);
  return {
    x,
    y,
    width: Math.max(1, Math.round((xMm + widthMm) * dotsPerMm) - x),
    height: Math.max(1, Math.round((yMm + heightMm) * dotsPerMm) - y),
  };
}

function fillDots(
  { width: across, height: down, dots }: Picture,
  x: number,
  y: number,
  width: number,
  height: number,
  grey: number,
): void {
  const [left, right] = [Math.max(0, x), Math.min(across, x + width)];
  for (let row = Math.max(0, y); row < Math.min(down, y + height); row += 1)
    dots.fill(grey, row * across + left, row * across + Math.max(left, right));
}

/** `place` is in millimetres, with the angle in radians, anticlockwise. */
export function drawText(
  picture: Picture,
  runs: readonly Run[],
  place: { x: number; y: number; size: number; angle: number },
  grey: number,
): void {
  const scale = place.size * dotsPerMm;
  const [cos, sin] = [Math.cos(place.angle), Math.sin(place.angle)];
  let pen = 0;
  for (const { face, glyphs, placed } of runs) {
    for (const [n, glyph] of glyphs.entries()) {
      const at = placed?.[n];
      const begin = pen + (at === undefined ? 0 : offsetInAdvance(placed ?? [], n));
      fillOutline(picture, face.outlineOf(glyph), grey, (x, y) => {
        const along = (begin + x) * scale;
        const up = (y + (at?.y ?? 0)) * scale;
        return [
          place.x * dotsPerMm + along * cos - up * sin,
          place.y * dotsPerMm - along * sin - up * cos,
        ];
      });
      pen += at?.advance ?? face.advanceOf(glyph);
    }
  }
}

/** The distance of a shaped glyph from the pen position. */
function offsetInAdvance(placed: NonNullable<Run['placed']>, n: number): number {
  const before = placed.slice(0, n).reduce((sum, { advance }) => sum + advance, 0);
  return (placed[n]?.x ?? before) - before;
}
