// Changing the pickup address of many orders.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Member } from '../../api/wire.ts';
import { blankContact } from '../bookings/contacts.ts';
import type { DraftPlace } from '../quotes/draft.ts';
import { movedTo } from './pickup.ts';

test('another suburb keeps the contact but never the street', () => {
  const place = { suburb: 'Albury', postcode: '2640' } as DraftPlace;
  const contact = { ...blankContact, name: 'Jane', address: '12 Bourke Road' };
  const pickup = { place: { suburb: 'Alexandria', postcode: '2015' } as DraftPlace, contact };
  const moved = movedTo(pickup, place, { id: 1 } as unknown as Member);
  assert.deepEqual(moved, { place, contact: { ...contact, address: '' } });
});

test('choosing the same suburb again changes nothing', () => {
  const place = { country: 'AU', suburb: 'ALEXANDRIA', postcode: '2015' } as DraftPlace;
  const pickup = { place, contact: { ...blankContact, address: '12 Bourke Road' } };
  assert.deepEqual(movedTo(pickup, { ...place }, { id: 1 } as unknown as Member), pickup);
});

test('keeps a street that was typed during the search for the suburb', () => {
  const place = { suburb: 'Albury', postcode: '2640' } as DraftPlace;
  const before = { ...blankContact, name: 'Jane', address: '12 Bourke Road' };
  const contact = { ...before, address: '1 Dean Street' };
  const pickup = { place: { suburb: 'Alexandria', postcode: '2015' } as DraftPlace, contact };
  const moved = movedTo(pickup, place, { id: 1 } as unknown as Member, before);
  assert.deepEqual(moved, { place, contact });
});
