import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tracking } from '../api/wire.ts';
import { historiesOf } from './histories.ts';

type Item = Tracking['items'][number];

const item = (label: string, ...descriptions: string[]): Item =>
  ({
    label,
    events: descriptions.map((description) => ({
      occurredAt: '2026-11-17T09:00:00+11:00',
      status: null,
      description,
      location: null,
    })),
  }) as unknown as Item;

const namesOf = (...items: Item[]): string[] => historiesOf({ items }).map(({ name }) => name);

test("folds pieces with the consignment's own events into the consignment", () => {
  assert.deepEqual(
    namesOf(item('X1', 'Scanned'), item('X1 piece 1 of 2', 'Scanned'), item('X1 piece 2 of 2')),
    ['X1'],
  );
});

test('pieces with the same events share a heading, and others have their own', () => {
  assert.deepEqual(
    namesOf(
      item('X1', 'Booked'),
      item('X1 piece 1 of 3', 'Lost'),
      item('X1 piece 2 of 3', 'Scanned'),
      item('X1 piece 3 of 3', 'Scanned'),
    ),
    ['X1', 'X1 piece 1 of 3', 'X1 pieces 2, 3 of 3'],
  );
  assert.deepEqual(namesOf(), []);
});
