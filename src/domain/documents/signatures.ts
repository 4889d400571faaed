// The signature block for sender and driver, on a pickup record and on a manifest.

import type { Sheet } from './sheet.ts';

const lineMm = 14;
const captionMm = 2.4;

/** Two rows: the sender who hands over and the driver who accepts. */
export function drawSignatures(
  sheet: Sheet,
  { xMm, yMm, widthMm }: { xMm: number; yMm: number; widthMm: number },
): void {
  const rows = [
    ['Handed over by (name)', 'Signature', 'Date and time', 'Pieces'],
    ['Received by driver (name)', 'Signature', 'Date and time', 'Pieces'],
  ];
  const shares = [0.34, 0.32, 0.22, 0.12];
  const gapMm = 4;
  for (const [n, row] of rows.entries()) {
    let leftMm = xMm;
    for (const [column, caption] of row.entries()) {
      const share = (shares[column] ?? 0) * (widthMm + gapMm) - gapMm;
      const lineAt = yMm + n * (lineMm + 3) + lineMm - 4;
      sheet.rule(leftMm, lineAt, share, 0.3);
      sheet.line({ xMm: leftMm, baselineMm: lineAt + 3.4, widthMm: share }, caption, {
        sizeMm: captionMm,
        tone: 'grey',
      });
      leftMm += share + gapMm;
    }
  }
}
