// The items of a booking one by one: list, read, add, change, delete. Every change requests new quotes and obeys the
// limits of the whole booking.

import {
  type Booking,
  type BookingId,
  type BookingItem,
  itemRangeIssues,
} from '../../domain/bookings/booking.ts';
import {
  addLines,
  changeLine,
  getLine,
  itemIdOf,
  type Lines,
  lineNumberIssues,
  putLine,
} from '../../domain/bookings/item-lines.ts';
import { firstOfEachPlace, type Issue, Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, Store } from '../ports.ts';
import { completeChange, completeItem, refusedPlaces } from '../quotes/complete-items.ts';
import { refuseOutOfRange } from '../quotes/plan-quote.ts';
import type { ItemChange, ItemInput } from '../quotes/quote-request.ts';
import { type Edited, editBooking, type NoteEdited } from './edit-booking.ts';
import { settingsForNewItems } from './new-item-settings.ts';
import { getBooking } from './read-bookings.ts';

/** An item and the booking that it belongs to. */
export type ItemName = { id: BookingId; itemId: number };

/** The parsed input, and an issue for each field that could not be read. */
export type Parsed<Input> = { input: Input; issues: readonly Issue[] };

export async function getItem(
  app: App,
  caller: SignedInCaller,
  { id, itemId }: ItemName,
): Promise<BookingItem> {
  return getLine(await getBooking(app, caller, id), itemId);
}

export async function addItem(
  app: App,
  caller: SignedInCaller,
  id: BookingId,
  { input, issues: unread }: Parsed<ItemInput>,
  note?: (store: Store, item: BookingItem) => Promise<void>,
): Promise<BookingItem> {
  const added = (after: Booking) => getLine(after, itemIdOf(id, after.lastLine));
  const issues = [...unread];
  const remarks = { issues, replacedPaths: [], refused: refusedPlaces(issues) };
  const measures = completeItem(input, [], settingsForNewItems(caller), remarks);
  refuseInvalid(firstOfEachPlace(issues));
  const edit = (booking: Booking): Edited => {
    const lines = addLines(booking, [measures]);
    refuseOutOfRange([
      ...itemRangeIssues(lines.items, lines.items.length, [{ item: measures, path: [] }]),
      ...lineNumberIssues(lines),
    ]);
    return withLines(booking, lines, [input.sku]);
  };
  const noteEdited: NoteEdited | undefined =
    note === undefined ? undefined : (store, after) => note(store, added(after));
  return added(await editBooking(app, caller, { id }, edit, noteEdited));
}

export async function updateItem(
  app: App,
  caller: SignedInCaller,
  name: ItemName,
  { input, issues: unread }: Parsed<ItemChange>,
): Promise<BookingItem> {
  const issues = [...unread];
  const change = completeChange(input, [], issues);
  refuseInvalid(firstOfEachPlace(issues));
  const isEmpty = Object.values(change).every((value) => value === undefined);
  const after = await editBooking(app, caller, name, (booking) => {
    if (isEmpty) return undefined;
    const item = changeLine(getLine(booking, name.itemId), change);
    const items = putLine(booking.items, item);
    refuseOutOfRange(itemRangeIssues(items, items.length, [{ item, path: [] }]));
    return withLines(booking, { items, lastLine: booking.lastLine }, [input.sku]);
  });
  return getLine(after, name.itemId);
}

export async function removeItem(app: App, caller: SignedInCaller, name: ItemName): Promise<void> {
  await editBooking(app, caller, name, (booking) => {
    const gone = getLine(booking, name.itemId);
    if (booking.items.length === 1) throw new Refusal({ code: 'last_item', bookingId: name.id });
    const items = booking.items.filter((item) => item !== gone);
    return withLines(booking, { items, lastLine: booking.lastLine }, []);
  });
}

function withLines(booking: Booking, { items, lastLine }: Lines, skus: readonly string[]): Edited {
  return { details: { ...booking, items }, lastLine, isQuotedAnew: true, skus };
}
