import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { civilDateOf, dayNumberOf, findDayNumber, isoDate, weekdayOf } from './calendar.ts';

const msADay = 86_400_000;
const aDay = fc.integer({ min: -719_162, max: 2_932_896 }); // Years 1 to 9999.

test("every day matches the runtime's calendar", () => {
  fc.assert(
    fc.property(aDay, (day) => {
      const date = new Date(day * msADay);
      assert.equal(isoDate(day), date.toISOString().slice(0, 10));
      assert.equal(weekdayOf(day) % 7, date.getUTCDay());
    }),
    { numRuns: 2000 },
  );
});

test('a day number survives a round trip through its date', () => {
  fc.assert(
    fc.property(aDay, (day) => {
      assert.equal(dayNumberOf(civilDateOf(day)), day);
      assert.equal(findDayNumber(isoDate(day)), day);
    }),
    { numRuns: 2000 },
  );
});

test('the next day has the next weekday and a later date', () => {
  fc.assert(
    fc.property(aDay, (day) => {
      assert.equal(weekdayOf(day + 1), (weekdayOf(day) % 7) + 1);
      assert.ok(day === 2_932_896 || isoDate(day + 1) > isoDate(day));
    }),
  );
});
