import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  civilDateOf,
  clockTime,
  dayNumberOf,
  findDayNumber,
  findMinuteOfDay,
  isoDate,
  weekdayOf,
} from './calendar.ts';

test('known dates have their day number and weekday', () => {
  const cases: [string, number, number][] = [
    ['1970-01-01', 0, 4],
    ['1969-12-31', -1, 3],
    ['2000-02-29', 11_016, 2],
    ['2000-03-01', 11_017, 3],
    ['2026-01-01', 20_454, 4],
    ['2026-04-25', 20_568, 6],
    ['2027-12-26', 21_178, 7],
    ['2028-02-29', 21_243, 2],
  ];
  for (const [date, day, weekday] of cases) {
    assert.equal(findDayNumber(date), day, date);
    assert.equal(isoDate(day), date);
    assert.equal(weekdayOf(day), weekday, date);
  }
});

test('an invalid calendar date has no day number', () => {
  for (const text of [
    '2026-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2100-02-29',
    '26-01-01',
    '2026-1-1',
    '2026/01/01',
    ' 2026-01-01',
    '2026-01-01T00:00',
    '',
  ]) {
    assert.equal(findDayNumber(text), undefined, `«${text}»`);
  }
});

test('a leap day is the last day counted in its March year', () => {
  assert.deepEqual(civilDateOf(dayNumberOf({ year: 2028, month: 2, day: 29 })), {
    year: 2028,
    month: 2,
    day: 29,
  });
});

test('clock times are parsed and printed to the minute', () => {
  const cases: [string, number | undefined][] = [
    ['00:00', 0],
    ['09:05', 545],
    ['14:00', 840],
    ['23:59', 1439],
    ['24:00', 1440],
    ['24:01', undefined],
    ['25:00', undefined],
    ['14:60', undefined],
    ['9:05', undefined],
    ['14.00', undefined],
    ['', undefined],
  ];
  for (const [text, minute] of cases) {
    assert.equal(findMinuteOfDay(text), minute, `«${text}»`);
    if (minute !== undefined) assert.equal(clockTime(minute), text);
  }
});
