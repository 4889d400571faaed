import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayNumberOf } from './calendar.ts';
import {
  findPickupWindow,
  isWithinWindow,
  pickupTimestamps,
  presentPickupWindow,
} from './pickup-window.ts';
import { timestamp, timestampWithColon } from './timestamp.ts';

const afternoon = { fromMinute: 14 * 60, toMinute: 17 * 60 + 30 };

test("a pickup window is parsed from a client's text", () => {
  assert.deepEqual(findPickupWindow('14:00-17:30'), afternoon);
  assert.deepEqual(findPickupWindow(' 14:00 - 17:30 '), afternoon);
  for (const text of [
    '',
    '14:00',
    '17:30-14:00',
    '14:00-14:00',
    '14:00-25:00',
    '2pm-5pm',
    '1400-1730',
  ]) {
    assert.equal(findPickupWindow(text), undefined, `«${text}»`);
  }
});

test('a pickup window is printed as the interface writes it', () => {
  assert.deepEqual(presentPickupWindow(afternoon), { from: '14:00', to: '17:30' });
});

test('a requested window must lie inside the offered one, ends included', () => {
  const requests: [string, boolean][] = [
    ['14:00-17:30', true],
    ['15:00-16:00', true],
    ['13:59-17:30', false],
    ['14:00-17:31', false],
  ];
  for (const [text, isAllowed] of requests) {
    const requested = findPickupWindow(text);
    assert.ok(requested !== undefined);
    assert.equal(isWithinWindow(requested, afternoon), isAllowed, text);
  }
});

test("a window on a date carries the pickup address's offset on that day", () => {
  const summer = dayNumberOf({ year: 2026, month: 1, day: 14 });
  const winter = dayNumberOf({ year: 2026, month: 7, day: 15 });
  const changeover = dayNumberOf({ year: 2026, month: 10, day: 4 });
  const cases = [
    [summer, 'Australia/Sydney', '2026-01-14T14:00:00+1100', '2026-01-14T17:30:00+1100'],
    [winter, 'Australia/Sydney', '2026-07-15T14:00:00+1000', '2026-07-15T17:30:00+1000'],
    [changeover, 'Australia/Sydney', '2026-10-04T14:00:00+1100', '2026-10-04T17:30:00+1100'],
    [summer, 'Australia/Adelaide', '2026-01-14T14:00:00+1030', '2026-01-14T17:30:00+1030'],
    [summer, 'Australia/Brisbane', '2026-01-14T14:00:00+1000', '2026-01-14T17:30:00+1000'],
    [summer, 'Australia/Perth', '2026-01-14T14:00:00+0800', '2026-01-14T17:30:00+0800'],
    [summer, 'Australia/Eucla', '2026-01-14T14:00:00+0845', '2026-01-14T17:30:00+0845'],
  ] as const;
  for (const [day, zone, from, to] of cases) {
    assert.deepEqual(pickupTimestamps(day, afternoon, zone), [from, to]);
  }
});

test('a window across a daylight saving change is an hour longer or shorter', () => {
  const night = { fromMinute: 0, toMinute: 6 * 60 };
  const hours = (year: number, month: number, day: number) => {
    const date = dayNumberOf({ year, month, day });
    const [from, to] = pickupTimestamps(date, night, 'Australia/Sydney');
    return (Date.parse(to) - Date.parse(from)) / 3_600_000;
  };
  assert.equal(hours(2026, 10, 3), 6);
  assert.equal(hours(2026, 10, 4), 5);
  assert.equal(hours(2026, 4, 5), 7);
});

test('a timestamp has seconds, and a colon in the offset only on request', () => {
  const instant = Date.UTC(2026, 4, 13, 15, 4, 9, 999);
  assert.equal(timestamp(instant, 'Australia/Sydney'), '2026-05-14T01:04:09+1000');
  assert.equal(timestampWithColon(instant, 'Australia/Darwin'), '2026-05-14T00:34:09+09:30');
});
