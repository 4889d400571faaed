// /item-presets: lines of goods that the member sends often.
// Tests: contract/item-presets.
import { type Static, Type } from 'typebox';
import { listPresets, removePreset, savePreset } from '../../application/bookings/item-presets.ts';
import { gramsPerKg, packagingName } from '../../domain/bookings/item.ts';
import {
  type ItemPreset,
  itemPresetId,
  longestPresetName,
  mostPresets,
} from '../../domain/bookings/item-preset.ts';
import { DocumentReader } from '../../domain/document-reader.ts';
import { endpoint, noBody, signedIn } from '../server/endpoint.ts';
import { neededText, orNull } from '../server/values.ts';
import { IdParam } from '../server/whole-number.ts';
import { itemFields, parseItem } from './item.ts';

const { sku: _sku, weight, length, width, height, ...neededFields } = itemFields;
const ItemPresetBody = Type.Object({
  name: neededText(longestPresetName),
  ...neededFields,
  ...Type.Partial(Type.Object({ weight, length, width, height })).properties,
});

export const ItemPresetReply = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    description: Type.String({ description: 'Packaging type' }),
    quantity: Type.Integer(),
    weight: orNull(Type.Number(), { description: 'kg of one; null if it is typed each time' }),
    length: orNull(Type.Number()),
    width: orNull(Type.Number()),
    height: orNull(Type.Number()),
  },
  { $id: 'ItemPreset' },
);

const tenthMmPerCm = 100;

function present(preset: ItemPreset): Static<typeof ItemPresetReply> {
  const scaled = (value: number | undefined, scale: number): number | null =>
    value === undefined ? null : value / scale;
  return {
    id: preset.id,
    name: preset.name,
    description: packagingName(preset.packaging),
    quantity: preset.quantity,
    weight: scaled(preset.weightGrams, gramsPerKg),
    length: scaled(preset.lengthTenthMm, tenthMmPerCm),
    width: scaled(preset.widthTenthMm, tenthMmPerCm),
    height: scaled(preset.heightTenthMm, tenthMmPerCm),
  };
}

export const list = endpoint(
  { summary: 'Item presets', description: 'By name.', reply: Type.Array(ItemPresetReply) },
  async (app, { caller }) => (await listPresets(app, signedIn(caller))).map(present),
);

export const save = endpoint(
  {
    summary: 'Save an item preset',
    description: `A preset of the same name is replaced. At most ${mostPresets}.`,
    body: ItemPresetBody,
    readsBodyItself: true,
    stores: true,
    refusals: { 422: 'A number is out of range, or there are too many presets' },
    reply: ItemPresetReply,
  },
  async (app, { caller, body }) => {
    const reader = new DocumentReader(body);
    const name = reader.text('name', longestPresetName);
    const item = parseItem(reader);
    const saved = await savePreset(app, signedIn(caller), { name, item, issues: reader.issues });
    return present(saved);
  },
);

export const remove = endpoint(
  {
    summary: 'Remove an item preset',
    params: Type.Object({ id: IdParam.schema }),
    reply: noBody,
  },
  (app, { caller, params: { id } }) =>
    removePreset(app, signedIn(caller), itemPresetId(IdParam.read(id))),
);
