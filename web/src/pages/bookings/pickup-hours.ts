// The part of the carrier's pickup hours that the person wants. A limit that is not chosen is the carrier's own;
// without any choice, the request contains no hours.
import { clockTime, findMinuteOfDay } from '../../../../src/domain/time/calendar.ts';

export type Hours = { from: string; to: string };

/** Blank if not chosen. */
export type WantedHours = { notBefore: string; notAfter: string };

export const anyTime: WantedHours = { notBefore: '', notAfter: '' };

const stepMinutes = 30;

/** The times to choose from: "HH:MM" within the carrier's hours, with `notAfter` later than `notBefore`. */
export function choicesOf(
  { from, to }: Hours,
  { notBefore }: WantedHours,
): { notBefore: string[]; notAfter: string[] } {
  const inside = [];
  const first = Math.floor(minuteOf(from) / stepMinutes + 1) * stepMinutes;
  for (let minute = first; minute < minuteOf(to); minute += stepMinutes)
    inside.push(clockTime(minute));
  return { notBefore: inside, notAfter: inside.filter((time) => time > notBefore) };
}

/** Clears `notAfter` if it is not later than the new time. */
export function notBefore(wanted: WantedHours, time: string): WantedHours {
  return { notBefore: time, notAfter: wanted.notAfter > time ? wanted.notAfter : '' };
}

/** The value for the confirmation; undefined for any time. */
export function pickupTimeOf(
  { from, to }: Hours,
  { notBefore, notAfter }: WantedHours,
): string | undefined {
  if (notBefore === '' && notAfter === '') return undefined;
  return `${notBefore || from}-${notAfter || to}`;
}

const minuteOf = (clock: string): number => findMinuteOfDay(clock) ?? 0;
