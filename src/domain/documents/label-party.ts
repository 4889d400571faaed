// The delivery address in the form that carriers' label layouts require: a keyword, the addressee, the street, then
// suburb, state and postcode in large capitals on one line.

import { type Party, partyLines } from './postal-address.ts';
import type { Sheet } from './sheet.ts';

export function drawDeliverTo(
  sheet: Sheet,
  party: Party,
  box: { xMm: number; yMm: number; widthMm: number; heightMm: number },
  keyword: string,
): void {
  const { xMm, yMm, widthMm, heightMm } = box;
  const keywordMm = 3;
  sheet.line({ xMm, baselineMm: yMm + keywordMm, widthMm: widthMm * 0.4 }, keyword, {
    sizeMm: keywordMm,
    weight: 'bold',
  });
  if (party.phone !== '') {
    sheet.line(
      { xMm: xMm + widthMm * 0.4, baselineMm: yMm + keywordMm, widthMm: widthMm * 0.6 },
      `Ph ${party.phone}`,
      { sizeMm: keywordMm, align: 'right' },
    );
  }
  const placeMm = 8;
  sheet.block(
    { xMm, yMm: yMm + keywordMm + 1.4, widthMm, heightMm: heightMm - keywordMm - 1.4 - placeMm },
    partyLines(party),
    { sizeMm: 4.2, leastMm: 2.2, leading: 1.16 },
  );
  sheet.line({ xMm, baselineMm: yMm + heightMm - 1.4, widthMm }, party.place, {
    sizeMm: 7,
    leastMm: 3.4,
    weight: 'bold',
  });
}
