// The position of a watermark: along the diagonal of its box, as large as fits.
import type { Box } from '../../domain/documents/layout.ts';
import type { Fonts, Run } from './fonts.ts';

/** Less than the whole diagonal, so that the corners of the letters stay inside. */
const share = 0.72;
const steepest = Math.PI / 5;

export function watermarkPlace(
  box: Box,
  runs: readonly Run[],
  fonts: Fonts,
): { angle: number; sizeMm: number; xMm: number; yMm: number } {
  const width = runs.reduce((sum, run) => sum + run.width, 0);
  const { capHeight } = fonts.metrics('');
  const angle = Math.min(steepest, Math.atan2(box.heightMm, box.widthMm));
  const along = Math.hypot(box.widthMm, Math.tan(angle) * box.widthMm) * share;
  // A rotated text also needs room for the height of its letters.
  const high = box.heightMm / (width * Math.sin(angle) + capHeight * Math.cos(angle));
  const sizeMm = Math.min(along / width, high);
  const [halfWidth, halfHeight] = [(width * sizeMm) / 2, (capHeight * sizeMm) / 2];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    angle,
    sizeMm,
    xMm: box.xMm + box.widthMm / 2 - halfWidth * cos + halfHeight * sin,
    yMm: box.yMm + box.heightMm / 2 + halfWidth * sin + halfHeight * cos,
  };
}
