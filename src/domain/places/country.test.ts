import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postcodeStatusOf } from './country.ts';

test('the country decides whether an address needs a postcode', () => {
  for (const code of ['AU', 'NZ', 'US', 'GB', 'DE', 'JP', 'SG']) {
    assert.equal(postcodeStatusOf(code), 'required', code);
  }
  for (const code of ['HK', 'AE', 'FJ', 'VU', 'SB', 'TO', 'QA']) {
    assert.equal(postcodeStatusOf(code), 'none', code);
  }
  for (const code of ['IE', 'PG', 'CL', 'VN', 'XX']) {
    assert.equal(postcodeStatusOf(code), 'optional', code);
  }
});
