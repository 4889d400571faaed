// When a carrier may collect a booking, in the time zone of the pickup address.
import type { Confirmation } from '../bookings/confirmation.ts';
import type { Address } from '../places/address.ts';
import { findMinuteOfDay, isoDate, type MinuteOfDay } from '../time/calendar.ts';
import { pickupPlace } from '../time/pickup-place.ts';
import { localTime, zoneOf } from '../time/time-zone.ts';

export type PickupWindow = { date: string; opens: MinuteOfDay; closes: MinuteOfDay };

const endOfDay = 17 * 60;

/** A window that is already open begins now, because carriers refuse a time in the past. */
export function pickupWindow(
  sender: Address,
  { pickupDate, pickupTime }: Pick<Confirmation, 'pickupDate' | 'pickupTime'>,
  nowMs: number,
): PickupWindow {
  const { day, minute } = localTime(zoneOf(pickupPlace(sender)), nowMs);
  const opens = findMinuteOfDay(pickupTime.from) ?? 0;
  return {
    date: pickupDate,
    opens: isoDate(day) === pickupDate ? Math.max(opens, minute) : opens,
    closes: findMinuteOfDay(pickupTime.to) ?? endOfDay,
  };
}
