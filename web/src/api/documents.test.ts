import assert from 'node:assert/strict';
import { test } from 'node:test';
import { travelDocuments } from './documents.ts';

test('offers only documents that exist', () => {
  const namesOf = (booking: Parameters<typeof travelDocuments>[0]): string[] =>
    travelDocuments(booking).map(({ name }) => name);
  const ours = ['Label, A4', 'Label, A6', 'Label, ZPL'];
  assert.deepEqual(namesOf({ has_manifest: true }), [...ours, 'Manifest']);
  assert.deepEqual(namesOf({ has_manifest: false }), ours);
  assert.deepEqual(namesOf({ carrier_label_formats: ['pdf'], has_manifest: false }), ['Label']);
  assert.deepEqual(namesOf({ carrier_label_formats: [], has_manifest: true }), ['Manifest']);
  assert.deepEqual(namesOf({ carrier_label_formats: ['pdf', 'zpl'] }), ['Label', 'Label, ZPL']);
});
