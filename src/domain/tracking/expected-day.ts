// The day a shipment should arrive: its pickup and the longest transit time the carrier quoted, in business days of the
// place it goes to. What is picked up and delivered on the same day has none to count.
import type { DayNumber } from '../time/calendar.ts';
import { isBusinessDay } from '../time/pickup.ts';

/** Ends the count where every day is a holiday. */
const longestJourneyDays = 400;

export function expectedDay(
  pickupDay: DayNumber,
  transitDays: number,
  holidays: ReadonlyMap<DayNumber, string>,
): DayNumber {
  let day = pickupDay;
  for (let left = transitDays; left > 0 && day < pickupDay + longestJourneyDays; ) {
    day += 1;
    if (isBusinessDay(day, holidays)) left -= 1;
  }
  return day;
}
