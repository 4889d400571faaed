// A font file ready for use: the glyphs of characters, their widths and outlines, and the shaping of letters that
// change with their neighbours. Measures are shares of the font size.
import { readFile } from 'node:fs/promises';
import {
  Face,
  Font,
  Blob as FontBlob,
  Buffer as ShapingBuffer,
  shape as shapeBuffer,
  Variation,
} from 'harfbuzzjs';
import type { FontFile } from './font-files.ts';
import { type SubsetSource, subsetSource } from './font-subset.ts';
import { unpackFont } from './sfnt.ts';

export type Typeface = {
  file: FontFile;
  /** Undefined if the file has no glyph for the character. */
  glyphOf(codePoint: number): number | undefined;
  advanceOf(glyph: number): number;
  outlineOf(glyph: number): Outline;
  /** In drawing order, from left to right. */
  shape(text: string): ShapedGlyph[];
  subset: SubsetSource['subset'];
  ascent: number;
  descent: number;
};

/** A glyph, its text, and its position from the start of the run. */
export type ShapedGlyph = { glyph: number; text: string; x: number; y: number; advance: number };

/** Closed contours of straight lines, as flat lists `[x, y, x, y, …]`; y points up. */
export type Outline = readonly (readonly number[])[];

export async function loadTypeface(file: FontFile): Promise<Typeface> {
  const bytes = await unpackFont(await readFile(file.path));
  const face = new Face(new FontBlob(bytes));
  const font = new Font(face);
  if (file.pinnedWeight !== undefined)
    font.setVariations([new Variation('wght', file.pinnedWeight)]);
  const unit = 1 / face.upem;
  const extents = font.hExtents();
  const glyphs = new Map<number, number | undefined>();
  const advances = new Map<number, number>();
  const outlines = new Map<number, Outline>();
  let subsets: SubsetSource | undefined;
  return {
    file,
    glyphOf: (codePoint) => {
      if (!glyphs.has(codePoint)) glyphs.set(codePoint, font.nominalGlyph(codePoint));
      return glyphs.get(codePoint);
    },
    advanceOf: (glyph) => remembered(advances, glyph, () => font.glyphHAdvance(glyph) * unit),
    outlineOf: (glyph) => remembered(outlines, glyph, () => flatten(font.glyphToJson(glyph), unit)),
    shape: (text) => shaped(font, text, unit),
    subset: (wanted) => {
      subsets ??= subsetSource(bytes, file.pinnedWeight);
      return subsets.subset(wanted);
    },
    ascent: extents.ascender * unit,
    descent: -extents.descender * unit,
  };
}

function remembered<Value>(known: Map<number, Value>, glyph: number, make: () => Value): Value {
  let value = known.get(glyph);
  if (value === undefined) {
    value = make();
    known.set(glyph, value);
  }
  return value;
}

function shaped(font: Font, text: string, unit: number): ShapedGlyph[] {
  const buffer = new ShapingBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shapeBuffer(font, buffer);
  const starts = new Set<number>();
  let pen = 0;
  return buffer.getGlyphInfosAndPositions().map((info) => {
    const { codepoint, cluster, xAdvance = 0, xOffset = 0, yOffset = 0 } = info;
    const isFirst = !starts.has(cluster);
    starts.add(cluster);
    const x = pen + xOffset * unit;
    pen += xAdvance * unit;
    return {
      glyph: codepoint,
      text: isFirst ? String.fromCodePoint(text.codePointAt(cluster) ?? 0xfffd) : '',
      x,
      y: yOffset * unit,
      advance: xAdvance * unit,
    };
  });
}

/** The number of lines per curve: enough for letters a hand high at a label printer's resolution. */
const stepsOfCurve = 6;

type PathCommand = { type: string; values: number[] };

/** Converts curves to lines. */
function flatten(commands: readonly PathCommand[], unit: number): Outline {
  const contours: number[][] = [];
  let contour: number[] = [];
  let [penX, penY] = [0, 0];
  for (const { type, values } of commands) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values.map((value) => value * unit);
    if (type === 'M') {
      contour = [a, b];
      contours.push(contour);
      [penX, penY] = [a, b];
    } else if (type === 'L') {
      contour.push(a, b);
      [penX, penY] = [a, b];
    } else if (type === 'Q') {
      for (let n = 1; n <= stepsOfCurve; n += 1) {
        const t = n / stepsOfCurve;
        const s = 1 - t;
        contour.push(
          s * s * penX + 2 * s * t * a + t * t * c,
          s * s * penY + 2 * s * t * b + t * t * d,
        );
      }
      [penX, penY] = [c, d];
    } else if (type === 'C') {
      for (let n = 1; n <= stepsOfCurve; n += 1) {
        const t = n / stepsOfCurve;
        const s = 1 - t;
        contour.push(
          s ** 3 * penX + 3 * s * s * t * a + 3 * s * t * t * c + t ** 3 * e,
          s ** 3 * penY + 3 * s * s * t * b + 3 * s * t * t * d + t ** 3 * f,
        );
      }
      [penX, penY] = [e, f];
    }
  }
  return contours;
}
