// A line of goods that a member sends often, saved under a name. Blank measures are typed each time.
import type { PackagingIndex } from './item.ts';

export type ItemPresetId = number & { readonly brand: 'ItemPresetId' };

export const itemPresetId = (id: number): ItemPresetId => id as ItemPresetId;

export type ItemPresetDetails = {
  name: string;
  packaging: PackagingIndex;
  quantity: number;
  weightGrams?: number | undefined;
  lengthTenthMm?: number | undefined;
  widthTenthMm?: number | undefined;
  heightTenthMm?: number | undefined;
};

export type ItemPreset = ItemPresetDetails & { id: ItemPresetId };

export const longestPresetName = 60;

/** As many as a menu can hold. */
export const mostPresets = 50;

/** Two presets of a member never differ in case or spaces alone. */
export function presetKey(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
