// Square codes as rows of dark and light modules, without the quiet zone. A small, fast library encodes QR codes; the
// rarer GS1 DataMatrix needs a large one, which is loaded only when a label has such a code.
import { encodeQR } from 'qr';
import { fnc1 } from '../../domain/documents/code-128.ts';
import type { Mark, MatrixCode, Page } from '../../domain/documents/layout.ts';

export type Matrix = {
  /** Modules per side. */
  size: number;
  isDark(row: number, column: number): boolean;
  /** The width of the quiet zone around it, in modules. */
  quiet: number;
};

export type Matrices = ReadonlyMap<MatrixCode, Matrix>;

const qrQuiet = 4;
/** The smallest border that the library allows. */
const qrBorder = 1;
const dataMatrixQuiet = 1;

/** Encodes all square codes of the pages. */
export async function encodeMatrices(pages: readonly Page[]): Promise<Matrices> {
  const matrices = new Map<MatrixCode, Matrix>();
  for (const { marks } of pages) {
    for (const mark of marks) if (isMatrix(mark)) matrices.set(mark.code, await encode(mark.code));
  }
  return matrices;
}

export function matrixOf(matrices: Matrices, { code }: { code: MatrixCode }): Matrix {
  const matrix = matrices.get(code);
  if (matrix === undefined) throw new Error('a code was not encoded before it is drawn');
  return matrix;
}

function isMatrix(mark: Mark): mark is Extract<Mark, { kind: 'matrix' }> {
  return mark.kind === 'matrix';
}

async function encode(code: MatrixCode): Promise<Matrix> {
  if (code.symbology === 'qr') {
    const rows = encodeQR(code.data, 'raw', {
      ecc: code.level,
      border: qrBorder,
      ...(code.isBytes === true ? { encoding: 'byte' } : {}),
    });
    return {
      size: rows.length - 2 * qrBorder,
      isDark: (row, column) => rows[row + qrBorder]?.[column + qrBorder] === true,
      quiet: qrQuiet,
    };
  }
  const { default: bwip } = await import('bwip-js/node');
  const [symbol] = bwip.raw({
    bcid: 'datamatrix',
    text: code.data.replaceAll(fnc1, '^FNC1'),
    parsefnc: true,
  });
  if (symbol === undefined || !('pixs' in symbol)) throw new Error('no DataMatrix was made');
  const { pixs, pixx } = symbol;
  return {
    size: pixx,
    isDark: (row, column) => pixs[row * pixx + column] === 1,
    quiet: dataMatrixQuiet,
  };
}
