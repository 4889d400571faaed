import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDayNumber } from '../time/calendar.ts';
import { localTime } from '../time/time-zone.ts';
import { monthAt, type Period, periodOf } from './period.ts';

const nowMs = Date.UTC(2026, 10, 15, 23, 0);

/** The store's own calculation, in integers. */
const dayOf = ({ clock }: Period, atMs: number): number => {
  const span = clock.find(({ untilMs }) => atMs < untilMs);
  assert.ok(span);
  return Math.trunc((atMs + span.aheadMs) / 86_400_000);
};

test('a report period is whole months of Sydney time up to now', () => {
  const period = periodOf(nowMs, 12);
  assert.equal(period.fromMs, Date.UTC(2025, 10, 30, 13, 0));
  assert.equal(period.toMs, nowMs);
  assert.equal(period.firstDay, findDayNumber('2025-12-01'));
  assert.equal(period.lastDay, findDayNumber('2026-11-16'));
  assert.equal(period.months.length, 12);
  assert.deepEqual(
    [period.months[0], period.months[1], period.months[11]],
    ['2025-12', '2026-01', '2026-11'],
  );
  assert.deepEqual(periodOf(nowMs, 1).months, ['2026-11']);
  assert.equal(monthAt(Date.UTC(2025, 10, 30, 13, 0)), '2025-12');
  assert.equal(monthAt(Date.UTC(2025, 10, 30, 12, 59)), '2025-11');
});

test('every instant of a report period falls on its Sydney date, across daylight saving changes', () => {
  const period = periodOf(nowMs, 12);
  assert.equal(period.clock.length, 3);
  const quarterHourMs = 900_000;
  for (let atMs = period.fromMs; atMs <= nowMs; atMs += quarterHourMs)
    assert.equal(dayOf(period, atMs), localTime('Australia/Sydney', atMs).day);
});
