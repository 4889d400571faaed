// Changes the fields of an unpaid booking that the request contains and keeps the rest: single fields, parts of
// addresses, and lines of items. A line with an id is changed, one without is added, and lines that are not mentioned
// stay. Errors that do not depend on the booking are reported first.

import {
  type Booking,
  type BookingId,
  type BookingItem,
  declaredValueIssues,
  itemRangeIssues,
  type PlacedItem,
} from '../../domain/bookings/booking.ts';
import { changeInstructions } from '../../domain/bookings/instructions.ts';
import {
  addLines,
  changeLine,
  findLine,
  type ItemMeasures,
  type ItemMeasuresChange,
  itemIdOf,
  lineNumberIssues,
  putLine,
} from '../../domain/bookings/item-lines.ts';
import type { Cents } from '../../domain/money.ts';
import { firstOfEachPlace, type Issue, refuseInvalid } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { completeChange, completeItem, refusedPlaces } from '../quotes/complete-items.ts';
import { mergeAddress } from '../quotes/match-address.ts';
import { refuseOutOfRange } from '../quotes/plan-quote.ts';
import type { AddressChange, ItemChange, ItemInput } from '../quotes/quote-request.ts';
import { type Edited, editBooking } from './edit-booking.ts';
import { settingsForNewItems } from './new-item-settings.ts';

/** An undefined field stays; an empty text clears it. */
export type BookingChange = {
  sender: AddressChange | undefined;
  receiver: AddressChange | undefined;
  lines: readonly LineChange[];
  /** The number of lines sent, when more were sent than read. */
  lineCount: number;
  declaredCents: Cents | undefined;
  /** The request's own name for the declared value, if it has one. */
  declaredField?: string | undefined;
  includesWarranty: boolean | undefined;
  tailgatePickup: boolean | undefined;
  tailgateDelivery: boolean | undefined;
  authorityToLeave: boolean | undefined;
  usesCache: boolean | undefined;
  description: string | undefined;
  customerReference: string | undefined;
  specialInstructions: string | undefined;
  pickupInstructions: string | undefined;
  notifications: { email: boolean | undefined; sms: boolean | undefined };
  /** Unreadable fields. */
  issues: readonly Issue[];
};

export type LineChange =
  | { itemId: number; change: ItemChange }
  | { itemId: undefined; item: ItemInput };

export async function updateBooking(
  app: App,
  caller: SignedInCaller,
  id: BookingId,
  change: BookingChange,
): Promise<Booking> {
  const issues = [...change.issues];
  const settings = settingsForNewItems(caller);
  const refused = refusedPlaces(issues);
  const lines = change.lines.map((line, n): CompletedLine => {
    const path = ['items', n];
    return line.itemId === undefined
      ? {
          path,
          itemId: undefined,
          measures: completeItem(line.item, path, settings, { issues, replacedPaths: [], refused }),
        }
      : { path, itemId: line.itemId, change: completeChange(line.change, path, issues) };
  });
  refuseInvalid(firstOfEachPlace(issues));
  return await editBooking(app, caller, { id }, (booking) =>
    isNothing(change) ? undefined : changed(app, booking, change, lines),
  );
}

function isNothing({ lines: _l, lineCount, issues: _i, notifications, ...rest }: BookingChange) {
  return (
    lineCount === 0 &&
    Object.values({ ...rest, ...notifications }).every((one) => one === undefined)
  );
}

type CompletedLine = { path: Issue['path'] } & (
  | { itemId: number; change: ItemMeasuresChange }
  | { itemId: undefined; measures: ItemMeasures }
);

function changed(
  app: App,
  booking: Booking,
  change: BookingChange,
  lines: readonly CompletedLine[],
): Edited {
  const issues: Issue[] = [];
  const sideOf = (side: 'sender' | 'receiver') => {
    const given = change[side];
    return given === undefined
      ? booking[side]
      : (mergeAddress(app, booking[side], given, side, issues) ?? booking[side]);
  };
  const sender = sideOf('sender');
  const receiver = sideOf('receiver');
  const merged = mergeLines(booking, lines, issues);
  refuseInvalid(issues);

  const declaredCents = change.declaredCents ?? booking.declaredCents;
  refuseOutOfRange([
    ...itemRangeIssues(
      merged.items,
      Math.max(merged.items.length, change.lineCount),
      merged.placed,
    ),
    ...lineNumberIssues(merged),
    ...declaredValueIssues(declaredCents, change.declaredField),
  ]);
  return {
    details: {
      ...booking,
      ...changeInstructions(booking, change),
      sender,
      receiver,
      items: merged.items,
      declaredCents,
      includesWarranty: change.includesWarranty ?? booking.includesWarranty,
      tailgatePickup: change.tailgatePickup ?? booking.tailgatePickup,
      tailgateDelivery: change.tailgateDelivery ?? booking.tailgateDelivery,
      usesCache: change.usesCache ?? booking.usesCache,
      description: change.description ?? booking.description,
      customerReference: change.customerReference ?? booking.customerReference,
      pickupInstructions: change.pickupInstructions ?? booking.pickupInstructions,
      notifications: {
        email: change.notifications.email ?? booking.notifications.email,
        sms: change.notifications.sms ?? booking.notifications.sms,
      },
    },
    lastLine: merged.lastLine,
    // A caller who bypasses the cache wants the carriers' current answers.
    isQuotedAnew: change.usesCache === false,
    skus: change.lines.map((line) => (line.itemId === undefined ? line.item : line.change).sku),
  };
}

function mergeLines(
  booking: Booking,
  lines: readonly CompletedLine[],
  issues: Issue[],
): { items: readonly BookingItem[]; lastLine: number; placed: PlacedItem[] } {
  let items = booking.items;
  const added: ItemMeasures[] = [];
  const placed: PlacedItem[] = [];
  const named = new Set<number>();
  for (const line of lines) {
    if (line.itemId === undefined) {
      added.push(line.measures);
      placed.push({ item: line.measures, path: line.path });
      continue;
    }
    const before = findLine(booking, line.itemId);
    const place = [...line.path, 'id'];
    if (before === undefined) {
      const items = booking.items.map((item) => itemIdOf(booking.id, item.line));
      issues.push({ path: place, problem: 'no_such_item', item: line.itemId, items });
      continue;
    }
    if (named.has(line.itemId)) issues.push({ path: place, problem: 'item_named_twice' });
    named.add(line.itemId);
    const item = changeLine(before, line.change);
    items = putLine(items, item);
    placed.push({ item, path: line.path });
  }
  return { ...addLines({ items, lastLine: booking.lastLine }, added), placed };
}
