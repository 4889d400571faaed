// The font that is built into label printers (font 0, a bold condensed grotesque): which letters it surely has, and how
// wide they are, so that a text takes no more room than the layout gave it.
import { dotsPerMm, type TextMark } from '../../domain/documents/layout.ts';

/** Capitals are this part of the height that is asked for; of our own fonts they are that part of the size. */
const capShare = 0.75;
const ownCapShare = 1456 / 2048;
const leastDots = 10;
const usualWidth = 0.611;

/** Advance widths in thousandths of the height, for signs that share one. */
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

/** Fine typography in the signs of a typewriter. */
export function plainSigns(text: string): string {
  return text
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll('…', '...');
}

/** Latin-1: every printer has it. */
export function isBuiltIn(text: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u00ff]*$/.test(text);
}

/** Height and width of the letters in dots: capitals as high as in our own font, narrower where that takes too much room. */
export function printerLetters({ text, sizeMm, widthMm }: TextMark): {
  height: number;
  width: number;
} {
  const height = Math.max(leastDots, Math.round((sizeMm * dotsPerMm * ownCapShare) / capShare));
  const natural = Array.from(text).reduce((sum, sign) => sum + widthOf(sign), 0);
  const fitting = natural === 0 ? height : Math.floor((widthMm * dotsPerMm) / natural);
  return { height, width: Math.max(1, Math.min(height, fitting)) };
}

/** An accent does not make a letter wider. */
function widthOf(sign: string): number {
  return widths.get(sign) ?? widths.get(sign.normalize('NFD').charAt(0)) ?? usualWidth;
}
