// Measures printed codes: their size, and the white space around them.
import { dotsPerMm, readCodes, type Seen } from './read-document.ts';

export type MeasuredCode = {
  format: string;
  text: string;
  widthMm: number;
  heightMm: number;
  /** White space to the left and right, up to the next thing printed. */
  clearMm: [left: number, right: number];
};

const darkest = 128;

/**
 * Finds the codes at 203 dpi and measures them on a picture of the same page with `perMm` dots to the millimetre.
 */
export async function measuredCodes(
  at203Dpi: Seen,
  fine: Seen = at203Dpi,
  perMm: number = dotsPerMm,
): Promise<MeasuredCode[]> {
  const scale = perMm / dotsPerMm;
  const isDark = (x: number, y: number): boolean =>
    x >= 0 && x < fine.width && isInk(fine.dots[y * fine.width + x] ?? 255);
  return (await readCodes(at203Dpi)).map(({ format, text, ...found }) => {
    let [left, right, top, bottom] = [found.left, found.right, found.top, found.bottom].map((at) =>
      Math.round(at * scale),
    ) as [number, number, number, number];
    const isColumnDark = (x: number): boolean => someBetween(top, bottom, (y) => isDark(x, y));
    const isRowDark = (y: number): boolean => someBetween(left, right, (x) => isDark(x, y));
    // The decoder gives only a rough position. The code's edges are the last dark rows and columns before the white
    // around it.
    while (isColumnDark(left - 1)) left -= 1;
    while (!isColumnDark(left)) left += 1;
    while (isColumnDark(right + 1)) right += 1;
    while (!isColumnDark(right)) right -= 1;
    while (isRowDark(top - 1)) top -= 1;
    while (!isRowDark(top)) top += 1;
    while (isRowDark(bottom + 1)) bottom += 1;
    while (!isRowDark(bottom)) bottom -= 1;
    let [before, after] = [0, 0];
    while (before < left && !isColumnDark(left - 1 - before)) before += 1;
    while (right + after < fine.width && !isColumnDark(right + 1 + after)) after += 1;
    return {
      format,
      text,
      widthMm: (right + 1 - left) / perMm,
      heightMm: (bottom + 1 - top) / perMm,
      clearMm: [before / perMm, after / perMm],
    };
  });
}

function someBetween(from: number, to: number, matches: (at: number) => boolean): boolean {
  for (let at = from; at <= to; at += 1) if (matches(at)) return true;
  return false;
}

/** How far from the left edge of the paper the first and last dark columns are. */
export function inkedMm({ width, dots }: Seen, perMm: number = dotsPerMm): [number, number] {
  let [left, right] = [width, 0];
  for (let row = 0; row < dots.length; row += width) {
    const line = dots.subarray(row, row + width);
    const first = line.findIndex(isInk);
    if (first < 0) continue;
    left = Math.min(left, first);
    right = Math.max(right, line.findLastIndex(isInk) + 1);
  }
  return [left / perMm, right / perMm];
}

const isInk = (dot: number): boolean => dot < darkest;
