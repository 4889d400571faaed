// Square codes as rows of dark and light modules, without quiet zone. QR codes are drawn by a small quick library; the
// rarer GS1 DataMatrix by a large one that is only loaded when a label needs it.
import { encodeQR } from 'qr';
import { fnc1 } from '../../domain/documents/code-128.ts';
import type { Mark, MatrixCode, Page } from '../../domain/documents/layout.ts';

export type Matrix = {
  /** Modules a side. */
  size: number;
  isDark(row: number, column: number): boolean;
  /** Light modules that must surround it. */
  quiet: number;
};

export type Matrices = ReadonlyMap<MatrixCode, Matrix>;

const qrQuiet = 4;
/** The least the library draws around it. */
const qrBorder = 1;
const dataMatrixQuiet = 1;

/** All square codes of the pages, ready to be drawn. */
export async function encodeMatrices(pages: readonly Page[]): Promise<Matrices> {
  const matrices = new Map<MatrixCode, Matrix>();
  for (const { marks } of pages) {
    for (const mark of marks) if (isMatrix(mark)) matrices.set(mark.code, await encode(mark.code));
  }
  return matrices;
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
