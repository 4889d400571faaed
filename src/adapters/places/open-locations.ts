// The locations for the rest of the service: localities, countries and the data's version.
import { createHash } from 'node:crypto';
import type { Locations } from '../../application/ports.ts';
import { once } from '../../domain/once.ts';
import type { Localities } from '../../domain/places/localities.ts';
import { loadCountries } from './countries.ts';
import { loadLocalities } from './load-localities.ts';

export async function openLocations(operatorFile: string | undefined): Promise<Locations> {
  const localities = await loadLocalities(operatorFile);
  // Built when first used, so that a start does not wait for them.
  const countries = once(loadCountries);
  const version = once(() => versionOf(localities));
  return {
    localities,
    get countries() {
      return countries();
    },
    get version() {
      return version();
    },
  };
}

const versionLength = 16;

/** A hash of all visible data: a changed operator file changes the version. */
function versionOf(localities: Localities): string {
  const hash = createHash('sha256');
  for (const { name, postcode, state, priority } of localities.all()) {
    hash.update(`${name}|${postcode}|${state}|${priority}\n`);
  }
  return hash.digest('hex').slice(0, versionLength);
}
