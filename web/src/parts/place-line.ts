// A place on one line.
import type { Address } from '../api/wire.ts';
import { countryName } from './country-name.ts';
import { titleCase } from './title-case.ts';

type Placed = Pick<Address, 'suburb' | 'state' | 'postcode' | 'country'>;

export function placeLine({ suburb, state, postcode, country }: Placed): string {
  if (country === 'AU') return `${titleCase(suburb)} ${state} ${postcode}`;
  return [titleCase(suburb), postcode, countryName(country)]
    .filter((part) => part !== '')
    .join(', ');
}
