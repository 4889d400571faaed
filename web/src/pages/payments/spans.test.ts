import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstDay } from './spans.ts';

test('a span begins on the same day of an earlier month, or on the last that month has', () => {
  const since = (span: string, year: number, month: number, day: number): string =>
    firstDay(span, new Date(year, month - 1, day, 8));
  assert.equal(since('1', 2026, 11, 18), '2026-10-18');
  assert.equal(since('1', 2026, 3, 31), '2026-02-28');
  assert.equal(since('1', 2028, 3, 31), '2028-02-29');
  assert.equal(since('1', 2026, 12, 31), '2026-11-30');
  assert.equal(since('3', 2026, 1, 31), '2025-10-31');
  assert.equal(since('3', 2026, 5, 31), '2026-02-28');
  assert.equal(since('12', 2028, 2, 29), '2027-02-28');
  assert.equal(since('week', 2026, 3, 3), '2026-02-24');
  assert.equal(since('0', 2026, 3, 31), '');
});
