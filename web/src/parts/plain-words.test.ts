import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainSentence, plainWords, withoutCode } from './plain-words.ts';

test('names a field by its label on the page', () => {
  assert.equal(
    plainWords('items.0.weight must be greater than 0.'),
    'Weight must be greater than 0.',
  );
  assert.equal(plainWords('receiver.suburb is missing. Send it.'), 'The suburb is missing.');
  assert.equal(
    plainWords('items.0.weight is missing. Send it, or use an API key that has a default for it.'),
    'Weight is missing.',
  );
  assert.equal(
    plainWords('declared_value must be from 0 to 1000000.'),
    'The declared value must be from 0 to 1000000.',
  );
  assert.equal(
    plainWords('This is not your current password.'),
    'This is not your current password.',
  );
  assert.equal(
    plainWords('receiver.postcode: an address in New Zealand needs a postcode. Send it.'),
    'An address in New Zealand needs a postcode.',
  );
  assert.equal(
    plainWords('pickup_time 08:00-12:00 is outside the carrier’s hours.'),
    'The pickup time 08:00-12:00 is outside the carrier’s hours.',
  );
  assert.equal(plainWords(undefined), undefined);
});

test('names the line or warehouse of a field in a sentence away from it', () => {
  for (const [sentence, words] of [
    ['items.0.length is not known.', 'Line 1: length is not known.'],
    [
      'warehouses.1.suburb: suburb of a warehouse is missing.',
      'Warehouse 2: suburb of a warehouse is missing.',
    ],
    ['receiver.phone is too long.', 'The receiver’s phone is too long.'],
    [
      'No. receiver.email is wrong, as sender.email is.',
      'No. The receiver’s email is wrong, as the sender’s email is.',
    ],
    ['Nothing is wrong.', 'Nothing is wrong.'],
  ] as const) {
    assert.equal(plainSentence(sentence), words);
  }
});

test("shows a carrier's sentence to people, but not its code", () => {
  assert.equal(withoutCode('OUTOFAREA: We do not go there.'), 'We do not go there.');
  assert.equal(withoutCode('OUTOFAREA'), 'OUTOFAREA');
  assert.equal(withoutCode('UPS: too heavy'), 'UPS: too heavy');
  assert.equal(withoutCode('We do not go there.'), 'We do not go there.');
});

test('names an item of a file by its line', () => {
  assert.equal(
    plainSentence('items.1.weight must be a number.', [4, 7]),
    'Line 7: weight must be a number.',
  );
});
