// A summary of a whole consignment for people: beside the label on A4, and in a row of a manifest.

import { totalGrams } from '../bookings/booking.ts';
import { packagingName } from '../bookings/item.ts';
import { type Consignment, countPieces, totalCubicTenthMm } from './consignment.ts';
import { writtenCubic, writtenDay, writtenKg, writtenSize } from './written.ts';

type SummaryLine = {
  quantity: number;
  packaging: string;
  size: string;
  /** The weight of one piece; the next field is the weight of the whole line. */
  weightEach: string;
  weight: string;
  cubic: string;
};

export type ConsignmentSummary = {
  pickup: string;
  pieces: number;
  weight: string;
  cubic: string;
  lines: readonly SummaryLine[];
};

export function summaryOf(consignment: Consignment): ConsignmentSummary {
  const { items, pickupDay, pickupTime } = consignment;
  return {
    pickup: [writtenDay(pickupDay), pickupTime].filter((part) => part !== '').join(', '),
    pieces: countPieces(items),
    weight: writtenKg(totalGrams(items)),
    cubic: writtenCubic(totalCubicTenthMm(items)),
    lines: items.map((item) => ({
      quantity: item.quantity,
      packaging: packagingName(item.packaging),
      size: writtenSize([item.lengthTenthMm, item.widthTenthMm, item.heightTenthMm]),
      weightEach: writtenKg(item.weightGrams),
      weight: writtenKg(totalGrams([item])),
      cubic: writtenCubic(totalCubicTenthMm([item])),
    })),
  };
}
