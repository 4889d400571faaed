import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type AustralianState, australianStates } from '../places/australian-state.ts';
import { findDayNumber, isoDate, weekdayOf } from './calendar.ts';
import {
  type Holidays,
  isBusinessDay,
  makePickupCalendar,
  makePickupRule,
  type PickupTerms,
  pickupDates,
  pickupMoment,
} from './pickup.ts';
import { localTime, zoneOf } from './time-zone.ts';

const start = findDayNumber('2026-01-01') ?? 0;

const someHolidays: fc.Arbitrary<ReadonlyMap<number, string>> = fc
  .uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 60 })
  .map((days) => new Map(days.map((day) => [start + day, 'Holiday'])));

const someTerms: fc.Arbitrary<PickupTerms> = fc.record({
  cutoffMinute: fc.integer({ min: 0, max: 1440 }),
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  leadBusinessDays: fc.integer({ min: 0, max: 5 }),
  offerDays: fc.constantFrom(5, 5, 5, 1, 10),
  observesHolidays: fc.boolean(),
});

const anInstant = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) });
const aPlace = fc.record({
  state: fc.constantFrom<AustralianState>(...australianStates),
  postcode: fc.constantFrom('2000', '2880', '2898'),
});

function everywhere(days: ReadonlyMap<number, string>): Holidays {
  return { NSW: days, VIC: days, QLD: days, SA: days, WA: days, TAS: days, NT: days, ACT: days };
}

/** The days on offer before the cut-off. */
function offeredFrom(
  firstDay: number,
  terms: PickupTerms,
  holidays: ReadonlyMap<number, string>,
): number[] {
  const brisbane = { state: 'QLD', postcode: '4000' } as const;
  const noon = firstDay * 86_400_000 + 2 * 3_600_000;
  const moment = pickupMoment(makePickupCalendar(everywhere(holidays)), brisbane, noon);
  const dates = pickupDates(moment, makePickupRule({ ...terms, cutoffMinute: 1440 }));
  return dates.map((date) => findDayNumber(date) ?? 0);
}

test('pickup dates are ascending, distinct, in the future and on days the carrier works', () => {
  fc.assert(
    fc.property(someHolidays, someTerms, aPlace, anInstant, (holidays, terms, place, instant) => {
      const moment = pickupMoment(makePickupCalendar(everywhere(holidays)), place, instant);
      const dates = pickupDates(moment, makePickupRule(terms));
      const today = localTime(zoneOf(place), instant);
      const earliest = today.minute < terms.cutoffMinute ? today.day : today.day + 1;
      assert.equal(dates.length, terms.offerDays);
      let previous = earliest - 1;
      for (const date of dates) {
        const day = findDayNumber(date) ?? 0;
        assert.ok(day > previous, `${date} after ${isoDate(previous)}`);
        assert.ok(terms.weekdays.includes(weekdayOf(day)), date);
        assert.ok(!terms.observesHolidays || !holidays.has(day), date);
        previous = day;
      }
    }),
    { numRuns: 400 },
  );
});

test('pickup dates skip no working day between first and last', () => {
  fc.assert(
    fc.property(someHolidays, someTerms, anInstant, (holidays, terms, instant) => {
      const days = offeredFrom(Math.floor(instant / 86_400_000), terms, holidays);
      const [first = 0, last = 0] = [days.at(0), days.at(-1)];
      for (let day = first; day <= last; day++) {
        const works =
          terms.weekdays.includes(weekdayOf(day)) && !(terms.observesHolidays && holidays.has(day));
        assert.equal(days.includes(day), works, isoDate(day));
      }
    }),
    { numRuns: 300 },
  );
});

test('the notice period lies between the first possible day and the first date', () => {
  fc.assert(
    fc.property(someHolidays, someTerms, anInstant, (holidays, terms, instant) => {
      const firstDay = Math.floor(instant / 86_400_000);
      const first = (leadBusinessDays: number) =>
        offeredFrom(firstDay, { ...terms, leadBusinessDays }, holidays)[0] ?? 0;
      let businessDays = 0;
      for (let day = first(0) + 1; day <= first(terms.leadBusinessDays); day++) {
        if (isBusinessDay(day, holidays)) businessDays++;
      }
      assert.ok(businessDays >= terms.leadBusinessDays);
      assert.ok(first(terms.leadBusinessDays + 1) >= first(terms.leadBusinessDays));
    }),
    { numRuns: 300 },
  );
});

test('cached pickup dates match an uncached calendar for any mix of carriers', () => {
  const calls = fc.array(fc.tuple(someTerms, aPlace, anInstant), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(someHolidays, calls, (holidays, quotes) => {
      const shared = makePickupCalendar(everywhere(holidays));
      for (const [terms, place, instant] of [...quotes, ...quotes]) {
        const rule = makePickupRule(terms);
        const fresh = makePickupCalendar(everywhere(holidays));
        assert.deepEqual(
          pickupDates(pickupMoment(shared, place, instant), rule),
          pickupDates(pickupMoment(fresh, place, instant), rule),
        );
      }
    }),
    { numRuns: 60 },
  );
});

test('carriers with equal terms share one list of dates', () => {
  fc.assert(
    fc.property(someTerms, aPlace, anInstant, (terms, place, instant) => {
      const moment = pickupMoment(makePickupCalendar(everywhere(new Map())), place, instant);
      const dates = pickupDates(moment, makePickupRule(terms));
      assert.equal(pickupDates(moment, makePickupRule({ ...terms })), dates);
      assert.ok(Object.isFrozen(dates));
    }),
  );
});

test('the pickup cache does not grow as days pass', () => {
  const calendar = makePickupCalendar(everywhere(new Map()));
  const place = { state: 'VIC', postcode: '3000' } as const;
  for (let day = 0; day < 400; day++) pickupMoment(calendar, place, day * 86_400_000);
  const days = calendar.remembered.get('melbourne');
  assert.ok(days !== undefined && days.size <= 16);
});

test('offers no pickup date when every day is a holiday, and the search ends', () => {
  const holidays = new Map(Array.from({ length: 2000 }, (_, day) => [start + day, 'Holiday']));
  const terms = {
    cutoffMinute: 840,
    weekdays: [1, 2, 3, 4, 5],
    leadBusinessDays: 2,
    offerDays: 5,
    observesHolidays: true,
  };
  assert.deepEqual(offeredFrom(start, terms, holidays), []);
});
