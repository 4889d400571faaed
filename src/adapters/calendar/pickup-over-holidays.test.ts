// Pickup dates over Easter, Anzac Day, Christmas and the states' own holidays, with the real holiday table.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AustralianState, australianStates } from '../../domain/places/australian-state.ts';
import { findDayNumber } from '../../domain/time/calendar.ts';
import {
  makePickupCalendar,
  makePickupRule,
  pickupDates,
  pickupMoment,
} from '../../domain/time/pickup.ts';
import { instantOf, zoneOf } from '../../domain/time/time-zone.ts';
import { computeHolidays } from './compute-holidays.ts';
import { holidaysOf } from './holiday-table.ts';

const calendar = makePickupCalendar(
  holidaysOf(await computeHolidays({ firstYear: 2026, lastYear: 2028 })),
);
const weekdayCarrier = {
  cutoffMinute: 14 * 60,
  weekdays: [1, 2, 3, 4, 5],
  leadBusinessDays: 0,
  offerDays: 5,
  observesHolidays: true,
};
const saturdayCarrier = { ...weekdayCarrier, weekdays: [1, 2, 3, 4, 5, 6] };

/** Dates on offer at 15:00 local time, an hour after the cut-off. */
function datesAfter(
  date: string,
  state: AustralianState,
  terms = weekdayCarrier,
  postcode = '0000',
): string {
  const place = { state, postcode };
  const day = findDayNumber(date);
  assert.ok(day !== undefined);
  const instant = instantOf(zoneOf(place), { day, minute: 15 * 60 });
  const dates = pickupDates(pickupMoment(calendar, place, instant), makePickupRule(terms));
  return dates.map((found) => found.slice(5)).join(' ');
}

function check(date: string, expected: Record<AustralianState, string>): void {
  for (const state of australianStates) {
    assert.equal(datesAfter(date, state), expected[state], `${state} after ${date}`);
  }
}

function everyState(dates: string): Record<AustralianState, string> {
  return {
    NSW: dates,
    VIC: dates,
    QLD: dates,
    SA: dates,
    WA: dates,
    TAS: dates,
    NT: dates,
    ACT: dates,
  };
}

test('Easter closes every state from Good Friday to Easter Monday, but not on the Tuesday', () => {
  check('2026-04-02', everyState('04-07 04-08 04-09 04-10 04-13'));
  check('2027-03-25', everyState('03-30 03-31 04-01 04-02 04-05'));
});

test('Anzac Day on a Saturday gives three states the Monday off', () => {
  check('2026-04-24', {
    ...everyState('04-27 04-28 04-29 04-30 05-01'),
    NSW: '04-28 04-29 04-30 05-01 05-04',
    WA: '04-28 04-29 04-30 05-01 05-04',
    ACT: '04-28 04-29 04-30 05-01 05-04',
  });
});

test('Anzac Day on a Sunday gives five states the Monday off, and two another day a week later', () => {
  check('2027-04-23', {
    ...everyState('04-26 04-27 04-28 04-29 04-30'),
    NSW: '04-27 04-28 04-29 04-30 05-03',
    WA: '04-27 04-28 04-29 04-30 05-03',
    ACT: '04-27 04-28 04-29 04-30 05-03',
    QLD: '04-27 04-28 04-29 04-30 05-04',
    NT: '04-27 04-28 04-29 04-30 05-04',
  });
});

test('Christmas Eve is a pickup day, and holidays on the weekend move to weekdays', () => {
  check('2026-12-23', everyState('12-24 12-29 12-30 12-31 01-04'));
  check('2027-12-23', everyState('12-24 12-29 12-30 12-31 01-04'));
});

test('each state rests on its own holidays and works on those of others', () => {
  const cases: [string, AustralianState, string][] = [
    ['2026-01-23', 'NSW', '01-27 01-28 01-29 01-30 02-02'],
    ['2026-02-27', 'WA', '03-03 03-04 03-05 03-06 03-09'],
    ['2026-03-06', 'VIC', '03-10 03-11 03-12 03-13 03-16'],
    ['2026-03-06', 'SA', '03-10 03-11 03-12 03-13 03-16'],
    ['2026-03-06', 'TAS', '03-10 03-11 03-12 03-13 03-16'],
    ['2026-03-06', 'ACT', '03-10 03-11 03-12 03-13 03-16'],
    ['2026-03-06', 'NSW', '03-09 03-10 03-11 03-12 03-13'],
    ['2026-05-01', 'QLD', '05-05 05-06 05-07 05-08 05-11'],
    ['2026-05-01', 'NT', '05-05 05-06 05-07 05-08 05-11'],
    ['2026-05-01', 'WA', '05-04 05-05 05-06 05-07 05-08'],
    ['2026-05-29', 'WA', '06-02 06-03 06-04 06-05 06-08'],
    ['2026-05-29', 'ACT', '06-02 06-03 06-04 06-05 06-09'],
    ['2026-06-05', 'QLD', '06-08 06-09 06-10 06-11 06-12'],
    ['2026-06-05', 'SA', '06-09 06-10 06-11 06-12 06-15'],
    ['2026-07-31', 'NT', '08-04 08-05 08-06 08-07 08-10'],
    ['2026-09-24', 'VIC', '09-28 09-29 09-30 10-01 10-02'],
    ['2026-09-25', 'WA', '09-29 09-30 10-01 10-02 10-05'],
    ['2026-10-02', 'QLD', '10-06 10-07 10-08 10-09 10-12'],
    ['2026-10-02', 'NSW', '10-06 10-07 10-08 10-09 10-12'],
    ['2026-10-02', 'VIC', '10-05 10-06 10-07 10-08 10-09'],
    ['2027-06-11', 'TAS', '06-15 06-16 06-17 06-18 06-21'],
  ];
  for (const [date, state, expected] of cases) {
    assert.equal(datesAfter(date, state), expected, `${state} after ${date}`);
  }
});

test('offers pickups outside the area of a regional holiday', () => {
  const cases: [string, AustralianState, string, string][] = [
    ['2026-11-02', 'VIC', '3000', '11-04 11-05 11-06 11-09 11-10'],
    ['2026-11-02', 'VIC', '3500', '11-03 11-04 11-05 11-06 11-09'],
    ['2026-08-11', 'QLD', '4000', '08-13 08-14 08-17 08-18 08-19'],
    ['2026-08-11', 'QLD', '4870', '08-12 08-13 08-14 08-17 08-18'],
    // August 2028 has five Wednesdays, so the Royal Queensland Show is a week later.
    ['2028-08-08', 'QLD', '4000', '08-09 08-10 08-11 08-14 08-15'],
    ['2028-08-15', 'QLD', '4000', '08-17 08-18 08-21 08-22 08-23'],
    ['2026-02-06', 'TAS', '7000', '02-10 02-11 02-12 02-13 02-16'],
    ['2026-02-06', 'TAS', '7250', '02-09 02-10 02-11 02-12 02-13'],
    ['2026-10-30', 'TAS', '7250', '11-03 11-04 11-05 11-06 11-09'],
    ['2026-10-30', 'TAS', '7000', '11-02 11-03 11-04 11-05 11-06'],
  ];
  for (const [date, state, postcode, expected] of cases) {
    const found = datesAfter(date, state, weekdayCarrier, postcode);
    assert.equal(found, expected, `${postcode} after ${date}`);
  }
});

test('a carrier with Saturday pickups rests on Easter Saturday only where it is a holiday', () => {
  assert.equal(datesAfter('2026-04-02', 'NSW', saturdayCarrier), '04-07 04-08 04-09 04-10 04-11');
  assert.equal(datesAfter('2026-04-02', 'WA', saturdayCarrier), '04-04 04-07 04-08 04-09 04-10');
  assert.equal(datesAfter('2026-04-02', 'TAS', saturdayCarrier), '04-04 04-07 04-08 04-09 04-10');
});

test('offers no pickup on a Christmas or Boxing Day that falls on a Saturday', () => {
  for (const state of australianStates) {
    const christmas = datesAfter('2027-12-23', state, saturdayCarrier);
    assert.ok(!christmas.includes('12-25'), `${state}: ${christmas}`);
    const boxing = datesAfter('2026-12-23', state, saturdayCarrier);
    assert.ok(!boxing.includes('12-26'), `${state}: ${boxing}`);
  }
});
