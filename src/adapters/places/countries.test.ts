import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCountries } from './countries.ts';

const countries = loadCountries();

test('lists all 249 countries of the standard, each once', () => {
  assert.equal(countries.length, 249);
  assert.equal(new Set(countries.map(({ code }) => code)).size, 249);
  for (const { code, name } of countries) {
    assert.match(code, /^[A-Z]{2}$/);
    assert.notEqual(name, '');
  }
});

test('lists countries alphabetically under the names that people use', () => {
  const nameOf = (code: string) => countries.find((country) => country.code === code)?.name;
  assert.equal(nameOf('AU'), 'Australia');
  assert.equal(nameOf('GB'), 'United Kingdom');
  assert.equal(nameOf('KR'), 'South Korea');
  assert.equal(nameOf('US'), 'United States');
  assert.deepEqual(
    countries.slice(0, 3).map(({ name }) => name),
    ['Afghanistan', 'Åland Islands', 'Albania'],
  );
  assert.equal(countries.at(-1)?.name, 'Zimbabwe');
});

test('every status occurs, and most countries have postcodes', () => {
  const count = (status: string) =>
    countries.filter((country) => country.postcodeStatus === status).length;
  assert.ok(count('none') > 50 && count('none') < 80, `${count('none')} without`);
  assert.ok(count('required') > 70, `${count('required')} with`);
  assert.ok(count('optional') > 50, `${count('optional')} perhaps`);
});
