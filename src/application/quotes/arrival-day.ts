// The day by which a carrier promises to deliver what it collects on a given day.
import type { Address } from '../../domain/places/address.ts';
import type { QuoteTransit } from '../../domain/quotes/quote.ts';
import { promisedDays } from '../../domain/quotes/transit-promise.ts';
import { findDayNumber, isoDate } from '../../domain/time/calendar.ts';
import { expectedDay, holidaysOfReceiver } from '../../domain/tracking/expected-day.ts';
import type { App } from '../ports.ts';

/** `YYYY-MM-DD`; undefined without a promise, so that the shipment can't be late. */
export function arrivalDay(
  { pickups }: Pick<App, 'pickups'>,
  receiver: Address,
  transit: QuoteTransit,
  pickupDate = '',
): string | undefined {
  const pickupDay = findDayNumber(pickupDate);
  const days = promisedDays(transit);
  if (days === undefined || pickupDay === undefined) return undefined;
  return isoDate(expectedDay(pickupDay, days, holidaysOfReceiver(pickups.holidays, receiver)));
}
