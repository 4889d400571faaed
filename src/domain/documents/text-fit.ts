// Fits text into the available space: it shrinks first, then wraps, and is finally cut with an ellipsis. It never
// overflows: words longer than a line break inside, and scripts without spaces break between any two characters. Text
// too long to print is cut before it is measured, which bounds the work.

import type { FontMetrics, Weight } from './layout.ts';

export type FittedLine = { text: string; sizeMm: number; widthMm: number };
export type FittedBlock = { lines: readonly FittedLine[]; sizeMm: number; isCut: boolean };

const ellipsis = '…';
/** Each step shrinks the text by this fraction of the requested size. */
const shrinkStep = 0.05;
const longestText = 2_000;

/** Fits one line: shrinks it to the least size, then cuts it. */
export function fitLine(
  metrics: FontMetrics,
  line: { text: string; weight: Weight; sizeMm: number; leastMm: number; widthMm: number },
): FittedLine {
  const text = line.text.slice(0, longestText);
  const width = metrics.widthOf(text, line.weight);
  const wanted = Math.min(line.sizeMm, width === 0 ? line.sizeMm : line.widthMm / width);
  if (wanted >= line.leastMm) {
    const sizeMm = floorHundredth(wanted);
    return { text, sizeMm, widthMm: width * sizeMm };
  }
  const cut = cutToWidth(metrics, text, line.weight, line.widthMm / line.leastMm);
  return {
    text: cut,
    sizeMm: line.leastMm,
    widthMm: metrics.widthOf(cut, line.weight) * line.leastMm,
  };
}

export type BlockOptions = {
  /** Each paragraph starts a new line; empty ones are left out. */
  paragraphs: readonly string[];
  weight: Weight;
  sizeMm: number;
  leastMm: number;
  widthMm: number;
  heightMm: number;
  /** Distance of baselines as a fraction of the size. */
  leading: number;
  /** Joins the paragraphs with this separator if the text would otherwise be cut. */
  runOn?: string;
};

/** Uses the largest size at which all lines fit; cuts the last line if even the least size is too large. */
export function fitBlock(metrics: FontMetrics, input: BlockOptions): FittedBlock {
  const paragraphs = input.paragraphs
    .map((text) => text.slice(0, longestText))
    .filter((text) => text !== '');
  let sizeMm = input.sizeMm;
  for (;;) {
    const most = Math.max(1, Math.floor(input.heightMm / (sizeMm * input.leading) + 1e-9));
    const isLeast = sizeMm <= input.leastMm;
    const lines = wrap(metrics, paragraphs, input.weight, input.widthMm / sizeMm, most + 1);
    if (lines.length <= most || isLeast) {
      const isCut = lines.length > most;
      const { runOn, ...rest } = input;
      if (isCut && runOn !== undefined && paragraphs.length > 1)
        return fitBlock(metrics, { ...rest, paragraphs: [paragraphs.join(runOn)] });
      const kept = isCut ? cutLast(metrics, lines.slice(0, most), input, sizeMm) : lines;
      return {
        lines: kept.map((text) => measured(metrics, text, input.weight, sizeMm)),
        sizeMm,
        isCut,
      };
    }
    sizeMm = Math.max(input.leastMm, floorHundredth(sizeMm - input.sizeMm * shrinkStep));
  }
}

/** Cuts text to a width given as a fraction of the size, ending with an ellipsis. */
function cutToWidth(metrics: FontMetrics, text: string, weight: Weight, width: number): string {
  if (metrics.widthOf(text, weight) <= width) return text;
  const characters = Array.from(text);
  let [low, high] = [0, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const cut = characters.slice(0, middle).join('').trimEnd() + ellipsis;
    if (metrics.widthOf(cut, weight) <= width) low = middle;
    else high = middle - 1;
  }
  return characters.slice(0, low).join('').trimEnd() + ellipsis;
}

function cutLast(
  metrics: FontMetrics,
  lines: readonly string[],
  { weight, widthMm }: BlockOptions,
  sizeMm: number,
): string[] {
  const last = lines.at(-1) ?? '';
  return [
    ...lines.slice(0, -1),
    cutToWidth(metrics, `${last} ${ellipsis}${ellipsis}`, weight, widthMm / sizeMm).replace(
      /[\s…]+$/,
      ellipsis,
    ),
  ];
}

function measured(metrics: FontMetrics, text: string, weight: Weight, sizeMm: number): FittedLine {
  return { text, sizeMm, widthMm: metrics.widthOf(text, weight) * sizeMm };
}

/** Wraps to `width`, a fraction of the size; stops after more lines than the caller can use. */
function wrap(
  metrics: FontMetrics,
  paragraphs: readonly string[],
  weight: Weight,
  width: number,
  most: number,
): string[] {
  const lines: string[] = [];
  for (const paragraph of paragraphs) {
    let line = '';
    for (const part of breakable(paragraph)) {
      const longer = line + part;
      if (metrics.widthOf(longer.trimEnd(), weight) <= width) {
        line = longer;
        continue;
      }
      if (line.trim() !== '') lines.push(line.trimEnd());
      line = part;
      while (metrics.widthOf(line.trimEnd(), weight) > width) {
        const head = widestHead(metrics, line, weight, width);
        lines.push(head);
        line = line.slice(head.length);
        if (lines.length >= most) return lines;
      }
      if (lines.length >= most) return lines;
    }
    if (line.trim() !== '') lines.push(line.trimEnd());
    if (lines.length >= most) return lines;
  }
  return lines;
}

/**
 * The parts between which a line may break: after spaces and hyphens, and around each character of a script without
 * spaces.
 */
function breakable(text: string): string[] {
  return (
    text.match(
      /[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]|[\u{20000}-\u{3ffff}]|[^\s\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef-]+[\s-]*|[\s-]+/gu,
    ) ?? []
  );
}

/** As much of a word as fits, and at least one character, so that wrapping always makes progress. */
function widestHead(metrics: FontMetrics, text: string, weight: Weight, width: number): string {
  const characters = Array.from(text);
  let head = characters[0] ?? '';
  for (const character of characters.slice(1)) {
    if (metrics.widthOf(head + character, weight) > width) break;
    head += character;
  }
  return head;
}

function floorHundredth(mm: number): number {
  return Math.floor(mm * 100 + 1e-9) / 100;
}
