// Prices of DHL, which offers several products. Exports are quoted with the product that is booked later. Imports are booked
// by a person, so the cheapest product counts.
import type { LiveQuestion, ServiceOffer } from '../../../src/application/ports.ts';
import {
  type Answer,
  at,
  badAnswer,
  centsAt,
  listAt,
  numberAt,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import type { PieceLine } from '../../../src/domain/connectors/piece-line.ts';
import {
  findDayNumber,
  findMinuteOfDay,
  type MinuteOfDay,
} from '../../../src/domain/time/calendar.ts';

/** The billing currency of the account comes first among the prices. */
const billing = 'BILLC';

/** Undefined when DHL does not offer the product of the account for this shipment. */
export function offerOf(
  answer: Answer,
  soldCode: string | undefined,
  question: Pick<LiveQuestion, 'pickupDate'>,
): ServiceOffer | undefined {
  const products = listAt(answer, 'products');
  const sold = products.filter(
    (one) => soldCode === undefined || textAt(one, 'productCode') === soldCode,
  );
  const isNoneOffered = Array.isArray(at(answer, 'products')) && products.length === 0;
  if (isNoneOffered || (sold.length === 0 && products.length > 0)) return undefined;
  const [best] = sold
    .flatMap((product) => {
      const priceCents = billedCents(listAt(product, 'totalPrice'));
      if (priceCents === undefined) return [];
      const transit = transitOfProduct(product, question);
      // An import's cut-off is in the sender's time zone abroad, and pickups are offered in ours.
      const cutoffMinute =
        soldCode === undefined ? undefined : cutoffOf(product, question.pickupDate);
      return [{ priceCents, transit, ...(cutoffMinute === undefined ? {} : { cutoffMinute }) }];
    })
    .toSorted((left, right) => left.priceCents - right.priceCents);
  if (best === undefined) throw badAnswer('no product with a price in Australian dollars');
  return best;
}

/** The price in Australian dollars, preferably in the account's billing currency. */
export function billedCents(prices: readonly Answer[]): number | undefined {
  const isDollars = (one: Answer): boolean => textAt(one, 'priceCurrency') === 'AUD';
  const price =
    prices.find((one) => textAt(one, 'currencyType') === billing && isDollars(one)) ??
    prices.find(isDollars);
  const cents = centsAt(price, 'price');
  return cents === undefined || cents <= 0 ? undefined : cents;
}

export const packageOf = (piece: PieceLine) => ({
  weight: piece.weightKg,
  dimensions: { length: piece.lengthCm, width: piece.widthCm, height: piece.heightCm },
});

/** Noon of the day: `2026-11-16T12:00:00 GMT+11:00`. */
export function plannedAt(day: string, offsetMinutes: number): string {
  return `${day}T12:00:00 ${gmt(offsetMinutes)}`;
}

/** `GMT+10:00` */
export function gmt(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `GMT${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * Reads `2026-11-16T15:00:00` in local time at the pickup address. A cut-off on an earlier day is ignored.
 */
function cutoffOf(product: Answer, pickupDate: string): MinuteOfDay | undefined {
  const [day, time = ''] = textAt(product, 'pickupCapabilities', 'localCutoffDateAndTime').split(
    'T',
  );
  return day === pickupDate ? findMinuteOfDay(time.slice(0, 5)) || undefined : undefined;
}

/** Calendar days; if DHL states none, they follow from the estimated delivery date. */
function transitOfProduct(product: Answer, { pickupDate }: Pick<LiveQuestion, 'pickupDate'>) {
  const delivery = textAt(product, 'deliveryCapabilities', 'estimatedDeliveryDateAndTime');
  const [from, to] = [findDayNumber(pickupDate), findDayNumber(delivery.slice(0, 10))];
  const days =
    numberAt(product, 'deliveryCapabilities', 'totalTransitDays') ??
    (from === undefined || to === undefined ? undefined : to - from);
  if (days === undefined || !Number.isInteger(days) || days < 0 || days > 60)
    return { text: '', minDays: 0, maxDays: 0 };
  return { text: `${days} day${days === 1 ? '' : 's'}`, minDays: days, maxDays: days };
}
