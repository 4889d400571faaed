import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Booking, Order } from '../../api/wire.ts';
import {
  blankItem,
  type Draft,
  type DraftPlace,
  draftFromBooking,
  draftFromOrder,
  draftOfReturn,
  movedTo,
  requestOf,
  totalsOf,
} from './draft.ts';

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
  pickup_instructions: '',
  description: '',
  notifications: { email: false, sms: false },
} as unknown as Booking;

test('booking again copies the receiver and shows the country by name', () => {
  const draft = draftFromBooking(booking);
  assert.equal(draft.receiver.countryName, 'New Zealand');
  const { sender, receiver } = requestOf(draft) as Record<string, Record<string, string>>;
  assert.deepEqual({ ...receiver, ...rita }, receiver);
  assert.equal(sender?.name, undefined, 'blanks say nothing');
});

test('a return exchanges the ends with their contacts and tailgates, without the instructions', () => {
  const draft = draftOfReturn({
    ...booking,
    tailgate_delivery: true,
    pickup_instructions: 'Dock 3',
    special_instructions: 'Ring twice; Authority to leave',
  });
  assert.deepEqual(draft.sender.contact, rita);
  assert.equal(draft.receiver.suburb, 'RICHMOND');
  assert.deepEqual([draft.tailgatePickup, draft.tailgateDelivery], [true, false]);
  const request = requestOf(draft) as Record<string, unknown>;
  assert.equal(request.pickup_instructions, undefined);
  assert.equal(request.special_instructions, undefined);
  assert.deepEqual(request.options, { authority_to_leave: false });
});

test('drops the contact when the place changes', () => {
  const { receiver } = draftFromBooking(booking);
  const same = { ...auckland, countryName: 'New Zealand' };
  assert.deepEqual(movedTo(receiver, same).contact, rita);
  const other = { ...richmond, countryName: 'Australia' };
  assert.equal(movedTo(receiver, other).contact, undefined);
  assert.equal(movedTo(receiver, other).suburb, 'RICHMOND');
});

const worded = {
  ...booking,
  description: 'Ceramic tiles',
  pickup_instructions: 'Dock 3',
  special_instructions: 'Ring twice; Authority to leave',
  notifications: { email: true, sms: false },
} as Booking;

test('copies contents, instructions and notifications when booking again', () => {
  const draft = draftFromBooking(worded);
  assert.equal(draft.authorityToLeave, true);
  const request = requestOf(draft) as Record<string, unknown>;
  assert.equal(request.description, 'Ceramic tiles');
  assert.equal(request.pickup_instructions, 'Dock 3');
  assert.equal(request.special_instructions, 'Ring twice');
  assert.deepEqual(request.options, { authority_to_leave: true });
  assert.deepEqual(request.notifications, { email: true, sms: false });
});

test('removes authority to leave from the instructions when it is unticked', () => {
  const words = 'Authority to leave at the shed';
  const draft = draftFromBooking({ ...worded, special_instructions: words });
  const filledIn = (authorityToLeave: boolean) =>
    (requestOf({ ...draft, authorityToLeave }) as Record<string, unknown>).special_instructions;
  assert.equal(filledIn(true), words);
  assert.equal(filledIn(false), undefined);
});

test('drops driver instructions when the place changes', () => {
  const { receiver } = draftFromBooking(worded);
  const elsewhere = movedTo(receiver, { ...richmond, countryName: 'Australia' });
  assert.equal(elsewhere.instructions, undefined);
  const same = movedTo(receiver, { ...auckland, countryName: 'New Zealand' });
  assert.equal(same.instructions, 'Ring twice');
});

test('requests warranty again if it was requested before', () => {
  const confirmed = { ...booking, declared_value: 900, insured_value: 0 };
  assert.equal(draftFromBooking({ ...confirmed, include_warranty: true }).hasWarranty, true);
  assert.equal(draftFromBooking({ ...confirmed, include_warranty: false }).hasWarranty, false);
});

test("a quote for an order copies the shop's details of the goods", () => {
  const goods_summary = '2 × Paint, UN1263';
  const order = { id: 7, receiver: { ...auckland, ...rita }, items: [], goods_summary } as unknown;
  const draft = draftFromOrder(order as Order, richmond as DraftPlace);
  assert.equal((requestOf(draft) as { description: string }).description, goods_summary);
});

test('a draft stored by an older version makes the same request', () => {
  const { description: _words, ...kept }: Draft = draftFromBooking(booking);
  const request = requestOf(kept);
  for (const field of ['description', 'pickup_instructions', 'special_instructions'])
    assert.equal(field in request, false, field);
  assert.equal('notifications' in request, false);
});

test('updates totals while the member types', () => {
  const line = (quantity: string, weight: string, sides = '') => {
    const [length = '', width = '', height = ''] = sides.split('x');
    return { ...blankItem(), quantity, weight, length, width, height };
  };
  const items = [
    line('2', '12 kg', '50x40 cmx30'),
    line('1', '1,250'),
    line('3', 'x'),
    line('', ''),
  ];
  assert.deepEqual(totalsOf(items), { pieces: 6, weight: 1274, volume: 0.12 });
});
