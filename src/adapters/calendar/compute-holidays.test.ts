// The whole-day holidays of every state in two years, written by hand. An update of the holiday package that moves a
// date fails here, so that a person checks it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AustralianState, australianStates } from '../../domain/places/australian-state.ts';
import { computeHolidays } from './compute-holidays.ts';

const table = await computeHolidays({ firstYear: 2026, lastYear: 2027 });

const holidays: Record<AustralianState, Record<2026 | 2027, string>> = {
  NSW: {
    2026: '01-01 01-26 04-03 04-04 04-05 04-06 04-25 04-27 06-08 10-05 12-25 12-26 12-28',
    2027: '01-01 01-26 03-26 03-27 03-28 03-29 04-25 04-26 06-14 10-04 12-25 12-26 12-27 12-28',
  },
  VIC: {
    2026: '01-01 01-26 03-09 04-03 04-04 04-05 04-06 04-25 06-08 09-25 11-03 12-25 12-26 12-28',
    2027: '01-01 01-26 03-08 03-26 03-27 03-28 03-29 04-25 06-14 09-24 11-02 12-25 12-26 12-27 12-28',
  },
  QLD: {
    2026: '01-01 01-26 04-03 04-04 04-05 04-06 04-25 05-04 10-05 12-25 12-26 12-28',
    2027: '01-01 01-26 03-26 03-27 03-28 03-29 04-26 05-03 10-04 12-25 12-26 12-27 12-28',
  },
  SA: {
    2026: '01-01 01-26 03-09 04-03 04-04 04-05 04-06 04-25 06-08 10-05 12-25 12-26 12-28',
    2027: '01-01 01-26 03-08 03-26 03-27 03-28 03-29 04-25 06-14 10-04 12-25 12-26 12-27 12-28',
  },
  WA: {
    2026: '01-01 01-26 03-02 04-03 04-05 04-06 04-25 04-27 06-01 09-28 12-25 12-26 12-28',
    2027: '01-01 01-26 03-01 03-26 03-28 03-29 04-25 04-26 06-07 09-27 12-25 12-26 12-27 12-28',
  },
  TAS: {
    2026: '01-01 01-26 03-09 04-03 04-06 04-25 06-08 12-25 12-26 12-28',
    2027: '01-01 01-26 03-08 03-26 03-29 04-25 06-14 12-25 12-26 12-27 12-28',
  },
  NT: {
    2026: '01-01 01-26 04-03 04-04 04-05 04-06 04-25 05-04 06-08 08-03 12-25 12-26 12-28',
    2027: '01-01 01-26 03-26 03-27 03-28 03-29 04-26 05-03 06-14 08-02 12-25 12-26 12-27 12-28',
  },
  ACT: {
    2026: '01-01 01-26 03-09 04-03 04-04 04-05 04-06 04-25 04-27 06-01 06-08 10-05 12-25 12-26 12-28',
    2027: '01-01 01-26 03-08 03-26 03-27 03-28 03-29 04-25 04-26 05-31 06-14 10-04 12-25 12-26 12-27 12-28',
  },
};

for (const state of australianStates) {
  test(`the public holidays of ${state} in 2026 and 2027 are those gazetted or expected`, () => {
    for (const year of [2026, 2027] as const) {
      const dates = table.states[state]
        .map(([date]) => date)
        .filter((date) => date.startsWith(String(year)));
      assert.equal(dates.map((date) => date.slice(5)).join(' '), holidays[state][year]);
    }
  });
}

test('the evenings before Christmas and New Year do not stop pickups', () => {
  for (const state of australianStates) {
    const evenings = table.states[state].filter(([date]) => /-12-(24|31)$/.test(date));
    assert.deepEqual(evenings, [], state);
  }
});

test('holidays have the names that people know', () => {
  const nameOf = (state: AustralianState, date: string) =>
    table.states[state].find(([found]) => found === date)?.[1];
  assert.equal(nameOf('VIC', '2026-11-03'), 'Melbourne Cup');
  assert.equal(nameOf('NT', '2026-08-03'), 'Picnic Day');
  assert.equal(nameOf('SA', '2027-12-25'), 'Christmas Day');
});
