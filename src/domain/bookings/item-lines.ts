// The lines of a booking: numbering, finding, adding, changing and removing them. A line number is never reused,
// because a client may still hold the number of a deleted item.

import { type Issue, Refusal } from '../refusal.ts';
import type { Booking, BookingId, BookingItem } from './booking.ts';

/** An item line without its number. */
export type ItemMeasures = Omit<BookingItem, 'line'>;

/** Undefined fields stay unchanged. */
export type ItemMeasuresChange = { [Field in keyof ItemMeasures]: ItemMeasures[Field] | undefined };

export type Lines = Pick<Booking, 'items' | 'lastLine'>;

const idsPerBooking = 1000;
/** Counts deleted lines too; the lines a booking holds at one time are limited much lower. */
const mostLinesEver = idsPerBooking - 1;

/** Unique over all bookings: interface-gaps.md, "Ids of items and addresses". */
export function itemIdOf(booking: BookingId, line: number): number {
  return booking * idsPerBooking + line;
}

export function findLine(
  { id, items }: Pick<Booking, 'id' | 'items'>,
  itemId: number,
): BookingItem | undefined {
  return items.find(({ line }) => itemIdOf(id, line) === itemId);
}

export function getLine(booking: Pick<Booking, 'id' | 'items'>, itemId: number): BookingItem {
  const found = findLine(booking, itemId);
  if (found === undefined)
    throw new Refusal({ code: 'item_not_found', bookingId: booking.id, itemId });
  return found;
}

/** Appends the lines in order and numbers them. */
export function addLines({ items, lastLine }: Lines, added: readonly ItemMeasures[]): Lines {
  return {
    items: [...items, ...added.map((measures, n) => ({ line: lastLine + n + 1, ...measures }))],
    lastLine: lastLine + added.length,
  };
}

/** A booking that is changed often enough runs out of line numbers. */
export function lineNumberIssues({ lastLine }: Lines): Issue[] {
  return lastLine <= mostLinesEver
    ? []
    : [{ path: ['items'], problem: 'line_numbers_used_up', most: mostLinesEver }];
}

export function changeLine(item: BookingItem, change: ItemMeasuresChange): BookingItem {
  // A spelling belongs to the packaging type that it was sent with.
  const { spelling } = change.packaging === undefined ? item : change;
  return {
    line: item.line,
    packaging: change.packaging ?? item.packaging,
    ...(spelling === undefined ? {} : { spelling }),
    quantity: change.quantity ?? item.quantity,
    weightGrams: change.weightGrams ?? item.weightGrams,
    lengthTenthMm: change.lengthTenthMm ?? item.lengthTenthMm,
    widthTenthMm: change.widthTenthMm ?? item.widthTenthMm,
    heightTenthMm: change.heightTenthMm ?? item.heightTenthMm,
  };
}

/** Replaces the line that has the same number. */
export function putLine(items: readonly BookingItem[], changed: BookingItem): BookingItem[] {
  return items.map((item) => (item.line === changed.line ? changed : item));
}
