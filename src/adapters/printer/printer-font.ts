// The font built into label printers (font 0, a bold condensed grotesque): its guaranteed characters and their
// widths, so that a text stays within the width that the layout allows.
import { dotsPerMm, type TextMark } from '../../domain/documents/layout.ts';

/** Capital height as a share of the requested height; `ownCapShare` is the share in our own fonts. */
const capShare = 0.75;
const ownCapShare = 1456 / 2048;
const leastDots = 10;
const usualWidth = 0.611;

/** Advance widths in thousandths of the height, each with its characters. */
const widthGroups: readonly [number, string][] = [
  [250, " '|"],
  [278, 'Iijlft/:;{}'],
  [333, '!"(),.[]`r-'],
  [389, 'z'],
  [444, 'Jcksvxy'],
  [500, '0123456789#$*+<=>?EFLTZ_abdeghnopqu^~\\'],
  [556, 'ABCKPSVXY'],
  [611, 'DGHNOQRU'],
  [667, '&w'],
  [778, 'Mm'],
  [833, '%@W'],
];

const widths = new Map(
  widthGroups.flatMap(([width, signs]) => Array.from(signs, (sign) => [sign, width / 1000])),
);

/** Replaces typographic characters with plain ones. */
export function plainSigns(text: string): string {
  return text
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll('…', '...');
}

/** Whether the text is Latin-1, which every printer has. */
export function isBuiltIn(text: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u00ff]*$/.test(text);
}

/**
 * Height and width of the letters in dots. Capitals are as high as in our own font, and narrower if the text would
 * not fit.
 */
export function printerLetters({ text, sizeMm, widthMm }: TextMark): {
  height: number;
  width: number;
} {
  const height = Math.max(leastDots, Math.round((sizeMm * dotsPerMm * ownCapShare) / capShare));
  const natural = Array.from(text).reduce((sum, sign) => sum + widthOf(sign), 0);
  const fitting = natural === 0 ? height : Math.floor((widthMm * dotsPerMm) / natural);
  return { height, width: Math.max(1, Math.min(height, fitting)) };
}

/** An accented letter is as wide as the plain one. */
function widthOf(sign: string): number {
  return widths.get(sign) ?? widths.get(sign.normalize('NFD').charAt(0)) ?? usualWidth;
}
