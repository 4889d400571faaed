// The clock for times without a place of their own: interface-gaps.md, "Times of a booking".
import { isoDate } from './calendar.ts';
import { type Instant, localTime, type Zone } from './time-zone.ts';

export const homeZone: Zone = 'Australia/Sydney';

/** Today's date in Sydney, as `2026-11-16`, or a number of days later. */
export function homeDay(instant: Instant, daysOn = 0): string {
  return isoDate(localTime(homeZone, instant).day + daysOn);
}
