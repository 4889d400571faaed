import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDayNumber } from '../time/calendar.ts';
import {
  dateOfDay,
  dayOfNumber,
  daysBetween,
  daysInForce,
  daysLater,
  findDay,
  firstDay,
  homeCardDay,
  lastDay,
} from './card-day.ts';

test('converts a date to a day and back', () => {
  assert.equal(findDay('2026-01-05'), 20_260_105);
  assert.equal(dayOfNumber(findDayNumber('2026-01-05') ?? 0), 20_260_105);
  assert.equal(dateOfDay(20_260_105), '2026-01-05');
  assert.equal(dateOfDay(lastDay), '9999-12-31');
  assert.equal(dateOfDay(20_260_301 - 1), '2026-02-28');
  assert.equal(dateOfDay(20_260_101 - 1), '2025-12-31');
  for (const text of ['', '2026-1-5', '2026-02-29', '2026-13-01', '2026-01-00', '05/01/2026'])
    assert.equal(findDay(text), undefined, text);
});

test('counts days across the ends of months and years', () => {
  assert.equal(daysLater(20_241_231, 1), 20_250_101);
  assert.equal(daysLater(20_240_228, 1), 20_240_229);
  assert.equal(daysBetween(20_240_228, 20_240_301), 2);
  assert.equal(daysBetween(20_260_105, 20_260_105), 0);
});

test('counts the days that a card is in force, unless it states no first day', () => {
  assert.equal(daysInForce(20_260_101, 20_260_301), 59);
  assert.equal(daysInForce(firstDay, 20_260_301), undefined);
});

test('today is the day in Sydney', () => {
  assert.equal(homeCardDay(Date.UTC(2026, 11, 31, 12, 59)), 20_261_231);
  assert.equal(homeCardDay(Date.UTC(2026, 11, 31, 13, 0)), 20_270_101);
});
