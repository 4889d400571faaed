// Dates and times of day without a zone: a date is a day number (days since 1 January 1970) and a time of day is a
// minute of it. Day numbers make "next day" an addition and a weekday a remainder, which keeps pickup dates cheap. The
// arithmetic is the proleptic Gregorian calendar.

export type DayNumber = number;

/** Monday is 1 and Sunday 7, as in ISO 8601 and in rate cards. */
export type Weekday = number;

/** 0 (midnight) to 1440 (the next midnight, allowed as an end). */
export type MinuteOfDay = number;

export type CivilDate = { readonly year: number; readonly month: number; readonly day: number };

export const minutesADay = 1440;

const daysACycle = 146_097; // 400 Gregorian years.
const cycleOf1970 = 719_468; // Days from 1 March of year 0 to 1 January 1970.

/** Years are counted from March, so that the leap day is the last day of the year. */
export function dayNumberOf({ year, month, day }: CivilDate): DayNumber {
  const marchYear = month > 2 ? year : year - 1;
  const cycle = Math.floor(marchYear / 400);
  const yearOfCycle = marchYear - cycle * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const leapDays = Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100);
  return cycle * daysACycle + yearOfCycle * 365 + leapDays + dayOfYear - cycleOf1970;
}

export function civilDateOf(dayNumber: DayNumber): CivilDate {
  const days = dayNumber + cycleOf1970;
  const cycle = Math.floor(days / daysACycle);
  const dayOfCycle = days - cycle * daysACycle;
  const leapDays =
    Math.floor(dayOfCycle / 1460) -
    Math.floor(dayOfCycle / 36_524) +
    Math.floor(dayOfCycle / 146_096);
  const yearOfCycle = Math.floor((dayOfCycle - leapDays) / 365);
  const daysBefore =
    yearOfCycle * 365 + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100);
  const dayOfYear = dayOfCycle - daysBefore;
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  return { year: cycle * 400 + yearOfCycle + (month < 3 ? 1 : 0), month, day };
}

export function weekdayOf(dayNumber: DayNumber): Weekday {
  // Day 0 was a Thursday; the second remainder keeps days before it positive.
  return ((((dayNumber + 3) % 7) + 7) % 7) + 1;
}

/** `YYYY-MM-DD`. */
export function isoDate(dayNumber: DayNumber): string {
  const { year, month, day } = civilDateOf(dayNumber);
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** The day of a `YYYY-MM-DD`; undefined for anything else, 30 February included. */
export function findDayNumber(text: string): DayNumber | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || day < 1) return undefined;
  const dayNumber = dayNumberOf({ year, month, day });
  // Day 31 of a short month would run into the next month.
  return civilDateOf(dayNumber).day === day ? dayNumber : undefined;
}

/** The minute of an `HH:MM` from 00:00 to 24:00; undefined for anything else. */
export function findMinuteOfDay(text: string): MinuteOfDay | undefined {
  const match = /^([0-2]\d):([0-5]\d)$/.exec(text);
  if (match === null) return undefined;
  const minute = Number(match[1]) * 60 + Number(match[2]);
  return minute <= minutesADay ? minute : undefined;
}

/** `HH:MM`. */
export function clockTime(minute: MinuteOfDay): string {
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}

export function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}
