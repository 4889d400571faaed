// An address's place in one line, as people read it.
import type { Address } from '../api/wire.ts';
import { titleCase } from './title-case.ts';

export function placeLine({ suburb, state, postcode, country }: Address): string {
  if (country === 'AU') return `${titleCase(suburb)} ${state} ${postcode}`;
  return [titleCase(suburb), postcode, country].filter((part) => part !== '').join(', ');
}
