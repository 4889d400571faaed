// Days as rate cards count them: the number yyyymmdd, which compares like the date. Everything that makes one of something
// else, or something else of one, is here.
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
/** For cards without a beginning or an end; the first is no day of the calendar. */
export const firstDay: Day = 0;
export const lastDay: Day = 99_991_231;

/** Of `2026-11-16`, which is known to be a date. */
export function dayOfDate(date: string): Day {
  return Number(date.replaceAll('-', ''));
}

/** Undefined for anything that is not a day of the calendar. */
export function findDay(text: string): Day | undefined {
  return findDayNumber(text) === undefined ? undefined : dayOfDate(text);
}

export function dayOfNumber(dayNumber: DayNumber): Day {
  const { year, month, day } = civilDateOf(dayNumber);
  return year * 10_000 + month * 100 + day;
}

/** Where no pickup address says whose day it is. */
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

export function daysLater(day: Day, days: number): Day {
  return dayOfNumber(numberOf(day) + days);
}

/** Also past either end of a month, by counting: 20260300 is 28 February, 20260631 is 1 July. */
function numberOf(day: Day): DayNumber {
  if (day === firstDay) return 0;
  const month = Math.floor(day / 100) % 100;
  return dayNumberOf({ year: Math.floor(day / 10_000), month, day: day % 100 });
}
