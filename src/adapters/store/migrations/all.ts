// Every migration, oldest first. A released migration is never edited: a later one corrects it.

import { initialSchema } from './0001-initial-schema.ts';
import { savedAddresses } from './0002-saved-addresses.ts';
import { itemPresets } from './0003-item-presets.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [initialSchema, savedAddresses, itemPresets];
