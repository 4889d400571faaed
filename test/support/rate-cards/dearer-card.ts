// The lanes of a shipped card, and the same lanes with every basic charge one dollar higher, for tests of publishing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedCarriersDir } from '../../../src/adapters/carriers/open-carriers.ts';

export const card = 'cards/SAMPLE-DF-ROAD-2026';
export const lanes = readFileSync(
  join(shippedCarriersDir, 'direct_freight', card, 'lanes.csv'),
  'utf8',
);
export const raisedLanes = (() => {
  const rows = lanes.split(/\r?\n/);
  const at = (rows.find((row) => !row.startsWith('#')) ?? '').split(',').indexOf('basic');
  assert.ok(at >= 0, 'the card has a column for a basic charge');
  return rows
    .map((row) => {
      const cells = row.split(',');
      if (!/^\d/.test(cells[at] ?? '')) return row;
      cells[at] = (Number(cells[at]) + 1).toFixed(2);
      return cells.join(',');
    })
    .join('\n');
})();
