import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aConsignment } from '../../../test/support/documents/consignments.ts';
import { totalGrams } from '../bookings/booking.ts';
import { dangerousGoodsIn } from '../bookings/dangerous-goods.ts';
import { instructionsOf, pieceNumber, piecesOf, totalCubicTenthMm } from './consignment.ts';
import { partyOf } from './postal-address.ts';
import { printable, printableAscii } from './printable.ts';
import { writtenCubic, writtenDay, writtenKg, writtenMoney, writtenSize } from './written.ts';

test('counts every piece over all lines', () => {
  const { items } = aConsignment();
  const pieces = piecesOf(items);
  assert.deepEqual(
    pieces.map(({ number, of, packaging }) => `${number} of ${of} ${packaging}`),
    ['1 of 3 Carton', '2 of 3 Carton', '3 of 3 Pallet'],
  );
  assert.equal(totalGrams(items), 443_000);
  assert.equal(writtenCubic(totalCubicTenthMm(items)), '1.704 m³');
});

test("numbers a piece by the carrier's rules, or with our own number", () => {
  assert.equal(pieceNumber('NL00001234', '{n:03}', 7), 'NL00001234007');
  assert.equal(pieceNumber('AB1', 'X{n}Y', 12), 'AB1X12Y');
  assert.equal(pieceNumber('LH0000000017', '', 7), 'LH0000000017-007');
});

test('keeps instructions in the lines that were written, and leaves out authority to leave', () => {
  const written = 'Ring the bell; leave at gate 2;Authority to leave.\r\nMind the dog ;';
  assert.deepEqual(instructionsOf(written), ['Ring the bell; leave at gate 2', 'Mind the dog']);
  assert.deepEqual(instructionsOf('Authority to leave; \n'), []);
  assert.deepEqual(instructionsOf('Gate 2;after 5pm'), ['Gate 2;after 5pm']);
});

test('recognises dangerous goods by name or number, but not where they are denied', () => {
  const found = (description: string, ...instructions: string[]) =>
    dangerousGoodsIn({ description, instructions });
  assert.deepEqual(found('', 'Dangerous goods, UN 1263 and UN1263 and un3480'), [
    'UN1263',
    'UN3480',
  ]);
  assert.deepEqual(found('Paint UN1263'), ['UN1263']);
  assert.deepEqual(found('Dangerous goods'), []);
  assert.equal(found('No dangerous goods', 'non-dangerous goods'), undefined);
  assert.equal(found('Tiles', 'UN building, level 3'), undefined);
  for (const written of ['UN No. 1263', 'UN-1263', 'U.N. 1263', 'UN number: 1263', 'Order UN1263'])
    assert.deepEqual(found(`Paint, ${written}`), ['UN1263'], written);
  for (const reference of ['Order UN1263', 'order: un 1263', 'PO# UN1263', 'Invoice no. UN1263'])
    assert.equal(found('Tiles', `${reference}, ring first`), undefined, reference);
  for (const declared of ['please quote UN1263', 'ref UN1263', 'Job: UN1263 paint'])
    assert.deepEqual(found('Tins', declared), ['UN1263'], declared);
  assert.deepEqual(found('', 'Order 77', 'UN1263'), ['UN1263']);
  assert.equal(found('Tiles UN4711', 'UN9000'), undefined, 'no such number is given out');
});

test('writes figures as people read them', () => {
  assert.equal(writtenKg(12_500), '12.5 kg');
  assert.equal(writtenKg(10_189_000), '10,189 kg');
  assert.equal(writtenKg(1), '0.001 kg');
  assert.equal(writtenCubic(1), '0.001 m³');
  assert.equal(writtenSize([6000, 4025, 25]), '60 × 40.25 × 0.25 cm');
  assert.equal(writtenDay('2026-11-05'), '5 Nov 2026');
  assert.equal(writtenMoney(123_456_789), '$1,234,567.89');
  assert.equal(writtenMoney(-5), '−$0.05');
});

test("makes members' text printable, and ASCII for codes that need it", () => {
  assert.equal(printable('  Tile\u0000\u202e\nWarehouse\u00a0 '), 'Tile Warehouse');
  assert.equal(printable('Cafe\u0301'), 'Café');
  assert.equal(printableAscii('Café Müller 東京'), 'Cafe Muller ??');
});

test('prints an address in postal form: place in capitals on one line, country only abroad', () => {
  const address = {
    type: 'business' as const,
    country: 'AU',
    postcode: '3000',
    suburb: 'Melbourne',
    state: 'VIC',
    coordinates: undefined,
    localityKind: undefined,
    name: 'Melanie Okafor',
    companyName: ' Harbour  Bathrooms ',
    email: '',
    phone: '',
    street: 'Level 2\r\n216 Flinders Lane\n',
  };
  const party = partyOf(address, '');
  assert.equal(party.place, 'MELBOURNE VIC 3000');
  assert.deepEqual(party.street, ['Level 2', '216 Flinders Lane']);
  assert.equal(party.company, 'Harbour Bathrooms');
  assert.equal(party.country, '');
  assert.equal(
    partyOf({ ...address, country: 'NZ', state: '' }, 'New Zealand').country,
    'NEW ZEALAND',
  );
});
