// Completes an order's lines from the key's settings, like a quote's. Unknown details stay unknown, because an order
// may wait for them. Invalid values are refused.

import { type BookingItem, itemRangeIssues } from '../../domain/bookings/booking.ts';
import { findPackagingType } from '../../domain/bookings/item.ts';
import type { KeySettings } from '../../domain/keys/key-settings.ts';
import type { OrderItem } from '../../domain/orders/order.ts';
import { type Issue, Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { complainOf, findPackaging } from '../quotes/complete-items.ts';
import type { ItemInput } from '../quotes/quote-request.ts';

export type SentItems = {
  entries: readonly ItemInput[];
  /** The number of lines sent, when more were sent than read. */
  count: number;
};

export function completeOrderItems(sent: SentItems, settings: KeySettings): OrderItem[] {
  const issues: Issue[] = [];
  const items = sent.entries.map((input, n) => completeItem(input, n, settings, issues));
  refuseInvalid(issues);
  const wrong = itemRangeIssues(items.map(asMeasured), sent.count);
  if (wrong.length > 0) throw new Refusal({ code: 'values_out_of_range', issues: wrong });
  return items;
}

/**
 * The default for an order without lines: one carton of the key's default size, if all of its measures are set.
 */
export function defaultOrderItems({ module }: KeySettings): OrderItem[] {
  const { weightGrams, lengthTenthMm, widthTenthMm, heightTenthMm } = module.defaultItem;
  if (
    weightGrams === undefined ||
    lengthTenthMm === undefined ||
    widthTenthMm === undefined ||
    heightTenthMm === undefined
  )
    return [];
  const size = { weightGrams, lengthTenthMm, widthTenthMm, heightTenthMm };
  return [{ packaging: findPackagingType('Carton'), quantity: 1, ...size, sku: '' }];
}

function completeItem(
  input: ItemInput,
  n: number,
  settings: KeySettings,
  issues: Issue[],
): OrderItem {
  const { weightGrams, lengthTenthMm, widthTenthMm, heightTenthMm } = settings.module.defaultItem;
  const weight = input.weightGrams ?? weightGrams;
  const found = findPackaging(input.description, weight ?? 0, settings);
  if (found === undefined && input.description !== '')
    complainOf(input.description, ['items', n], issues);
  return {
    ...(found?.packaging ?? { packaging: undefined }),
    quantity: input.quantity,
    weightGrams: weight,
    lengthTenthMm: input.lengthTenthMm ?? lengthTenthMm,
    widthTenthMm: input.widthTenthMm ?? widthTenthMm,
    heightTenthMm: input.heightTenthMm ?? heightTenthMm,
    sku: input.sku,
  };
}

/** For range checks: unknown measures get values that are always in range. */
function asMeasured(item: OrderItem, n: number): BookingItem {
  return {
    line: n + 1,
    packaging: item.packaging ?? 0,
    quantity: item.quantity,
    weightGrams: item.weightGrams ?? 1,
    lengthTenthMm: item.lengthTenthMm ?? 1,
    widthTenthMm: item.widthTenthMm ?? 1,
    heightTenthMm: item.heightTenthMm ?? 1,
  };
}
