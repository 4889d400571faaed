import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CountryLocation, Suburb } from '../api/wire.ts';
import { placesFound, shown } from './places-found.ts';

const suburb = (line: string): Suburb => {
  const [, locality = '', state = '', postcode = ''] = /^(.+) ([A-Z]+) (\d{4})$/.exec(line) ?? [];
  return { locality, state: state as Suburb['state'], postcode, id: line, priority: 1 };
};
const country = (country_code: string, country_name: string): CountryLocation => ({
  country_code,
  country_name,
  id: country_code,
});
const order = (text: string, found: (Suburb | CountryLocation)[], offersCountries = true) =>
  placesFound(text, found, { offersCountries }).map(shown);

const tomago = suburb('TOMAGO NSW 2322');
const omadale = suburb('OMADALE NSW 2337');
const oman = country('OM', 'Oman');

test('lists a country by its full name before suburbs that only contain it', () => {
  assert.deepEqual(order('oman', [tomago, oman]), ['Oman', 'Tomago NSW 2322']);
});

test('lists a suburb of the same name before the country', () => {
  const jordan = suburb('JORDAN QLD 4000');
  assert.deepEqual(order('Jordan ', [jordan, tomago, country('JO', 'Jordan')]), [
    'Jordan QLD 4000',
    'Jordan',
    'Tomago NSW 2322',
  ]);
});

test('lists begun countries after all begun suburbs', () => {
  const many = Array.from({ length: 12 }, (_, n) => suburb(`OMADALE ${n} NSW 2337`));
  const names = order('oma', [...many, tomago, oman, country('OX', 'Omania')]);
  assert.deepEqual(names.slice(12), ['Oman', 'Omania', 'Tomago NSW 2322']);
});

test('lists a country found by its code last', () => {
  assert.deepEqual(order('om', [tomago, omadale, country('OM', 'Sultanate of Oman')]), [
    'Tomago NSW 2322',
    'Omadale NSW 2337',
    'Sultanate of Oman',
  ]);
});

test('offers no country where shipments stay within Australia', () => {
  assert.deepEqual(order('oman', [tomago, oman], false), ['Tomago NSW 2322']);
});
