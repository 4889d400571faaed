// Loaded carriers for the apps of all tests: they never change, and reading them takes a second.
import { join } from 'node:path';
import type {
  CarrierCache,
  LoadedCarrier,
} from '../../../src/adapters/carriers/loading/load-carriers.ts';
import { shippedCarriersDir } from '../../../src/adapters/carriers/open-carriers.ts';
import { openPreparedCarriers } from '../../../src/adapters/carriers/prepared-carriers.ts';
import { CarrierRegistry } from '../../../src/adapters/carriers/registry.ts';

/** Not the program's own folder, whose files another version of the program may be using. */
const directory = join(import.meta.dirname, '../../../node_modules/.cache/linehaul-test');

/** Before the tests: their processes find the shipped carriers in a file. */
export async function prepareCarriers(): Promise<void> {
  const prepared = openPreparedCarriers(directory);
  await CarrierRegistry.open({ shippedDir: shippedCarriersDir, prepared });
}

const prepared = openPreparedCarriers(directory);
const loaded = new Map<string, LoadedCarrier>();

export const sharedCarriers: CarrierCache = {
  find: (hash) => {
    const carrier = loaded.get(hash) ?? prepared.find(hash);
    if (carrier !== undefined) loaded.set(hash, carrier);
    return carrier;
  },
  keep: (hash, carrier) => {
    loaded.set(hash, carrier);
  },
  save: () => {},
};
