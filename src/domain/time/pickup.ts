// Pickup dates: the next working days on which a carrier collects at an address, from the address's clock, the
// carrier's cut-off, weekdays and notice, and the local public holidays.
//
// The search starts today before the cut-off and tomorrow after it. The first day the carrier works is the first
// candidate; notice is counted from it in business days (Monday to Friday, no holidays); from there every day the
// carrier works is offered. Example: a Thursday before Easter at 14:00 in Sydney, cut-off 14:00. Friday to Monday are
// holidays and a weekend, so the dates run from Tuesday.
//
// A quote asks for the dates of every carrier, and most carriers share their terms. PickupCalendar caches the dates by
// holiday region, first day and terms. It holds no other state and may be dropped at any time.

import type { AustralianState } from '../places/australian-state.ts';
import {
  type DayNumber,
  isoDate,
  type MinuteOfDay,
  minutesADay,
  type Weekday,
  weekdayOf,
} from './calendar.ts';
import { type HolidayRegion, holidayRegionOf, type LocalRegion } from './holiday-region.ts';
import { type Instant, localTime, type Place, type Zone, zoneOf } from './time-zone.ts';

type HolidayNames = ReadonlyMap<DayNumber, string>;

/** Whole-day public holidays of every state by day, with their names. A region of a state may have its own. */
export type Holidays = Readonly<
  Record<AustralianState, HolidayNames> & Partial<Record<LocalRegion, HolidayNames>>
>;

export type PickupTerms = {
  /** The first minute of the local day that is too late for a pickup today; 1440 is never. */
  readonly cutoffMinute: MinuteOfDay;
  readonly weekdays: readonly Weekday[];
  readonly leadBusinessDays: number;
  readonly offerDays: number;
  /** False for a carrier that collects on public holidays too. */
  readonly observesHolidays: boolean;
};

/** Terms prepared for the quoting path: weekdays as bits, and a number that identifies the rest. */
export type PickupRule = PickupTerms & { readonly weekdayBits: number; readonly key: number };

type Memory = Map<number, readonly string[]>;

export type PickupCalendar = {
  readonly holidays: Holidays;
  readonly remembered: Map<HolidayRegion, Map<DayNumber, Memory>>;
};

/** One address at one instant, shared by all carriers of a quote. */
export type PickupMoment = {
  readonly state: AustralianState;
  readonly zone: Zone;
  readonly today: DayNumber;
  readonly minute: MinuteOfDay;
  readonly holidays: ReadonlyMap<DayNumber, string>;
  readonly fromToday: Memory;
  readonly fromTomorrow: Memory;
};

/** The number of `pickup_dates` that the interface promises. */
export const defaultOfferDays = 5;

/** Six bits each in a rule's key. */
const mostDays = 63;
/** Ends the search when every day is a holiday. */
const searchDays = 800;
/** First days kept per region: today and tomorrow are in use, older ones are dropped. */
const mostFirstDays = 16;

const businessDays = weekdayBitsOf([1, 2, 3, 4, 5]);

export function makePickupCalendar(holidays: Holidays): PickupCalendar {
  return { holidays, remembered: new Map() };
}

/** The holidays that apply at a place. */
export function holidaysAt(
  holidays: Holidays,
  place: Pick<Place, 'state' | 'postcode'>,
): ReadonlyMap<DayNumber, string> {
  return holidays[holidayRegionOf(place)] ?? holidays[place.state];
}

export function makePickupRule(terms: PickupTerms): PickupRule {
  const { cutoffMinute, weekdays, leadBusinessDays, offerDays } = terms;
  const isBetween = (value: number, least: number, most: number) =>
    Number.isInteger(value) && value >= least && value <= most;
  if (!isBetween(cutoffMinute, 0, minutesADay)) throw new RangeError('cut-off outside the day');
  if (!isBetween(leadBusinessDays, 0, mostDays)) throw new RangeError('too much notice');
  if (!isBetween(offerDays, 1, mostDays)) throw new RangeError('no or too many days to offer');
  if (weekdays.length === 0 || !weekdays.every((weekday) => isBetween(weekday, 1, 7))) {
    throw new RangeError('weekdays are 1 (Monday) to 7 (Sunday), at least one');
  }
  const weekdayBits = weekdayBitsOf(weekdays);
  const holidayBit = terms.observesHolidays ? 1 : 0;
  const key = (((offerDays << 6) | leadBusinessDays) << 9) | (holidayBit << 8) | weekdayBits;
  return { ...terms, weekdayBits, key };
}

/** Reads the address's clock once for all carriers of a quote. */
export function pickupMoment(
  calendar: PickupCalendar,
  place: Place,
  instant: Instant,
): PickupMoment {
  const { state } = place;
  const region = holidayRegionOf(place);
  const zone = zoneOf(place);
  const { day, minute } = localTime(zone, instant);
  return {
    state,
    zone,
    today: day,
    minute,
    holidays: holidaysAt(calendar.holidays, place),
    fromToday: memoryOf(calendar, region, day),
    fromTomorrow: memoryOf(calendar, region, day + 1),
  };
}

/** The dates (`YYYY-MM-DD`, ascending) on offer at this moment. The array is shared, so do not change it. */
export function pickupDates(moment: PickupMoment, rule: PickupRule): readonly string[] {
  const isInTime = moment.minute < rule.cutoffMinute;
  const memory = isInTime ? moment.fromToday : moment.fromTomorrow;
  const known = memory.get(rule.key);
  if (known !== undefined) return known;
  const firstDay = isInTime ? moment.today : moment.today + 1;
  const dates = Object.freeze(findPickupDays(firstDay, rule, moment.holidays).map(isoDate));
  memory.set(rule.key, dates);
  return dates;
}

/** The same without the cache, as day numbers. */
function findPickupDays(
  firstDay: DayNumber,
  rule: PickupRule,
  holidays: ReadonlyMap<DayNumber, string>,
): DayNumber[] {
  const worksOn = (day: DayNumber) =>
    isAmong(rule.weekdayBits, day) && !(rule.observesHolidays && holidays.has(day));
  const end = firstDay + searchDays;
  let day = firstDay;
  while (day < end && !worksOn(day)) day++;
  for (let notice = rule.leadBusinessDays; notice > 0 && day < end; ) {
    day++;
    if (isBusinessDay(day, holidays)) notice--;
  }
  const days: DayNumber[] = [];
  for (; day < end && days.length < rule.offerDays; day++) if (worksOn(day)) days.push(day);
  return days;
}

export function isBusinessDay(day: DayNumber, holidays: ReadonlyMap<DayNumber, string>): boolean {
  return isAmong(businessDays, day) && !holidays.has(day);
}

function memoryOf(
  { remembered }: PickupCalendar,
  region: HolidayRegion,
  firstDay: DayNumber,
): Memory {
  let days = remembered.get(region);
  if (days === undefined) {
    days = new Map();
    remembered.set(region, days);
  }
  const known = days.get(firstDay);
  if (known !== undefined) return known;
  if (days.size >= mostFirstDays) days.clear();
  const memory: Memory = new Map();
  days.set(firstDay, memory);
  return memory;
}

function weekdayBitsOf(weekdays: readonly Weekday[]): number {
  return weekdays.reduce((bits, weekday) => bits | (1 << weekday), 0);
}

function isAmong(weekdayBits: number, day: DayNumber): boolean {
  return ((weekdayBits >> weekdayOf(day)) & 1) === 1;
}
