// The lines of a booking: how they are numbered, found, added, changed and removed. A number is given out once: whoever
// remembers an item that was deleted must never find another in its place.

import { type Issue, Refusal } from '../refusal.ts';
import type { Booking, BookingId, BookingItem } from './booking.ts';

/** A line without its number. */
export type ItemMeasures = Omit<BookingItem, 'line'>;

/** What is undefined stays as it is. */
export type ItemMeasuresChange = { [Field in keyof ItemMeasures]: ItemMeasures[Field] | undefined };

export type Lines = Pick<Booking, 'items' | 'lastLine'>;

const idsPerBooking = 1000;
/** A booking can hold far fewer lines at a time; this many it can have had. */
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

/** At the end, in order, each with a number of its own. */
export function addLines({ items, lastLine }: Lines, added: readonly ItemMeasures[]): Lines {
  return {
    items: [...items, ...added.map((measures, n) => ({ line: lastLine + n + 1, ...measures }))],
    lastLine: lastLine + added.length,
  };
}

/** Numbers run out, once in the life of a booking that is changed without end. */
export function lineNumberIssues({ lastLine }: Lines): Issue[] {
  return lastLine <= mostLinesEver
    ? []
    : [{ path: ['items'], problem: 'line_numbers_used_up', most: mostLinesEver }];
}

export function changeLine(item: BookingItem, change: ItemMeasuresChange): BookingItem {
  // A spelling belongs to the packaging type that was sent with it.
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

/** The same lines with this one in the place of the line that has its number. */
export function putLine(items: readonly BookingItem[], changed: BookingItem): BookingItem[] {
  return items.map((item) => (item.line === changed.line ? changed : item));
}
