// What use cases need for members' item presets.
import type {
  ItemPreset,
  ItemPresetDetails,
  ItemPresetId,
} from '../../domain/bookings/item-preset.ts';
import type { MemberId } from '../../domain/members/member.ts';

export type ItemPresets = {
  /** By name. */
  list(memberId: MemberId): Promise<ItemPreset[]>;
  /** Replaces the preset of the same name. */
  save(memberId: MemberId, preset: ItemPresetDetails): Promise<ItemPresetId>;
  remove(memberId: MemberId, id: ItemPresetId): Promise<void>;
};
