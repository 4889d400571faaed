// Days and times as people in Australia read them: "Mon 16 Nov 2026", "9:05 am". Written out here rather than by the
// runtime's locale data, so that every machine and every release says the same.
import { civilDateOf, findDayNumber, twoDigits, weekdayOf } from './calendar.ts';
import { type Instant, localTime, type Zone } from './time-zone.ts';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `Mon 16 Nov 2026` from `2026-11-16`; what is no date stays as it is. */
export function dateWords(isoDay: string): string {
  const day = findDayNumber(isoDay);
  return day === undefined ? isoDay : wordsOfDay(day);
}

/** `Mon 16 Nov 2026, 9:05 am` by the zone's clock. */
export function momentWords(instant: Instant, zone: Zone): string {
  const { day, minute } = localTime(zone, instant);
  const hour = Math.floor(minute / 60);
  return `${wordsOfDay(day)}, ${((hour + 11) % 12) + 1}:${twoDigits(minute % 60)} ${hour < 12 ? 'am' : 'pm'}`;
}

function wordsOfDay(dayNumber: number): string {
  const { year, month, day } = civilDateOf(dayNumber);
  return `${weekdays[weekdayOf(dayNumber) - 1]} ${day} ${months[month - 1]} ${year}`;
}
