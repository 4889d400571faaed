// The hours in which a driver may come, as the interface writes them and as timestamps at the pickup address. Whether
// the carrier comes on that date is decided in pickup.ts.

import { clockTime, type DayNumber, findMinuteOfDay, type MinuteOfDay } from './calendar.ts';
import { instantOf, type Zone } from './time-zone.ts';
import { timestamp } from './timestamp.ts';

export type PickupWindow = { readonly fromMinute: MinuteOfDay; readonly toMinute: MinuteOfDay };

/** Parses a client's `HH:MM-HH:MM`; undefined when it is malformed or ends before it begins. */
export function findPickupWindow(text: string): PickupWindow | undefined {
  const match = /^\s*(\d\d:\d\d)\s*-\s*(\d\d:\d\d)\s*$/.exec(text);
  const fromMinute = findMinuteOfDay(match?.[1] ?? '');
  const toMinute = findMinuteOfDay(match?.[2] ?? '');
  if (fromMinute === undefined || toMinute === undefined || fromMinute >= toMinute)
    return undefined;
  return { fromMinute, toMinute };
}

/** A quote's `pickup_time`. */
export function presentPickupWindow({ fromMinute, toMinute }: PickupWindow) {
  return { from: clockTime(fromMinute), to: clockTime(toMinute) };
}

/** True if a client may request `wanted` from a carrier that offers `offered`. */
export function isWithinWindow(wanted: PickupWindow, offered: PickupWindow): boolean {
  return wanted.fromMinute >= offered.fromMinute && wanted.toMinute <= offered.toMinute;
}

/** A booking's `pickup_window`: the hours at the pickup address, printed in the zone `shownIn`. */
export function pickupTimestamps(
  day: DayNumber,
  { fromMinute, toMinute }: PickupWindow,
  zone: Zone,
  shownIn = zone,
): readonly [string, string] {
  const at = (minute: MinuteOfDay): string => timestamp(instantOf(zone, { day, minute }), shownIn);
  return [at(fromMinute), at(toMinute)];
}
