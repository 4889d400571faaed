// An order's lines with their blanks filled from the key's settings and their packaging known. What can't be filled is
// reported, and what was filled is named, because a client may want to know which of its values did not count.

import type { KeySettings } from '../../domain/accounts/key-settings.ts';
import type { BookingItem } from '../../domain/bookings/booking.ts';
import { findPackagingType, PACKAGING_TYPES } from '../../domain/bookings/item.ts';
import type { Issue } from '../../domain/refusal.ts';
import type { ItemInput } from './quote-request.ts';

export function completeItems(
  inputs: readonly ItemInput[],
  settings: KeySettings,
  issues: Issue[],
  replacedPaths: string[],
): BookingItem[] {
  const defaults = settings.module.defaultItem;
  return inputs.map((input, n) => {
    const measure = (
      field: string,
      given: number | undefined,
      byDefault: number | undefined,
    ): number => {
      if (given !== undefined) return given;
      if (byDefault === undefined) {
        issues.push({
          path: ['items', n, field],
          sentence: `items.${n}.${field} is missing. Send it, or set a default for the key.`,
        });
        return 0;
      }
      replacedPaths.push(`items.${n}.${field}`);
      return byDefault;
    };
    const weightGrams = measure('weight', input.weightGrams, defaults.weightGrams);
    return {
      line: n + 1,
      packaging: choosePackaging(
        input.description,
        weightGrams,
        n,
        settings,
        issues,
        replacedPaths,
      ),
      quantity: input.quantity,
      weightGrams,
      lengthTenthMm: measure('length', input.lengthTenthMm, defaults.lengthTenthMm),
      widthTenthMm: measure('width', input.widthTenthMm, defaults.widthTenthMm),
      heightTenthMm: measure('height', input.heightTenthMm, defaults.heightTenthMm),
    };
  });
}

function choosePackaging(
  description: string,
  weightGrams: number,
  n: number,
  settings: KeySettings,
  issues: Issue[],
  replacedPaths: string[],
): number {
  const known = findPackagingType(description);
  if (known !== undefined) return known;
  const rule = settings.packageTypeRules.find(
    ({ minWeightGrams, maxWeightGrams }) =>
      weightGrams >= minWeightGrams && weightGrams <= maxWeightGrams,
  );
  if (rule !== undefined) {
    replacedPaths.push(`items.${n}.description`);
    return rule.packaging;
  }
  const types = PACKAGING_TYPES.map(({ name }) => name).join(', ');
  issues.push({
    path: ['items', n, 'description'],
    sentence:
      description === ''
        ? `items.${n}.description is missing. Send a packaging type: ${types}.`
        : `items.${n}.description "${description}" is not a packaging type. Use one of ${types}.`,
  });
  return 0;
}
