// Days and times as Australians write them: "Mon 16 Nov 2026", "9:05 am". Spelt out here rather than by the runtime's
// locale data, which differs between machines and releases.
import { civilDateOf, findDayNumber, twoDigits, weekdayOf } from './calendar.ts';
import { type Instant, localTime, type Zone } from './time-zone.ts';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `Mon 16 Nov 2026` from `2026-11-16`; other text is returned unchanged. */
export function dateWords(isoDay: string): string {
  const day = findDayNumber(isoDay);
  return day === undefined ? isoDay : wordsOfDay(day);
}

/** `Mon 16 Nov 2026, 9:05 am` in the zone's local time. */
export function momentWords(instant: Instant, zone: Zone): string {
  const { day, minute } = localTime(zone, instant);
  const hour = Math.floor(minute / 60);
  return `${wordsOfDay(day)}, ${((hour + 11) % 12) + 1}:${twoDigits(minute % 60)} ${hour < 12 ? 'am' : 'pm'}`;
}

function wordsOfDay(dayNumber: number): string {
  const { year, month, day } = civilDateOf(dayNumber);
  return `${weekdays[weekdayOf(dayNumber) - 1]} ${day} ${months[month - 1]} ${year}`;
}
