// Completes an order's lines with the key's defaults and packaging types. Blanks without a default are reported, and
// replaced values are named so that a client can see them.

import type { BookingItem } from '../../domain/bookings/booking.ts';
import { type Packaging, readPackaging } from '../../domain/bookings/item.ts';
import type { ItemMeasures, ItemMeasuresChange } from '../../domain/bookings/item-lines.ts';
import type { KeySettings } from '../../domain/keys/key-settings.ts';
import type { Issue } from '../../domain/refusal.ts';
import type { ItemChange, ItemInput } from './quote-request.ts';

type Path = Issue['path'];

/** Collects problems and replacements. */
export type Remarks = {
  issues: Issue[];
  /** Issues that default sizes in the key's settings would have prevented. */
  blanks?: Set<Issue>;
  replacedPaths: string[];
  /** Fields that were rejected when the request was read. */
  refused: ReadonlySet<string>;
};

/** Computed once per request because every field of every item is checked. */
export function refusedPlaces(issues: readonly Issue[]): ReadonlySet<string> {
  return new Set(issues.map(({ path }) => path.join('.')));
}

export function completeItems(
  inputs: readonly ItemInput[],
  settings: KeySettings,
  remarks: Remarks,
): BookingItem[] {
  return inputs.map((input, n) => ({
    line: n + 1,
    ...completeItem(input, ['items', n], settings, remarks),
  }));
}

export function completeItem(
  input: ItemInput,
  path: Path,
  settings: KeySettings,
  { issues, blanks, replacedPaths, refused }: Remarks,
): ItemMeasures {
  const defaults = settings.module.defaultItem;
  const placeOf = (field: string): string => [...path, field].join('.');
  // An unreadable value is rejected rather than replaced.
  const isRefused = (field: string): boolean => refused.has(placeOf(field));
  const measure = (
    field: string,
    given: number | undefined,
    byDefault: number | undefined,
  ): number => {
    if (given !== undefined) return given;
    if (isRefused(field)) return 0;
    if (byDefault === undefined) {
      const blank: Issue = { path: [...path, field], problem: 'default_missing' };
      issues.push(blank);
      blanks?.add(blank);
      return 0;
    }
    replacedPaths.push(placeOf(field));
    return byDefault;
  };
  const choosePackaging = (description: string, grams: number): Packaging => {
    if (isRefused('description')) return { packaging: 0 };
    const found = findPackaging(description, grams, settings);
    if (found === undefined) complainOf(description, path, issues);
    if (found?.isByRule) replacedPaths.push(placeOf('description'));
    return found?.packaging ?? { packaging: 0 };
  };
  const weightGrams = measure('weight', input.weightGrams, defaults.weightGrams);
  return {
    ...choosePackaging(input.description, weightGrams),
    quantity: input.quantity,
    weightGrams,
    lengthTenthMm: measure('length', input.lengthTenthMm, defaults.lengthTenthMm),
    widthTenthMm: measure('width', input.widthTenthMm, defaults.widthTenthMm),
    heightTenthMm: measure('height', input.heightTenthMm, defaults.heightTenthMm),
  };
}

/** The packaging type in a text, or the one that the key's rules put in its place for this weight. */
export function findPackaging(
  description: string,
  grams: number,
  settings: KeySettings,
): { packaging: Packaging; isByRule: boolean } | undefined {
  const packaging = readPackaging(description);
  if (packaging !== undefined) return { packaging, isByRule: false };
  const rule = settings.packageTypeRules.find(
    ({ minWeightGrams, maxWeightGrams }) => grams >= minWeightGrams && grams <= maxWeightGrams,
  );
  return rule === undefined
    ? undefined
    : { packaging: { packaging: rule.packaging }, isByRule: true };
}

/** A change to a line; an unknown packaging type is rejected regardless of the key's rules. */
export function completeChange(
  { description, quantity, weightGrams, lengthTenthMm, widthTenthMm, heightTenthMm }: ItemChange,
  path: Path,
  issues: Issue[],
): ItemMeasuresChange {
  const found = readPackaging(description);
  if (found === undefined && description !== '') complainOf(description, path, issues);
  return {
    packaging: found?.packaging,
    spelling: found?.spelling,
    quantity,
    weightGrams,
    lengthTenthMm,
    widthTenthMm,
    heightTenthMm,
  };
}

export function complainOf(description: string, path: Path, issues: Issue[]): void {
  issues.push({ path: [...path, 'description'], problem: 'no_packaging', value: description });
}
