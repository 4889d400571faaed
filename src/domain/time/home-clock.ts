// The clock that the service goes by where no place says whose clock is meant: interface-gaps.md, "Times of a booking".
import { isoDate } from './calendar.ts';
import { type Instant, localTime, type Zone } from './time-zone.ts';

export const homeZone: Zone = 'Australia/Sydney';

/** `2026-11-16`: the day that it is there, or so many days on. */
export function homeDay(instant: Instant, daysOn = 0): string {
  return isoDate(localTime(homeZone, instant).day + daysOn);
}
