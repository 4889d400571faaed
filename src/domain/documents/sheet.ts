// A page during layout: every call adds marks, fitted with the metrics of the fonts. Marks are never removed, and
// nothing is drawn outside its box. The layouts that use a sheet decide positions.

import { code128Modules, code128Quiet } from './code-128.ts';
import {
  type Box,
  dotsPerMm,
  type FillTone,
  type FontMetrics,
  type Mark,
  type MatrixCode,
  type Page,
  type Tone,
  type Weight,
} from './layout.ts';
import { type FittedBlock, fitBlock, fitLine } from './text-fit.ts';

type LinePlace = { xMm: number; baselineMm: number; widthMm: number };

export type LineStyle = {
  sizeMm: number;
  leastMm?: number;
  weight?: Weight;
  tone?: Tone;
  align?: 'left' | 'centre' | 'right';
};

type BlockStyle = {
  sizeMm: number;
  leastMm?: number;
  weight?: Weight;
  leading?: number;
  /** Separates paragraphs that are joined into one because they do not fit as separate paragraphs. */
  runOn?: string;
};

/** The smallest letters that a 203 dpi printer draws legibly. */
const leastSizeMm = 1.9;
const usualLeading = 1.2;
const hairlineMm = 0.25;

export type Sheet = ReturnType<typeof newSheet>;

export function newSheet(size: { widthMm: number; heightMm: number }, metrics: FontMetrics) {
  const marks: Mark[] = [];

  /** Draws one line of text; returns its fitted width and size. */
  const line = (
    { xMm, baselineMm, widthMm }: LinePlace,
    text: string,
    style: LineStyle,
  ): { widthMm: number; sizeMm: number } => {
    const { sizeMm, leastMm = leastSizeMm, weight = 'regular', tone = 'black', align } = style;
    const least = Math.min(leastMm, sizeMm);
    const fitted = fitLine(metrics, { text, weight, sizeMm, leastMm: least, widthMm });
    const room = widthMm - fitted.widthMm;
    const shift = align === 'right' ? room : align === 'centre' ? room / 2 : 0;
    if (fitted.text !== '')
      marks.push({ kind: 'text', xMm: xMm + shift, baselineMm, ...fitted, weight, tone });
    return fitted;
  };

  /** Draws lines from the top of the box; returns the fitted lines and where they end. */
  const block = (
    box: Box,
    paragraphs: readonly string[],
    style: BlockStyle,
  ): FittedBlock & { endMm: number } => {
    const { weight = 'regular', leading = usualLeading, leastMm = leastSizeMm } = style;
    const { widthMm, heightMm } = box;
    const fitted = fitBlock(metrics, {
      ...style,
      paragraphs,
      weight,
      leastMm: Math.min(leastMm, style.sizeMm),
      widthMm,
      heightMm,
      leading,
    });
    const stepMm = fitted.sizeMm * leading;
    for (const [n, one] of fitted.lines.entries()) {
      marks.push({
        kind: 'text',
        xMm: box.xMm,
        baselineMm: box.yMm + n * stepMm + firstBaseline(metrics, fitted.sizeMm, leading),
        ...one,
        weight,
        tone: 'black',
      });
    }
    return { ...fitted, endMm: box.yMm + fitted.lines.length * stepMm };
  };

  type Stroke = [strokeMm?: number, isDashed?: boolean];
  const draw = (
    [fromXMm, fromYMm, toXMm, toYMm]: [number, number, number, number],
    ...[strokeMm = hairlineMm, isDashed = false]: Stroke
  ): void => {
    marks.push({ kind: 'line', fromXMm, fromYMm, toXMm, toYMm, strokeMm, isDashed });
  };

  const fill = (box: Box, tone: FillTone = 'black'): void => {
    marks.push({ kind: 'fill', ...box, tone });
  };

  return {
    metrics,
    line,
    block,
    /** Draws one line in the middle of the box, as large as fits. */
    big: (box: Box, text: string, sizeMm: number): void => {
      const most = Math.min(sizeMm, box.heightMm / metrics.capHeight);
      const { sizeMm: fitted } = fitLine(metrics, {
        text,
        weight: 'bold',
        sizeMm: most,
        leastMm: leastSizeMm,
        widthMm: box.widthMm,
      });
      line(
        {
          xMm: box.xMm,
          baselineMm: box.yMm + (box.heightMm + fitted * metrics.capHeight) / 2,
          widthMm: box.widthMm,
        },
        text,
        { sizeMm: fitted, weight: 'bold', align: 'centre' },
      );
    },
    fill,
    frame: (box: Box, strokeMm = hairlineMm): void => {
      marks.push({ kind: 'frame', ...box, strokeMm });
    },
    rule: (xMm: number, yMm: number, widthMm: number, ...stroke: Stroke) =>
      draw([xMm, yMm, xMm + widthMm, yMm], ...stroke),
    upright: (xMm: number, yMm: number, heightMm: number, ...stroke: Stroke) =>
      draw([xMm, yMm, xMm, yMm + heightMm], ...stroke),
    /** Draws white text on black; returns the badge's width. */
    badge: (xMm: number, yMm: number, text: string, sizeMm: number): number => {
      const padMm = sizeMm * 0.45;
      const widthMm = metrics.widthOf(text, 'bold') * sizeMm + 2 * padMm;
      const heightMm = sizeMm * 1.35;
      fill({ xMm, yMm, widthMm, heightMm });
      line(
        {
          xMm: xMm + padMm,
          baselineMm: yMm + (heightMm + sizeMm * metrics.capHeight) / 2,
          widthMm: widthMm - padMm,
        },
        text,
        { sizeMm, weight: 'bold', tone: 'white' },
      );
      return widthMm;
    },
    /**
     * Draws bars in the middle of the box: as wide as whole dots and quiet zones allow, or exactly as wide as a
     * carrier requires.
     */
    bars: (box: Box, data: string, size: { mostModuleMm: number } | { exactMm: number }): void => {
      const modules = code128Modules(data);
      const roomMm = box.widthMm / (modules + 2 * code128Quiet);
      const widestMm = Math.floor(roomMm * dotsPerMm) / dotsPerMm;
      const moduleMm =
        'exactMm' in size ? size.exactMm / modules : Math.min(size.mostModuleMm, widestMm);
      if (moduleMm <= 0 || modules * moduleMm > box.widthMm)
        throw new Error(`"${data}" does not fit as bars into ${box.widthMm} mm`);
      marks.push({ kind: 'bars', ...box, moduleMm, data });
    },
    matrix: (box: Box, code: MatrixCode, sideMm?: number): void => {
      marks.push({ kind: 'matrix', ...box, code, ...(sideMm === undefined ? {} : { sideMm }) });
    },
    watermark: (box: Box, text: string): void => {
      marks.push({ kind: 'watermark', ...box, text });
    },
    page: (): Page => ({ ...size, marks }),
  };
}

/** The first baseline of a block, which centres capitals in the height of a line. */
function firstBaseline(metrics: FontMetrics, sizeMm: number, leading: number): number {
  return (sizeMm * (leading + metrics.capHeight)) / 2;
}

/** Shifts all marks, to place a label on a larger sheet. */
export function movedMarks(marks: readonly Mark[], xMm: number, yMm: number): Mark[] {
  return marks.map((mark) => {
    switch (mark.kind) {
      case 'line':
        return {
          ...mark,
          fromXMm: mark.fromXMm + xMm,
          fromYMm: mark.fromYMm + yMm,
          toXMm: mark.toXMm + xMm,
          toYMm: mark.toYMm + yMm,
        };
      case 'text':
        return { ...mark, xMm: mark.xMm + xMm, baselineMm: mark.baselineMm + yMm };
      default:
        return { ...mark, xMm: mark.xMm + xMm, yMm: mark.yMm + yMm };
    }
  });
}
