import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCarrier, aConsignment, tileWarehouse } from '../../../test/support/consignments.ts';
import { manifestContents } from './manifest.ts';

test('consignments of one carrier, place and day share a manifest; totals add up', () => {
  const [manifest, ...others] = manifestContents(
    [aConsignment(), aConsignment({ connote: 'NL00001235', bookingId: 7, orderNumber: '' })],
    'Acme Freight',
  );
  assert.equal(others.length, 0);
  assert.equal(manifest?.consignments, 2);
  assert.equal(manifest?.pieces, 6);
  assert.equal(manifest?.weight, '886 kg');
  assert.equal(manifest?.cubic, '3.408 m³');
  assert.deepEqual(
    manifest?.rows.map(({ connote, reference, note }) => [connote, reference, note]),
    [
      ['NL00001234', 'WEB-10045', '2 × Carton 12.5 kg; 1 × Pallet 418 kg'],
      ['NL00001235', '7', '2 × Carton 12.5 kg; 1 × Pallet 418 kg'],
    ],
  );
});

test('another carrier, another place, another day and a demo each make a manifest of their own', () => {
  const manifests = manifestContents(
    [
      aConsignment(),
      aConsignment({ carrier: aCarrier({ name: 'Allied Express' }) }),
      aConsignment({ sender: tileWarehouse({ street: ['Dock 9'] }) }),
      aConsignment({ pickupDay: '2026-11-17' }),
      aConsignment({ isDemo: true }),
    ],
    '',
  );
  assert.equal(manifests.length, 5);
});

test('what a driver must know is in the row', () => {
  const [manifest] = manifestContents(
    [aConsignment({ tailgatePickup: true, description: 'Paint UN1263' })],
    '',
  );
  assert.match(manifest?.rows[0]?.note ?? '', /^DANGEROUS GOODS UN1263; Tail lift at pickup; 2 ×/);
});
