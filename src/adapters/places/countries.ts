// The countries of ISO 3166-1, by common name in alphabetical order. The standard's thousands of subdivisions are not
// loaded.

import { iso31661 } from 'iso-3166/1.js';
import { type Country, postcodeStatusOf } from '../../domain/places/country.ts';

// Common names in place of the standard's formal ones.
const usualNames: Readonly<Record<string, string>> = {
  BN: 'Brunei',
  BO: 'Bolivia',
  CD: 'Democratic Republic of the Congo',
  FK: 'Falkland Islands',
  FM: 'Micronesia',
  GB: 'United Kingdom',
  IR: 'Iran',
  KP: 'North Korea',
  KR: 'South Korea',
  LA: 'Laos',
  MD: 'Moldova',
  MF: 'Saint Martin',
  NL: 'Netherlands',
  PS: 'Palestine',
  RU: 'Russia',
  SX: 'Sint Maarten',
  SY: 'Syria',
  TW: 'Taiwan',
  TZ: 'Tanzania',
  US: 'United States',
  VA: 'Vatican City',
  VE: 'Venezuela',
  VG: 'British Virgin Islands',
  VI: 'US Virgin Islands',
  VN: 'Vietnam',
};

export function loadCountries(): readonly Country[] {
  const { compare } = new Intl.Collator('en');
  return iso31661
    .map(({ alpha2: code, name: formalName }) => {
      const name = usualNames[code] ?? formalName;
      return { code, name, searchName: name.toUpperCase(), postcodeStatus: postcodeStatusOf(code) };
    })
    .sort((left, right) => compare(left.name, right.name));
}
