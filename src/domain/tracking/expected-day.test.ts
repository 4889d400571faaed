import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDayNumber, isoDate } from '../time/calendar.ts';
import { expectedDay, holidaysOfReceiver, transitDaysTo } from './expected-day.ts';

const day = (date: string): number => findDayNumber(date) ?? assert.fail(date);
const easter = new Map([
  [day('2026-04-03'), 'Good Friday'],
  [day('2026-04-06'), 'Easter Monday'],
]);

test("a delivery counts the holidays of the receiver's region, and Sydney's for abroad", () => {
  const none = new Map<number, string>();
  const own = new Map([[day('2026-11-03'), 'Melbourne Cup']]);
  const holidays = {
    ...{ NSW: easter, VIC: none, QLD: none, SA: none, WA: none, TAS: none, NT: none, ACT: none },
    melbourne: own,
  };
  const at = (country: string, state: string, postcode: string) =>
    holidaysOfReceiver(holidays, { country, state, postcode });
  assert.equal(at('AU', 'VIC', '3000'), own);
  assert.equal(at('AU', 'VIC', '3500'), none);
  // No regional holidays are known.
  assert.equal(at('AU', 'QLD', '4000'), none);
  assert.equal(at('NZ', '', '1010'), easter);
});

test('recovers the promised day across holidays', () => {
  const pickup = day('2026-04-01');
  for (const [delivery, days, expected] of [
    ['2026-04-01', 0, '2026-04-01'],
    ['2026-04-02', 1, '2026-04-02'],
    ['2026-04-07', 2, '2026-04-07'],
    ['2026-04-08', 3, '2026-04-08'],
    // A delivery promised on a non-working day moves to the next working day.
    ['2026-04-03', 2, '2026-04-07'],
    ['2026-04-04', 2, '2026-04-07'],
  ] as const) {
    assert.equal(transitDaysTo(day(delivery), pickup, easter), days, delivery);
    assert.equal(isoDate(expectedDay(pickup, days, easter)), expected, delivery);
  }
});
