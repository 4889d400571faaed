import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyDay, fromFirst, linesOf, shortMonths } from './axes.ts';

test('shows the year with the first month and with every January', () => {
  assert.deepEqual(shortMonths(['2025-12', '2026-01', '2026-02']), ['Dec 2025', 'Jan 2026', 'Feb']);
});

test('lists every day from first to last across months and clock changes', () => {
  assert.deepEqual(everyDay('2026-02-27', '2026-03-02'), [
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  assert.equal(everyDay('2025-12-01', '2026-11-16').length, 351);
});

test('begins with the first entry that has data, and keeps everything without any', () => {
  assert.deepEqual(
    fromFirst([0, 0, 3, 0], (one) => one > 0),
    [3, 0],
  );
  assert.deepEqual(
    fromFirst([0, 0], (one) => one > 0),
    [0, 0],
  );
});

test('breaks a long name between words without losing any', () => {
  assert.deepEqual(linesOf('International Economy Express Document Export', 24), [
    'International Economy',
    'Express Document Export',
  ]);
  assert.deepEqual(linesOf('Hochgeschwindigkeitszustellung Wien', 24), [
    'Hochgeschwindigkeitszustellung',
    'Wien',
  ]);
  assert.deepEqual(linesOf('Road Express', 24), ['Road Express']);
  assert.deepEqual(linesOf('', 24), []);
});
