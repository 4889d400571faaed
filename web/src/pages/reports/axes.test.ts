import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyDay, linesOf, shortMonths } from './axes.ts';

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
