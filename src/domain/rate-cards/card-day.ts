// Days as rate cards count them: the number yyyymmdd, which compares like the date. All conversions are here.
import {
  civilDateOf,
  type DayNumber,
  dayNumberOf,
  findDayNumber,
  isoDate,
} from '../time/calendar.ts';
import { homeDay } from '../time/home-clock.ts';
import type { Instant } from '../time/time-zone.ts';

export type Day = number;
/** The first and last day of cards that do not state them. */
export const firstDay: Day = 0;
export const lastDay: Day = 99_991_231;

/** Converts a valid date such as `2026-11-16`. */
export function dayOfDate(date: string): Day {
  return Number(date.replaceAll('-', ''));
}

/** Undefined when the text is not a day in the calendar. */
export function findDay(text: string): Day | undefined {
  return findDayNumber(text) === undefined ? undefined : dayOfDate(text);
}

export function dayOfNumber(dayNumber: DayNumber): Day {
  const { year, month, day } = civilDateOf(dayNumber);
  return year * 10_000 + month * 100 + day;
}

/** Today in Sydney, where most carriers are: for uses without a pickup address. */
export function homeCardDay(instant: Instant): Day {
  return dayOfDate(homeDay(instant));
}

/** `2026-11-16` */
export function dateOfDay(day: Day): string {
  return isoDate(numberOf(day));
}

export function daysBetween(from: Day, to: Day): number {
  return numberOf(to) - numberOf(from);
}

/** Undefined for a card that states no first day. */
export function daysInForce(validFrom: Day, day: Day): number | undefined {
  return validFrom === firstDay ? undefined : daysBetween(validFrom, day);
}

export function daysLater(day: Day, days: number): Day {
  return dayOfNumber(numberOf(day) + days);
}

/** Accepts days past either end of a month: 20260300 is 28 February, 20260631 is 1 July. */
function numberOf(day: Day): DayNumber {
  const month = Math.floor(day / 100) % 100;
  return dayNumberOf({ year: Math.floor(day / 10_000), month, day: day % 100 });
}
