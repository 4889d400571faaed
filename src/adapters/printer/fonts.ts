// The fonts of a document, loaded when a character needs them. `prepare` reads the files for a text in advance, so
// that measuring and setting never wait. ASCII text, which is nearly all of it, takes a fast path.
import type { FontMetrics, Weight } from '../../domain/documents/layout.ts';
import { basicFile, type FontFile, filesFor } from './font-files.ts';
import { type Direction, directionsOf, visualOrder } from './text-direction.ts';
import { loadTypeface, type ShapedGlyph, type Typeface } from './typeface.ts';

/** Consecutive glyphs of one typeface. `placed` has their positions if the script needs shaping. */
export type Run = {
  face: Typeface;
  glyphs: readonly number[];
  text: readonly string[];
  width: number;
  placed: readonly ShapedGlyph[] | undefined;
};

export type Fonts = {
  /** Loads the fonts for the text. `country` selects the forms of Chinese characters. */
  prepare(text: string, country: string): Promise<void>;
  metrics(country: string): FontMetrics;
  /** In visual order, from left to right. */
  runs(text: string, weight: Weight, country: string): Run[];
  basic: Readonly<Record<Weight, Typeface>>;
  typefaceOf(file: FontFile): Promise<Typeface>;
  /** The number of font files in memory. They are never released, so a thread with many is replaced. */
  loadedFiles(): number;
};

const weights: readonly Weight[] = ['regular', 'bold'];
const notdef = 0;
/** The number of cached text widths; a label needs some dozens. */
const mostWidths = 5_000;
const lastAscii = 0x7e;
const firstAscii = 0x20;
/** Roboto Condensed's measures in its own units. All fonts use the same lines. */
const capHeight = 1456 / 2048;
const descent = 500 / 2048;

export async function loadFonts(): Promise<Fonts> {
  const byId = new Map<string, Promise<Typeface>>();
  const load = (file: FontFile): Promise<Typeface> => {
    const known = byId.get(file.id) ?? loadTypeface(file);
    byId.set(file.id, known);
    return known;
  };
  const basic = {
    regular: await load(basicFile('regular')),
    bold: await load(basicFile('bold')),
  };
  const ascii = { regular: asciiWidths(basic.regular), bold: asciiWidths(basic.bold) };
  /** By country, weight and character; undefined if no font has the character. */
  const chosen = new Map<string, Typeface | undefined>();

  const choose = async (codePoint: number, weight: Weight, country: string): Promise<void> => {
    const key = `${country}${weight}${codePoint}`;
    if (chosen.has(key)) return;
    for (const file of filesFor(codePoint, weight, country)) {
      const face = await load(file);
      if (face.glyphOf(codePoint) === undefined) continue;
      chosen.set(key, face);
      return;
    }
    chosen.set(key, undefined);
  };
  const faceOf = (codePoint: number, weight: Weight, country: string): Typeface | undefined => {
    if (codePoint <= lastAscii) return basic[weight];
    const key = `${country}${weight}${codePoint}`;
    if (!chosen.has(key)) throw new Error(`character ${codePoint} was not prepared`);
    return chosen.get(key);
  };

  const runs: Fonts['runs'] = (text, weight, country) => {
    if (isAscii(text)) return [plainRun(basic[weight], text)];
    const parts = partsOf(text, (codePoint) => faceOf(codePoint, weight, country));
    return visualOrder(parts).map(({ face, text: part }) =>
      face?.file.isShaped === true ? shapedRun(face, part) : plainRun(face ?? basic[weight], part),
    );
  };

  /** Labels of one consignment repeat the same texts, and measuring them is the slowest step. */
  const widths = new Map<string, number>();
  const widthOf = (text: string, weight: Weight, country: string): number => {
    const key = `${country}${weight}${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    if (widths.size >= mostWidths) widths.clear();
    const width = runs(text, weight, country).reduce((sum, run) => sum + run.width, 0);
    widths.set(key, width);
    return width;
  };

  return {
    basic,
    typefaceOf: load,
    loadedFiles: () => byId.size,
    prepare: async (text, country) => {
      for (const character of new Set(text)) {
        const codePoint = character.codePointAt(0) ?? 0;
        if (codePoint <= lastAscii) continue;
        for (const weight of weights) await choose(codePoint, weight, country);
      }
    },
    metrics: (country) => ({
      capHeight,
      descent,
      widthOf: (text, weight) =>
        isAscii(text) ? asciiWidth(text, ascii[weight]) : widthOf(text, weight, country),
    }),
    runs,
  };
}

function isAscii(text: string): boolean {
  for (let n = 0; n < text.length; n += 1) {
    const code = text.charCodeAt(n);
    if (code > lastAscii || code < firstAscii) return false;
  }
  return true;
}

function asciiWidths(face: Typeface): Float64Array {
  return Float64Array.from({ length: lastAscii + 1 }, (_, code) =>
    face.advanceOf(face.glyphOf(code) ?? notdef),
  );
}

function asciiWidth(text: string, widths: Float64Array): number {
  let sum = 0;
  for (let n = 0; n < text.length; n += 1) sum += widths[text.charCodeAt(n)] ?? 0;
  return sum;
}

function plainRun(face: Typeface, text: string): Run {
  const characters = Array.from(text);
  const glyphs = characters.map((one) => face.glyphOf(one.codePointAt(0) ?? 0) ?? notdef);
  const width = glyphs.reduce((sum, glyph) => sum + face.advanceOf(glyph), 0);
  return { face, glyphs, text: characters, width, placed: undefined };
}

function shapedRun(face: Typeface, text: string): Run {
  const placed = face.shape(text);
  return {
    face,
    glyphs: placed.map(({ glyph }) => glyph),
    text: placed.map((one) => one.text),
    width: placed.reduce((sum, { advance }) => sum + advance, 0),
    placed,
  };
}

type Part = { face: Typeface | undefined; text: string; direction: Direction };

const joiners = new Set([0x200c, 0x200d]);

/** Splits a text into parts of one typeface and one direction, in logical order. */
function partsOf(text: string, faceOf: (codePoint: number) => Typeface | undefined): Part[] {
  const parts: Part[] = [];
  const directionAt = directionsOf(text, (character) => {
    return faceOf(character.codePointAt(0) ?? 0)?.file.isRightToLeft === true;
  });
  let at = 0;
  for (const character of text) {
    const begin = at;
    at += character.length;
    const codePoint = character.codePointAt(0) ?? 0;
    const last = parts.at(-1);
    if (joiners.has(codePoint)) {
      // Joins or separates letters of a shaped script, and has no meaning elsewhere.
      if (last?.face?.file.isShaped === true) last.text += character;
      continue;
    }
    const face = faceOf(codePoint);
    const direction = directionAt(begin, character);
    if (last !== undefined && last.face === face && last.direction === direction)
      last.text += character;
    else parts.push({ face, text: character, direction });
  }
  return parts;
}
