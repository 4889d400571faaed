// Defaults for items that are added to a booking: the key's default sizes without its package-type rules, because
// those only translate a shop's free text when a booking is created.
import type { KeySettings } from '../../domain/keys/key-settings.ts';
import { type Caller, settingsOf } from '../caller.ts';

export function settingsForNewItems(caller: Caller): KeySettings {
  return { ...settingsOf(caller), packageTypeRules: [] };
}
