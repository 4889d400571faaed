// The description of a printed page from which PDF, PNG and ZPL are drawn: fills, lines, texts and codes, in
// millimetres from the top left corner. Texts are already fitted, so renderers must not move or wrap them. Linear
// codes align to eighths of a millimetre, the dots of a 203 dpi thermal printer.

export type Tone = 'black' | 'white' | 'grey' | 'pale';
/** A label printer cannot print yellow and draws a frame instead. */
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
  /** As large as fits, or with sides of exactly this length if the resolution allows it. */
  | (Box & { kind: 'matrix'; code: MatrixCode; sideMm?: number })
  /** Pale and slanted through the middle of its box, behind all other marks and never across a code. */
  | (Box & { kind: 'watermark'; text: string });

export type TextMark = {
  kind: 'text';
  xMm: number;
  baselineMm: number;
  /** The text's width at this size, so that a renderer with other fonts can scale to it. */
  widthMm: number;
  text: string;
  sizeMm: number;
  weight: Weight;
  tone: Tone;
};

/**
 * `data` of a GS1 DataMatrix marks FNC1 in the same way as `code-128.ts`. In bytes mode a QR code's size depends only
 * on the length of its text; otherwise capitals and digits make it smaller.
 */
export type MatrixCode =
  | { symbology: 'qr'; level: 'low' | 'medium'; data: string; isBytes?: true }
  | { symbology: 'gs1_datamatrix'; data: string };

export type Page = { widthMm: number; heightMm: number; marks: readonly Mark[] };

/** The font measurements that fitting text needs, as fractions of the font size. */
export type FontMetrics = {
  widthOf(text: string, weight: Weight): number;
  /** Height of a capital letter. */
  capHeight: number;
  /** Depth of letters below the baseline. */
  descent: number;
};

export const dotsPerMm = 8;
export const a6 = { widthMm: 105, heightMm: 148 };
/**
 * The area of A6 that carriers' own layouts use. Their stock is 100 mm wide, and printer drivers align a page left or
 * centre it; both leave a margin of a millimetre.
 */
export const carrierLabel = { leftMm: 3.5, widthMm: 95.5 };
export const a4 = { widthMm: 210, heightMm: 297 };
