// What a draft takes over from a booking, and what it lets go of when the place changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Booking } from '../../api/wire.ts';
import { blankItem, draftFromBooking, movedTo, requestOf, totalsOf } from './draft.ts';

const rita = {
  name: 'Rita Receiver',
  company_name: 'Rita & Co',
  email: 'rita@example.com',
  phone: '0400 000 000',
  address: '1 Smith Street',
};
const richmond = {
  country: 'AU',
  suburb: 'RICHMOND',
  postcode: '3121',
  state: 'VIC',
  type: 'residential',
};
const auckland = { country: 'NZ', suburb: 'Auckland', postcode: '1010', state: '', type: '' };

const booking = {
  sender: { ...richmond, name: '', company_name: '', email: '', phone: '', address: '' },
  receiver: { ...auckland, ...rita },
  items: [],
  declared_value: 0,
  insured_value: 0,
  tailgate_pickup: false,
  tailgate_delivery: false,
  special_instructions: '',
} as unknown as Booking;

test('booking again takes over who received it, and calls the country by its name', () => {
  const draft = draftFromBooking(booking);
  assert.equal(draft.receiver.countryName, 'New Zealand');
  const { sender, receiver } = requestOf(draft) as Record<string, Record<string, string>>;
  assert.deepEqual({ ...receiver, ...rita }, receiver);
  assert.equal(sender?.name, undefined, 'blanks say nothing');
});

test('whoever was at one place is not taken along to another', () => {
  const { receiver } = draftFromBooking(booking);
  const same = { ...auckland, countryName: 'New Zealand' };
  assert.deepEqual(movedTo(receiver, same).contact, rita);
  const other = { ...richmond, countryName: 'Australia' };
  assert.equal(movedTo(receiver, other).contact, undefined);
  assert.equal(movedTo(receiver, other).suburb, 'RICHMOND');
});

test('figures are added up as people type them', () => {
  const line = (quantity: string, weight: string) => ({ ...blankItem(), quantity, weight });
  assert.deepEqual(
    totalsOf([line('2', '12 kg'), line('1', '1,250'), line('3', 'x'), line('', '')]),
    {
      pieces: 6,
      weight: 1274,
    },
  );
});
