// Where many orders are picked up, when it is moved.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Member } from '../../api/wire.ts';
import { blankContact } from '../book/contacts.ts';
import type { DraftPlace } from '../quote/draft.ts';
import { movedTo } from './pickup.ts';

test('another suburb keeps who is there, and never the street', () => {
  const place = { suburb: 'Albury', postcode: '2640' } as DraftPlace;
  const contact = { ...blankContact, name: 'Jane', address: '12 Bourke Road' };
  const pickup = { place: { suburb: 'Alexandria', postcode: '2015' } as DraftPlace, contact };
  const moved = movedTo(pickup, place, { id: 1 } as unknown as Member);
  assert.deepEqual(moved, { place, contact: { ...contact, address: '' } });
});
