// What fills the blanks of items that are added to a booking: the key's default sizes, but not its package-type rules,
// which translate a shop's free text when a booking is made and at no other time.
import type { KeySettings } from '../../domain/keys/key-settings.ts';
import { type Caller, settingsOf } from '../caller.ts';

export function settingsForNewItems(caller: Caller): KeySettings {
  return { ...settingsOf(caller), packageTypeRules: [] };
}
