// An instant as text in a zone. Bookings write the offset without a colon, because typed clients of the interface
// depend on it; orders write it with a colon.

import { clockTime, isoDate, minutesADay, twoDigits } from './calendar.ts';
import { minuteMs } from './durations.ts';
import { type Instant, offsetMinutes, type Zone } from './time-zone.ts';

/** `YYYY-MM-DDTHH:MM:SS+HHMM`. */
export function timestamp(instant: Instant, zone: Zone): string {
  return write(instant, zone, '');
}

/** `YYYY-MM-DDTHH:MM:SS+HH:MM`. */
export function timestampWithColon(instant: Instant, zone: Zone): string {
  return write(instant, zone, ':');
}

/** The zone's local time as `YYYY-MM-DD HH:MM:SS`. */
export function clockText(instant: Instant, zone: Zone): string {
  return timestamp(instant, zone).slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ');
}

function write(instant: Instant, zone: Zone, separator: '' | ':'): string {
  const offset = offsetMinutes(zone, instant);
  const minutes = Math.floor(instant / minuteMs) + offset;
  const seconds = Math.floor((instant - Math.floor(instant / minuteMs) * minuteMs) / 1000);
  const day = Math.floor(minutes / minutesADay);
  const time = `${clockTime(minutes - day * minutesADay)}:${twoDigits(seconds)}`;
  const ahead = Math.abs(offset);
  const sign = offset < 0 ? '-' : '+';
  const hours = twoDigits(Math.floor(ahead / 60));
  return `${isoDate(day)}T${time}${sign}${hours}${separator}${twoDigits(ahead % 60)}`;
}
