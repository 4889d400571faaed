// Pickup dates with invented holidays; adapters/calendar/pickup-over-holidays.test.ts covers the real ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AustralianState, australianStates } from '../places/australian-state.ts';
import { findDayNumber, findMinuteOfDay } from './calendar.ts';
import {
  type Holidays,
  makePickupCalendar,
  makePickupRule,
  type PickupTerms,
  pickupDates,
  pickupMoment,
} from './pickup.ts';
import { instantOf, type Place, zoneOf } from './time-zone.ts';

const weekdayCarrier: PickupTerms = {
  cutoffMinute: 14 * 60,
  weekdays: [1, 2, 3, 4, 5],
  leadBusinessDays: 0,
  offerDays: 5,
  observesHolidays: true,
};

const places: Record<AustralianState, Place> = {
  NSW: { state: 'NSW', postcode: '2000' },
  VIC: { state: 'VIC', postcode: '3000' },
  QLD: { state: 'QLD', postcode: '4000' },
  SA: { state: 'SA', postcode: '5000' },
  WA: { state: 'WA', postcode: '6000' },
  TAS: { state: 'TAS', postcode: '7000' },
  NT: { state: 'NT', postcode: '0800' },
  ACT: { state: 'ACT', postcode: '2600' },
};

function day(date: string): number {
  const found = findDayNumber(date);
  assert.ok(found !== undefined, date);
  return found;
}

/** The same holidays in every state, or only in the named states. */
function holidays(dates: readonly string[], only: readonly AustralianState[] = australianStates) {
  const days = new Map(dates.map((date) => [day(date), 'Holiday']));
  const none = new Map<number, string>();
  const of = (state: AustralianState) => (only.includes(state) ? days : none);
  const all: Holidays = {
    NSW: of('NSW'),
    VIC: of('VIC'),
    QLD: of('QLD'),
    SA: of('SA'),
    WA: of('WA'),
    TAS: of('TAS'),
    NT: of('NT'),
    ACT: of('ACT'),
  };
  return makePickupCalendar(all);
}

const noHolidays = holidays([]);

/** Dates offered at a local time such as `2026-05-13 13:59`, shortened to `MM-DD`. */
function datesAt(
  local: string,
  terms: Partial<PickupTerms> = {},
  { place = places.NSW, calendar = noHolidays } = {},
): string[] {
  const [date = '', time = ''] = local.split(' ');
  const minute = findMinuteOfDay(time);
  assert.ok(minute !== undefined);
  const instant = instantOf(zoneOf(place), { day: day(date), minute });
  const rule = makePickupRule({ ...weekdayCarrier, ...terms });
  return pickupDates(pickupMoment(calendar, place, instant), rule).map((found) => found.slice(5));
}

test('the first pickup date is today before the cut-off and tomorrow from its first minute', () => {
  const today = ['05-13', '05-14', '05-15', '05-18', '05-19'];
  const tomorrow = ['05-14', '05-15', '05-18', '05-19', '05-20'];
  assert.deepEqual(datesAt('2026-05-13 00:00'), today);
  assert.deepEqual(datesAt('2026-05-13 13:59'), today);
  assert.deepEqual(datesAt('2026-05-13 14:00'), tomorrow);
  assert.deepEqual(datesAt('2026-05-13 23:59'), tomorrow);
});

test('the last second before the cut-off still gets a pickup today', () => {
  const rule = makePickupRule(weekdayCarrier);
  const cutoff = Date.UTC(2026, 4, 13, 4, 0); // 14:00 in Sydney.
  const first = (instant: number) =>
    pickupDates(pickupMoment(noHolidays, places.NSW, instant), rule)[0];
  assert.equal(first(cutoff - 1), '2026-05-13');
  assert.equal(first(cutoff), '2026-05-14');
});

test("the cut-off uses the pickup address's clock at the same instant", () => {
  const instant = Date.UTC(2026, 0, 14, 3, 30); // A Wednesday; 14:30 in Sydney, 11:30 in Perth.
  const rule = makePickupRule(weekdayCarrier);
  const isToday: Record<AustralianState, boolean> = {
    NSW: false,
    VIC: false,
    TAS: false,
    ACT: false,
    SA: false, // 14:00 exactly.
    QLD: true,
    NT: true,
    WA: true,
  };
  for (const state of australianStates) {
    const [first] = pickupDates(pickupMoment(noHolidays, places[state], instant), rule);
    assert.equal(first, isToday[state] ? '2026-01-14' : '2026-01-15', state);
  }
});

test('Sydney and Brisbane share a cut-off in winter and differ in summer', () => {
  const rule = makePickupRule(weekdayCarrier);
  const first = (place: Place, instant: number) =>
    pickupDates(pickupMoment(noHolidays, place, instant), rule)[0];
  const winter = Date.UTC(2026, 6, 15, 3, 59);
  assert.equal(first(places.NSW, winter), '2026-07-15');
  assert.equal(first(places.QLD, winter), '2026-07-15');
  const summer = Date.UTC(2026, 0, 14, 3, 59);
  assert.equal(first(places.NSW, summer), '2026-01-15');
  assert.equal(first(places.QLD, summer), '2026-01-14');
});

test('the cut-off follows daylight saving on the day of the change', () => {
  // Clocks go forward on Sunday 4 October 2026 and back on Sunday 5 April: 14:00 is 03:00 or 04:00 UTC.
  const terms = { weekdays: [7], offerDays: 1 };
  assert.deepEqual(datesAt('2026-10-04 13:59', terms), ['10-04']);
  assert.deepEqual(datesAt('2026-10-04 14:00', terms), ['10-11']);
  const rule = makePickupRule({ ...weekdayCarrier, ...terms });
  const first = (instant: number) =>
    pickupDates(pickupMoment(noHolidays, places.SA, instant), rule)[0];
  assert.equal(first(Date.UTC(2026, 9, 4, 3, 29)), '2026-10-04');
  assert.equal(first(Date.UTC(2026, 9, 4, 3, 30)), '2026-10-11');
  assert.equal(first(Date.UTC(2026, 3, 5, 4, 29)), '2026-04-05');
  assert.equal(first(Date.UTC(2026, 3, 5, 4, 30)), '2026-04-12');
});

test('offers no pickup at weekends at any time', () => {
  const nextWeek = ['05-18', '05-19', '05-20', '05-21', '05-22'];
  assert.deepEqual(datesAt('2026-05-15 14:00'), nextWeek);
  assert.deepEqual(datesAt('2026-05-16 08:00'), nextWeek);
  assert.deepEqual(datesAt('2026-05-17 20:00'), nextWeek);
});

test('a cut-off at midnight never allows today, and a cut-off at 24:00 always does', () => {
  assert.equal(datesAt('2026-05-13 00:00', { cutoffMinute: 0 })[0], '05-14');
  assert.equal(datesAt('2026-05-13 23:59', { cutoffMinute: 1440 })[0], '05-13');
});

test('a carrier with unusual weekdays offers only those days', () => {
  assert.deepEqual(datesAt('2026-05-13 09:00', { weekdays: [2, 4] }), [
    '05-14',
    '05-19',
    '05-21',
    '05-26',
    '05-28',
  ]);
  assert.deepEqual(datesAt('2026-05-16 09:00', { weekdays: [6] }), [
    '05-16',
    '05-23',
    '05-30',
    '06-06',
    '06-13',
  ]);
  assert.deepEqual(datesAt('2026-05-16 15:00', { weekdays: [6, 7] }), [
    '05-17',
    '05-23',
    '05-24',
    '05-30',
    '05-31',
  ]);
  assert.deepEqual(datesAt('2026-05-15 15:00', { weekdays: [1, 2, 3, 4, 5, 6, 7] }), [
    '05-16',
    '05-17',
    '05-18',
    '05-19',
    '05-20',
  ]);
});

test('a public holiday is skipped in its own state only', () => {
  const calendar = holidays(['2026-05-14', '2026-05-18'], ['QLD']);
  assert.deepEqual(datesAt('2026-05-13 15:00', {}, { place: places.QLD, calendar }), [
    '05-15',
    '05-19',
    '05-20',
    '05-21',
    '05-22',
  ]);
  assert.equal(datesAt('2026-05-13 15:00', {}, { place: places.NSW, calendar })[0], '05-14');
});

test('an order on a holiday before the cut-off gets the next working day', () => {
  const calendar = holidays(['2026-05-13']);
  assert.equal(datesAt('2026-05-13 09:00', {}, { calendar })[0], '05-14');
});

test('a carrier that works on holidays offers them', () => {
  const calendar = holidays(['2026-05-14']);
  const terms = { observesHolidays: false };
  assert.equal(datesAt('2026-05-13 15:00', terms, { calendar })[0], '05-14');
});

test('notice is counted in business days from the first possible day', () => {
  assert.equal(datesAt('2026-05-13 09:00', { leadBusinessDays: 1 })[0], '05-14');
  assert.equal(datesAt('2026-05-13 15:00', { leadBusinessDays: 1 })[0], '05-15');
  assert.equal(datesAt('2026-05-14 15:00', { leadBusinessDays: 1 })[0], '05-18');
  assert.equal(datesAt('2026-05-16 09:00', { leadBusinessDays: 2 })[0], '05-20');
  const calendar = holidays(['2026-05-15']);
  assert.equal(datesAt('2026-05-14 09:00', { leadBusinessDays: 1 }, { calendar })[0], '05-18');
});

test('notice is counted in business days for a carrier that comes twice a week', () => {
  // From Tuesday, two business days are Thursday, not the collection day after it.
  const terms = { weekdays: [2, 4], leadBusinessDays: 2 };
  assert.deepEqual(datesAt('2026-05-12 09:00', terms).slice(0, 2), ['05-14', '05-19']);
});

test('Norfolk Island is past the cut-off while Sydney is still before it', () => {
  const norfolk: Place = { state: 'NSW', postcode: '2899' };
  const instant = Date.UTC(2026, 4, 13, 3, 30); // 13:30 in Sydney, 14:30 on Norfolk Island.
  const rule = makePickupRule(weekdayCarrier);
  const first = (place: Place) => pickupDates(pickupMoment(noHolidays, place, instant), rule)[0];
  assert.equal(first(places.NSW), '2026-05-13');
  assert.equal(first(norfolk), '2026-05-14');
});

test('invalid pickup terms throw', () => {
  const wrong: Partial<PickupTerms>[] = [
    { cutoffMinute: -1 },
    { cutoffMinute: 1441 },
    { cutoffMinute: 14.5 },
    { weekdays: [] },
    { weekdays: [0] },
    { weekdays: [8] },
    { leadBusinessDays: -1 },
    { leadBusinessDays: 64 },
    { offerDays: 0 },
    { offerDays: 64 },
  ];
  for (const terms of wrong) {
    assert.throws(() => makePickupRule({ ...weekdayCarrier, ...terms }), RangeError);
  }
});
