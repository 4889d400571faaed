// Tests of how a carrier stores and finds shipments.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { articleNumbers, type NewShipment, Shipments } from './shipments.ts';

const end = {
  suburb: 'SYDNEY',
  postcode: '2000',
  state: 'NSW',
  country: 'AU',
  isResidential: false,
};
const parcel = { quantity: 2, kg: 1, lengthCm: 1, widthCm: 1, heightCm: 1, packaging: 'Carton' };
const shipment = (id: string, reference: string, number = `N${id}`): NewShipment => ({
  id,
  number,
  articles: articleNumbers(number, [parcel]),
  reference,
  service: 's',
  consignment: { from: end, to: end, parcels: [parcel] },
  priceCents: 0,
  sent: undefined,
});
const open = () => new Shipments(() => 5, 0);

test('finds a shipment by id, number, article and our reference', () => {
  const shipments = open();
  const kept = shipments.add(shipment('1', 'R'));
  assert.deepEqual(kept.articles, ['N1001', 'N1002']);
  for (const name of ['1', 'N1', 'N1001', 'N1002', 'R']) assert.equal(shipments.find(name), kept);
  for (const name of ['', 'N', 'N1003', 'r']) assert.equal(shipments.find(name), undefined);
  assert.equal(kept.createdAtMs, 5);
});

test('keeps two shipments of one reference, and the first shipment of a repeated number', () => {
  const shipments = open();
  const first = shipments.add(shipment('1', 'R', 'SAME'));
  const second = shipments.add(shipment('2', 'R', 'SAME'));
  assert.deepEqual(shipments.withReference('R'), [first, second]);
  assert.equal(shipments.find('SAME'), first);
  shipments.remove('1');
  assert.deepEqual(shipments.withReference('R'), [second]);
  assert.equal(shipments.find('R'), second);
});

test('finds no shipments for an empty reference', () => {
  const shipments = open();
  shipments.add(shipment('1', ''));
  shipments.add(shipment('2', ''));
  assert.deepEqual(shipments.withReference(''), []);
  assert.equal(shipments.all().length, 2);
});

test('finds a changed shipment by its new names only and keeps its events', () => {
  const shipments = open();
  const old = shipments.add(shipment('1', 'R'));
  old.orderId = 'O1';
  const changed = shipments.replace(old, shipment('1', 'S', 'M1'));
  assert.equal(shipments.find('1'), changed);
  assert.equal(shipments.find('S'), changed);
  assert.equal(shipments.find('N1'), undefined);
  assert.equal(shipments.find('R'), undefined);
  assert.equal(changed.orderId, 'O1');
});

test('deletes the oldest shipments with all their names', () => {
  const shipments = open();
  for (let n = 0; n <= 20_000; n += 1) shipments.add(shipment(String(n), `R${n}`));
  assert.equal(shipments.all().length, 20_000);
  for (const name of ['0', 'N0', 'N0001', 'R0']) assert.equal(shipments.find(name), undefined);
  assert.equal(shipments.find('R20000')?.id, '20000');
  shipments.clear();
  assert.equal(shipments.find('R20000'), undefined);
});
