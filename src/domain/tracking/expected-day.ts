// The expected delivery day: pickup plus the carrier's longest quoted transit time, in business days at the
// destination.
import type { Address } from '../places/address.ts';
import { findState } from '../places/australian-state.ts';
import type { DayNumber } from '../time/calendar.ts';
import { type Holidays, holidaysAt, isBusinessDay } from '../time/pickup.ts';

/** Ends the count when every day is a holiday. */
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

/** The reverse: the transit days to a delivery on that day, or on the first business day after it. */
export function transitDaysTo(
  deliveryDay: DayNumber,
  pickupDay: DayNumber,
  holidays: ReadonlyMap<DayNumber, string>,
): number {
  let days = 0;
  for (let day = pickupDay + 1; day <= deliveryDay; day += 1) {
    if (isBusinessDay(day, holidays)) days += 1;
  }
  const isLastCounted = deliveryDay <= pickupDay || isBusinessDay(deliveryDay, holidays);
  return isLastCounted ? days : days + 1;
}

/** Holidays abroad are unknown, so those of Sydney apply, because the carrier has its office there. */
export function holidaysOfReceiver(
  holidays: Holidays,
  { country, state, postcode }: Pick<Address, 'country' | 'state' | 'postcode'>,
): ReadonlyMap<DayNumber, string> {
  const known = country === 'AU' ? findState(state) : undefined;
  return known === undefined ? holidays.NSW : holidaysAt(holidays, { state: known, postcode });
}
