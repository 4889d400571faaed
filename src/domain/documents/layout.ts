// One description of a printed page that PDF, PNG and ZPL are all drawn from: fills, lines, texts and codes, in
// millimetres from the top left corner. Texts are already fitted: nobody who draws a page moves or breaks anything.
// Linear codes stand on a grid of eighths of a millimetre, the dots of a 203 dpi thermal printer.

export type Tone = 'black' | 'white' | 'grey' | 'pale';
/** A label printer, which has no yellow, frames what is filled with it. */
export type FillTone = Tone | 'yellow';
export type Weight = 'regular' | 'bold';

export type Box = { xMm: number; yMm: number; widthMm: number; heightMm: number };

export type Mark =
  | (Box & { kind: 'fill'; tone: FillTone })
  | (Box & { kind: 'frame'; strokeMm: number })
  | {
      kind: 'line';
      fromXMm: number;
      fromYMm: number;
      toXMm: number;
      toYMm: number;
      strokeMm: number;
      isDashed: boolean;
    }
  | TextMark
  | (Box & { kind: 'bars'; moduleMm: number; data: string })
  /** As large as fits, or with sides of exactly this length where the resolution allows it. */
  | (Box & { kind: 'matrix'; code: MatrixCode; sideMm?: number })
  /** Pale and slanted through the middle of its box, behind everything else and never across a code. */
  | (Box & { kind: 'watermark'; text: string });

export type TextMark = {
  kind: 'text';
  xMm: number;
  baselineMm: number;
  /** What the text takes at this size, so that other fonts can be made to fit. */
  widthMm: number;
  text: string;
  sizeMm: number;
  weight: Weight;
  tone: Tone;
};

/**
 * `data` of a GS1 DataMatrix has FNC1 where `code-128.ts` has it. A QR code as bytes is as large as its text is long; else
 * capitals and digits make a smaller one.
 */
export type MatrixCode =
  | { symbology: 'qr'; level: 'low' | 'medium'; data: string; isBytes?: true }
  | { symbology: 'gs1_datamatrix'; data: string };

export type Page = { widthMm: number; heightMm: number; marks: readonly Mark[] };

/** What fitting text needs to know of the fonts, in parts of the font size. */
export type FontMetrics = {
  widthOf(text: string, weight: Weight): number;
  /** Height of a capital letter. */
  capHeight: number;
  /** How far letters reach below the baseline. */
  descent: number;
};

export const dotsPerMm = 8;
export const a6 = { widthMm: 105, heightMm: 148 };
/**
 * What carriers' own layouts take of A6: their stock is 100 mm wide, and drivers put a page at its left edge or in its
 * middle. Either way a millimetre is left to the edge.
 */
export const carrierLabel = { leftMm: 3.5, widthMm: 95.5 };
export const a4 = { widthMm: 210, heightMm: 297 };
