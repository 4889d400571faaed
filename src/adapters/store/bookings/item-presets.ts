// Members' item presets in the database.
import type { ItemPresets } from '../../../application/ports.ts';
import {
  type ItemPresetDetails,
  itemPresetId,
  presetKey,
} from '../../../domain/bookings/item-preset.ts';
import type { Access } from '../access.ts';
import { all, run } from '../statements.ts';

export function itemPresetsOver({ read, write }: Access): ItemPresets {
  return {
    list: (memberId) =>
      all(
        read
          .selectFrom('item_presets')
          .select(['id', 'document'])
          .where('member_id', '=', memberId)
          .orderBy('name_key'),
        ({ id, document }) => ({
          id: itemPresetId(id),
          ...(JSON.parse(document) as ItemPresetDetails),
        }),
      ),
    save: (memberId, preset) =>
      write(async (db) => {
        const document = JSON.stringify(preset);
        const { id } = await db
          .insertInto('item_presets')
          .values({ member_id: memberId, name_key: presetKey(preset.name), document })
          .onConflict((conflict) =>
            conflict.columns(['member_id', 'name_key']).doUpdateSet({ document }),
          )
          .returning('id')
          .executeTakeFirstOrThrow();
        return itemPresetId(id);
      }),
    remove: (memberId, id) =>
      run(write, (db) =>
        db.deleteFrom('item_presets').where('id', '=', id).where('member_id', '=', memberId),
      ),
  };
}
