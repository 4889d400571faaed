// A member's item presets: lines of goods that it sends often.
import { type BookingItem, itemRangeIssues } from '../../domain/bookings/booking.ts';
import { readPackaging } from '../../domain/bookings/item.ts';
import {
  type ItemPreset,
  type ItemPresetDetails,
  type ItemPresetId,
  mostPresets,
} from '../../domain/bookings/item-preset.ts';
import { firstOfEachPlace, type Issue, refuseInvalid } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { complainOf } from '../quotes/complete-items.ts';
import { refuseOutOfRange } from '../quotes/plan-quote.ts';
import type { ItemInput } from '../quotes/quote-request.ts';

/** A preset as it was typed. */
export type ItemPresetInput = {
  name: string;
  item: ItemInput;
  /** Unreadable fields. */
  issues: readonly Issue[];
};

export async function listPresets(app: App, { member }: SignedInCaller): Promise<ItemPreset[]> {
  return await app.store.itemPresets.list(member.id);
}

/** A preset of the same name is replaced. */
export async function savePreset(
  app: App,
  { member }: SignedInCaller,
  input: ItemPresetInput,
): Promise<ItemPreset> {
  const preset = complete(input);
  return await app.store.transaction(async (store) => {
    const id = await store.itemPresets.save(member.id, preset);
    const { length } = await store.itemPresets.list(member.id);
    if (length > mostPresets) refuseOutOfRange([{ path: ['name'], ...tooMany }]);
    return { ...preset, id };
  });
}

const tooMany = { problem: 'too_many_presets', most: mostPresets } as const;

/** Removing a preset that is gone already succeeds. */
export async function removePreset(
  app: App,
  { member }: SignedInCaller,
  id: ItemPresetId,
): Promise<void> {
  await app.store.itemPresets.remove(member.id, id);
}

function complete({ name, item, issues: unread }: ItemPresetInput): ItemPresetDetails {
  const issues: Issue[] = [...unread];
  if (name === '') issues.push({ path: ['name'], problem: 'missing' });
  const packaging = readPackaging(item.description);
  if (packaging === undefined) complainOf(item.description, [], issues);
  refuseInvalid(firstOfEachPlace(issues));
  if (packaging === undefined) throw new Error('no packaging although nothing was wrong');
  const { quantity, weightGrams, lengthTenthMm, widthTenthMm, heightTenthMm } = item;
  const measures = { weightGrams, lengthTenthMm, widthTenthMm, heightTenthMm };
  // A blank measure is out of no range.
  const filled: BookingItem = {
    line: 1,
    packaging: packaging.packaging,
    quantity,
    weightGrams: weightGrams ?? 1,
    lengthTenthMm: lengthTenthMm ?? 1,
    widthTenthMm: widthTenthMm ?? 1,
    heightTenthMm: heightTenthMm ?? 1,
  };
  refuseOutOfRange(itemRangeIssues([filled], 1, [{ item: filled, path: [] }]));
  return { name, packaging: packaging.packaging, quantity, ...measures };
}
