// A service's name where its carrier is already named.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceBeside } from './service-name.ts';

test('does not repeat a name that the service already contains', () => {
  const check = (carrier: string, label: string, beside: string) =>
    assert.equal(serviceBeside(carrier, label), beside, label);
  check('CouriersPlease', 'CouriersPlease', '');
  check('Aramex Australia', 'Aramex', '');
  check('Cope Sensitive Freight', 'Cope sensitive freight', '');
  check('DHL Express', 'DHL Express Worldwide', 'Worldwide');
  check('Centurion', 'Centurion general freight', 'General freight');
  check('TNT Express', '9:00 Express', '9:00 Express');
  check('Parca', 'Parcamatic', 'Parcamatic');
  check('', 'Road', 'Road');
  check('Road', '', '');
});
