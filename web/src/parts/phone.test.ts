import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPhone } from './phone.ts';

test('takes phone numbers as Australians and their customers abroad write them', () => {
  for (const text of [
    '0400 000 000',
    '(02) 9000-1234',
    '+61 2 9000 1234',
    '13 11 14',
    '1300 000 000',
    '02 9000 1234 ext. 12',
    '+44 (0)20 7946 0000',
    '0290001234 x5',
  ])
    assert.equal(isPhone(text), true, text);
});

test('a text that cannot be dialled is not a phone number', () => {
  for (const text of ['not a phone', '12345', 'n/a', '+', '0400 000 000 0400 000 000', '-', ''])
    assert.equal(isPhone(text), false, text);
});
