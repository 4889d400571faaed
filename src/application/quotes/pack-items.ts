// Packs an order's items into the key's cartons. The cartons become the lines that carriers quote and that are
// labelled.

import { type BookingItem, millimetres } from '../../domain/bookings/booking.ts';
import { findPackagingType, packagingName, packagingTypes } from '../../domain/bookings/item.ts';
import type { Boxing } from '../../domain/keys/key-settings.ts';
import { packOrder } from '../../domain/packing/packing.ts';

/** Items with their own base are not boxed. */
const notBoxed: ReadonlySet<string> = new Set(['Pallet', 'Skid', 'Crate', 'Drum']);
const tenthMmPerMm = 10;

/** Undefined when nothing is boxed. */
export function packItems(
  items: readonly BookingItem[],
  boxing: Boxing,
): readonly BookingItem[] | undefined {
  const { cartons, loose } = packOrder(items.filter(isBoxed).map(measured), boxing, ({ item }) =>
    packagingName(item.packaging),
  );
  if (cartons.length === 0) return undefined;
  const packaging = findPackagingType('Carton') ?? 0;
  const lines = [
    ...cartons.map(({ lengthMm, widthMm, heightMm, weightGrams }) => ({
      packaging,
      quantity: 1,
      weightGrams,
      lengthTenthMm: lengthMm * tenthMmPerMm,
      widthTenthMm: widthMm * tenthMmPerMm,
      heightTenthMm: heightMm * tenthMmPerMm,
    })),
    ...loose.map(({ item: { item }, quantity }) => ({ ...item, quantity })),
    ...items.filter((item) => !isBoxed(item)),
  ];
  return lines.map((line, n) => ({ ...line, line: n + 1 }));
}

function isBoxed({ packaging }: BookingItem): boolean {
  return !notBoxed.has(packagingTypes[packaging]?.family ?? '');
}

function measured(item: BookingItem) {
  return {
    item,
    quantity: item.quantity,
    weightGrams: item.weightGrams,
    lengthMm: millimetres(item.lengthTenthMm),
    widthMm: millimetres(item.widthTenthMm),
    heightMm: millimetres(item.heightTenthMm),
  };
}
