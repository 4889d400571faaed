// The position and module size of codes. A label printer draws whole dots, so modules must be whole dots for scanners
// to read them: the number closest to the requested size, or fewer if the code or its quiet zone would not fit. A PDF
// uses the exact size.
import { code128Modules, code128Quiet } from '../../domain/documents/code-128.ts';
import { dotsPerMm, type Mark } from '../../domain/documents/layout.ts';
import type { Matrix } from './matrix-code.ts';

type MatrixMark = Extract<Mark, { kind: 'matrix' }>;

/** In dots. `x` and `y` are the top left corner of the symbol. */
export function barsInDots(mark: Extract<Mark, { kind: 'bars' }>): {
  module: number;
  x: number;
  y: number;
  height: number;
} {
  const modules = code128Modules(mark.data);
  const room = mark.widthMm * dotsPerMm;
  const module = wholeDots(mark.moduleMm * dotsPerMm, room / (modules + 2 * code128Quiet));
  return {
    module,
    x: Math.round(mark.xMm * dotsPerMm + (room - modules * module) / 2),
    y: Math.round(mark.yMm * dotsPerMm),
    height: Math.round(mark.heightMm * dotsPerMm),
  };
}

/** In dots. `x` and `y` are the top left corner of the symbol, which is centred in its box. */
export function matrixInDots(
  matrix: Matrix,
  mark: MatrixMark,
): { module: number; x: number; y: number } {
  const most = mostModuleMm(matrix, mark) * dotsPerMm;
  const wanted = mark.sideMm === undefined ? most : (mark.sideMm * dotsPerMm) / matrix.size;
  const module = wholeDots(wanted, most);
  const free = (sideMm: number): number => (sideMm * dotsPerMm - module * matrix.size) / 2;
  return {
    module,
    x: Math.round(mark.xMm * dotsPerMm + free(mark.widthMm)),
    y: Math.round(mark.yMm * dotsPerMm + free(mark.heightMm)),
  };
}

/** The same in millimetres. Modules are whole dots only if no size was requested. */
export function matrixInMm(
  matrix: Matrix,
  mark: MatrixMark,
): { moduleMm: number; xMm: number; yMm: number } {
  if (mark.sideMm === undefined) {
    const { module, x, y } = matrixInDots(matrix, mark);
    return { moduleMm: module / dotsPerMm, xMm: x / dotsPerMm, yMm: y / dotsPerMm };
  }
  const moduleMm = Math.min(mark.sideMm / matrix.size, mostModuleMm(matrix, mark));
  return {
    moduleMm,
    xMm: mark.xMm + (mark.widthMm - moduleMm * matrix.size) / 2,
    yMm: mark.yMm + (mark.heightMm - moduleMm * matrix.size) / 2,
  };
}

function mostModuleMm({ size, quiet }: Matrix, mark: MatrixMark): number {
  return Math.min(mark.widthMm, mark.heightMm) / (size + 2 * quiet);
}

const rounding = 1e-6;

function wholeDots(wanted: number, most: number): number {
  return Math.max(1, Math.min(Math.round(wanted), Math.floor(most + rounding)));
}
