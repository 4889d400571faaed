// An order's lines with their blanks filled from the key's settings and their packaging known. What can't be filled is
// reported, and what was filled is named, because a client may want to know which of its values did not count.

import type { BookingItem } from '../../domain/bookings/booking.ts';
import { type Packaging, packagingTypes, readPackaging } from '../../domain/bookings/item.ts';
import type { ItemMeasures, ItemMeasuresChange } from '../../domain/bookings/item-lines.ts';
import type { KeySettings } from '../../domain/keys/key-settings.ts';
import type { Issue } from '../../domain/refusal.ts';
import type { ItemChange, ItemInput } from './quote-request.ts';

type Path = Issue['path'];

/** Where problems and replacements are noted. */
export type Remarks = {
  issues: Issue[];
  /** Those of `issues` that default sizes in the key's settings would have prevented. */
  blanks?: Set<Issue>;
  replacedPaths: string[];
  /** The places that were refused when the request was read. */
  refused: ReadonlySet<string>;
};

/** Made once for a request: an item asks after every one of its fields. */
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
  // What was sent and can not be read is refused, not replaced.
  const isRefused = (field: string): boolean => refused.has(placeOf(field));
  const measure = (
    field: string,
    given: number | undefined,
    byDefault: number | undefined,
  ): number => {
    if (given !== undefined) return given;
    if (isRefused(field)) return 0;
    if (byDefault === undefined) {
      const blank: Issue = {
        path: [...path, field],
        sentence: `${placeOf(field)} is missing. Send it, or use an API key that has a default for it.`,
      };
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

/** The type that a text names, or the one that the key's rules put in its place for this weight. */
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

/** What a change of a line says; a description that is no packaging type is refused, whatever the key's rules. */
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
  const types = packagingTypes.map(({ name }) => name).join(', ');
  const place = [...path, 'description'];
  issues.push({
    path: place,
    sentence:
      description === ''
        ? `${place.join('.')} is missing. Send a packaging type: ${types}.`
        : `${place.join('.')} "${description}" is not a packaging type. Use one of ${types}.`,
  });
}
