import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockTime, findDayNumber, findMinuteOfDay, isoDate } from './calendar.ts';
import { instantOf, localTime, offsetMinutes, type Place, type Zone, zoneOf } from './time-zone.ts';

test('every state has its zone, and places with another clock have their own', () => {
  const cases: [Place, Zone][] = [
    [{ state: 'NSW', postcode: '2000' }, 'Australia/Sydney'],
    [{ state: 'ACT', postcode: '2600' }, 'Australia/Sydney'],
    [{ state: 'VIC', postcode: '3000' }, 'Australia/Melbourne'],
    [{ state: 'QLD', postcode: '4000' }, 'Australia/Brisbane'],
    [{ state: 'SA', postcode: '5000' }, 'Australia/Adelaide'],
    [{ state: 'WA', postcode: '6000' }, 'Australia/Perth'],
    [{ state: 'TAS', postcode: '7000' }, 'Australia/Hobart'],
    [{ state: 'NT', postcode: '0800' }, 'Australia/Darwin'],
    [{ state: 'SA', postcode: '0872', suburb: 'ERNABELLA' }, 'Australia/Adelaide'],
    [{ state: 'NSW', postcode: '4383', suburb: 'JENNINGS' }, 'Australia/Sydney'],
    [{ state: 'NSW', postcode: '2880', suburb: 'BROKEN HILL' }, 'Australia/Broken_Hill'],
    [{ state: 'NSW', postcode: '2898' }, 'Australia/Lord_Howe'],
    [{ state: 'NSW', postcode: '2899' }, 'Pacific/Norfolk'],
    [{ state: 'WA', postcode: '6798' }, 'Indian/Christmas'],
    [{ state: 'WA', postcode: '6799' }, 'Indian/Cocos'],
    [{ state: 'WA', postcode: '6443', suburb: 'Eucla' }, 'Australia/Eucla'],
    [{ state: 'WA', postcode: '6443', suburb: 'NORSEMAN' }, 'Australia/Perth'],
    [{ state: 'WA', postcode: '6443' }, 'Australia/Perth'],
  ];
  for (const [place, zone] of cases) assert.equal(zoneOf(place), zone, JSON.stringify(place));
});

test("one instant is shown in each zone's local time", () => {
  const instant = Date.UTC(2026, 0, 14, 3, 30, 59);
  const cases: [Zone, string][] = [
    ['Australia/Sydney', '2026-01-14 14:30'],
    ['Australia/Melbourne', '2026-01-14 14:30'],
    ['Australia/Hobart', '2026-01-14 14:30'],
    ['Australia/Brisbane', '2026-01-14 13:30'],
    ['Australia/Adelaide', '2026-01-14 14:00'],
    ['Australia/Broken_Hill', '2026-01-14 14:00'],
    ['Australia/Darwin', '2026-01-14 13:00'],
    ['Australia/Eucla', '2026-01-14 12:15'],
    ['Australia/Perth', '2026-01-14 11:30'],
    ['Australia/Lord_Howe', '2026-01-14 14:30'],
    ['Pacific/Norfolk', '2026-01-14 15:30'],
    ['Indian/Christmas', '2026-01-14 10:30'],
    ['Indian/Cocos', '2026-01-14 10:00'],
  ];
  for (const [zone, expected] of cases) assert.equal(wallClock(zone, instant), expected, zone);
});

test("the date changes at the zone's midnight rather than the server's", () => {
  const instant = Date.UTC(2026, 4, 13, 15, 0);
  assert.equal(wallClock('Australia/Sydney', instant), '2026-05-14 01:00');
  assert.equal(wallClock('Australia/Perth', instant), '2026-05-13 23:00');
});

// The last minute before each daylight saving change, in UTC, with the clock before and after it.
const changes: [Zone, number, string, string][] = [
  ['Australia/Sydney', Date.UTC(2026, 3, 4, 15, 59), '2026-04-05 02:59', '2026-04-05 02:00'],
  ['Australia/Sydney', Date.UTC(2026, 9, 3, 15, 59), '2026-10-04 01:59', '2026-10-04 03:00'],
  ['Australia/Hobart', Date.UTC(2027, 3, 3, 15, 59), '2027-04-04 02:59', '2027-04-04 02:00'],
  ['Australia/Melbourne', Date.UTC(2027, 9, 2, 15, 59), '2027-10-03 01:59', '2027-10-03 03:00'],
  ['Australia/Adelaide', Date.UTC(2026, 3, 4, 16, 29), '2026-04-05 02:59', '2026-04-05 02:00'],
  ['Australia/Adelaide', Date.UTC(2026, 9, 3, 16, 29), '2026-10-04 01:59', '2026-10-04 03:00'],
  ['Australia/Broken_Hill', Date.UTC(2026, 9, 3, 16, 29), '2026-10-04 01:59', '2026-10-04 03:00'],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 14, 59), '2026-04-05 01:59', '2026-04-05 01:30'],
  ['Australia/Lord_Howe', Date.UTC(2026, 9, 3, 15, 29), '2026-10-04 01:59', '2026-10-04 02:30'],
  ['Australia/Brisbane', Date.UTC(2026, 9, 3, 15, 59), '2026-10-04 01:59', '2026-10-04 02:00'],
  ['Australia/Perth', Date.UTC(2026, 9, 3, 17, 59), '2026-10-04 01:59', '2026-10-04 02:00'],
  ['Australia/Darwin', Date.UTC(2026, 3, 4, 16, 29), '2026-04-05 01:59', '2026-04-05 02:00'],
];

test('daylight saving starts and ends on the minute, and only where it is observed', () => {
  for (const [zone, lastMinute, before, after] of changes) {
    assert.equal(wallClock(zone, lastMinute), before, zone);
    assert.equal(wallClock(zone, lastMinute + 59_999), before, zone);
    assert.equal(wallClock(zone, lastMinute + 60_000), after, zone);
  }
});

test('a local time maps to its instant on the days the clocks change', () => {
  const cases: [Zone, string, string, number][] = [
    ['Australia/Sydney', '2026-10-04', '01:59', Date.UTC(2026, 9, 3, 15, 59)],
    ['Australia/Sydney', '2026-10-04', '03:00', Date.UTC(2026, 9, 3, 16, 0)],
    ['Australia/Sydney', '2026-10-04', '14:00', Date.UTC(2026, 9, 4, 3, 0)],
    ['Australia/Sydney', '2026-10-03', '14:00', Date.UTC(2026, 9, 3, 4, 0)],
    ['Australia/Sydney', '2026-04-05', '14:00', Date.UTC(2026, 3, 5, 4, 0)],
    ['Australia/Sydney', '2026-04-04', '14:00', Date.UTC(2026, 3, 4, 3, 0)],
    ['Australia/Adelaide', '2026-10-04', '14:00', Date.UTC(2026, 9, 4, 3, 30)],
    ['Australia/Brisbane', '2026-10-04', '14:00', Date.UTC(2026, 9, 4, 4, 0)],
    ['Australia/Perth', '2026-10-04', '14:00', Date.UTC(2026, 9, 4, 6, 0)],
    ['Australia/Perth', '2026-12-31', '24:00', Date.UTC(2026, 11, 31, 16, 0)],
  ];
  for (const [zone, date, time, instant] of cases) {
    assert.equal(at(zone, date, time), instant, `${zone} ${date} ${time}`);
  }
});

test('a skipped local time is moved forward, and a repeated one maps to its first instant', () => {
  assert.equal(at('Australia/Sydney', '2026-10-04', '02:30'), Date.UTC(2026, 9, 3, 16, 30));
  assert.equal(wallClock('Australia/Sydney', Date.UTC(2026, 9, 3, 16, 30)), '2026-10-04 03:30');
  assert.equal(at('Australia/Sydney', '2026-04-05', '02:30'), Date.UTC(2026, 3, 4, 15, 30));
  assert.equal(at('Australia/Lord_Howe', '2026-04-05', '01:45'), Date.UTC(2026, 3, 4, 14, 45));
  assert.equal(at('Australia/Lord_Howe', '2026-10-04', '02:15'), Date.UTC(2026, 9, 3, 15, 45));
});

test('an offset is the same when asked again after thousands of others', () => {
  const summer = Date.UTC(2026, 0, 1);
  assert.equal(offsetMinutes('Australia/Sydney', summer), 660);
  for (let day = 0; day < 2100; day++) offsetMinutes('Australia/Sydney', day * 86_400_000);
  assert.equal(offsetMinutes('Australia/Sydney', summer), 660);
  assert.equal(offsetMinutes('Australia/Sydney', Date.UTC(2026, 6, 1)), 600);
});

function wallClock(zone: Zone, instant: number): string {
  const { day, minute } = localTime(zone, instant);
  return `${isoDate(day)} ${clockTime(minute)}`;
}

function at(zone: Zone, date: string, time: string): number {
  const day = findDayNumber(date);
  const minute = findMinuteOfDay(time);
  assert.ok(day !== undefined && minute !== undefined);
  return instantOf(zone, { day, minute });
}
