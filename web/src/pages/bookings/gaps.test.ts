// All missing fields are reported at once, each beside its field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankContact } from './contacts.ts';
import { gapsIn } from './gaps.ts';

const whole = { ...blankContact, name: 'Sam', address: '1 Smith Street' };
const receiver = { contact: whole, isFromLast: false };

test('a complete booking has no missing details', () => {
  assert.equal(gapsIn({ sender: whole, receiver }), undefined);
  const line = { key: 'a', description: 'Tiles', quantity: '1', weight: '2', value: '0' };
  const items = [{ ...line, country_of_origin: 'AU', hs_code: '' }];
  const customs = { contents_type: 'gift', contents_description: 'Tiles', items };
  assert.equal(gapsIn({ sender: whole, receiver, customs }), undefined);
});

test('each missing detail has its sentence', () => {
  const line = { key: 'a', description: '', quantity: '1', weight: '', value: '', hs_code: '' };
  const items = [{ ...line, country_of_origin: 'AU' }];
  const found = gapsIn({
    sender: blankContact,
    receiver: { ...receiver, contact: { ...whole, email: 'jane', phone: 'not a phone' } },
    customs: { contents_type: 'gift', contents_description: ' ', items },
  });
  assert.equal(found?.field('sender.name'), 'The name is missing.');
  assert.equal(found?.field('sender.address'), 'The street is missing.');
  assert.equal(found?.field('sender.email'), undefined);
  assert.equal(found?.field('receiver.name'), undefined);
  assert.equal(found?.field('receiver.email'), 'This is not an e-mail address.');
  assert.equal(
    found?.field('receiver.phone'),
    'This is not a phone number. Use digits, such as 0400 000 000.',
  );
  assert.equal(found?.field('contents_description'), 'A description is missing.');
  assert.equal(found?.field('items.0.weight'), 'The weight is missing.');
  assert.equal(found?.field('items.0.country_of_origin'), undefined);
});
