import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aCarrier,
  aConsignment,
  tileWarehouse,
} from '../../../test/support/documents/consignments.ts';
import type { FontMetrics } from '../documents/layout.ts';
import { manifestContents } from './manifest.ts';
import { manifestPages } from './manifest-pages.ts';

test('consignments of one carrier, place and day share a manifest with the right totals', () => {
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

test('another carrier, place or day and a demo each make a separate manifest', () => {
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

test('notes dangerous goods and tailgates in the manifest row', () => {
  const [manifest] = manifestContents(
    [aConsignment({ tailgatePickup: true, description: 'Paint UN1263' })],
    '',
  );
  assert.match(manifest?.rows[0]?.note ?? '', /^DANGEROUS GOODS UN1263; Tailgate at pickup; 2 ×/);
});

test('wraps a long name at the usual size without cutting it', () => {
  const metrics: FontMetrics = {
    capHeight: 0.7,
    descent: 0.25,
    widthOf: (text) => text.length * 0.5,
  };
  const company = 'Extraordinarily Long Named Tile Warehouse of Western Sydney Pty Ltd';
  const receiver = { ...aConsignment().receiver, company };
  const [manifest] = manifestContents([aConsignment({ receiver })], '');
  assert.ok(manifest);
  const marks = manifestPages(manifest, metrics).flatMap((page) => page.marks);
  const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []));
  const lines = texts.filter(({ text }) => text !== '' && company.includes(text));
  assert.equal(lines.map(({ text }) => text).join(' '), company);
  assert.ok(lines.length > 1);
  assert.deepEqual([...new Set(lines.map(({ sizeMm }) => sizeMm))], [3]);
});
