// Parses the forms in which people, shops and carriers write instants: ISO 8601 with or without time, seconds or
// offset, and Australian dates, day first. Without an offset, the caller's zone applies. Anything else is undefined.
import {
  type DayNumber,
  dayNumberOf,
  findDayNumber,
  findMinuteOfDay,
  isoDate,
  type MinuteOfDay,
  minutesADay,
} from './calendar.ts';
import { minuteMs } from './durations.ts';
import { type Instant, instantOf, type Zone } from './time-zone.ts';

// A plus sign in a query arrives as a space: "2026-11-15T10:00:00 1000" was +1000.
const isoTime =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(?:(Z)|([+ -])(\d\d):?(\d\d))?)?$/i;

export type WrittenTime = {
  day: DayNumber;
  minute: MinuteOfDay;
  seconds: number;
  ms: number;
  /** Minutes ahead of UTC; undefined if the text has no offset. */
  offset: number | undefined;
};

/** ISO 8601 as written, before a zone is applied. */
export function findWrittenTime(text: string): WrittenTime | undefined {
  const [, date = '', time = '00:00', seconds = '0', fraction = '0', z, sign, hours, minutes] =
    isoTime.exec(text) ?? [];
  const day = findDayNumber(date);
  const minute = findMinuteOfDay(time);
  if (day === undefined || minute === undefined) return undefined;
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return {
    day,
    minute,
    seconds: Number(seconds),
    ms: Math.floor(Number(`0.${fraction}`) * 1000),
    offset: z === undefined && sign === undefined ? undefined : sign === '-' ? -ahead : ahead,
  };
}

/** Without an offset, the zone's clock applies. */
export function findInstant(text: string, zone: Zone): Instant | undefined {
  const written = findWrittenTime(text);
  if (written === undefined) return undefined;
  const { day, minute, seconds, ms, offset } = written;
  const rest = seconds * 1000 + ms;
  return offset === undefined
    ? instantOf(zone, { day, minute }) + rest
    : (day * minutesADay + minute - offset) * minuteMs + rest;
}

const dayFirst =
  /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:,?\s+(\d{1,2})[:.](\d\d)(?::([0-5]\d))?\s*([ap]m)?)?$/i;

/** Also accepts `15/11/2026 2:05 pm` from carriers' reports, always day first. */
export function findWrittenInstant(text: string, zone: Zone): Instant | undefined {
  const iso = findInstant(text, zone);
  if (iso !== undefined) return iso;
  const [, day = '', month = '', year = '', hours = '0', minutes = '0', seconds = '0', half] =
    dayFirst.exec(text.trim()) ?? [];
  const dayNumber = dayNumberOf({ year: Number(year), month: Number(month), day: Number(day) });
  const isRealDay =
    isoDate(dayNumber) === `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const hour = hourOfDay(Number(hours), half?.toLowerCase());
  if (day === '' || !isRealDay || hour === undefined || Number(minutes) > 59) return undefined;
  const minute = hour * 60 + Number(minutes);
  return instantOf(zone, { day: dayNumber, minute }) + Number(seconds) * 1000;
}

function hourOfDay(hours: number, half: string | undefined): number | undefined {
  if (half === undefined) return hours < 24 ? hours : undefined;
  if (hours < 1 || hours > 12) return undefined;
  return (hours % 12) + (half === 'pm' ? 12 : 0);
}
