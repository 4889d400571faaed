// Books many orders. Each order is priced first by one rule for all, and is then booked at exactly that price.
import { isCancelled, isUnderWay } from '../../api/booking-status.ts';
import { asDescription, confirmBooking, made, NotKnownYet } from '../../api/bookings.ts';
import { ApiError, ask } from '../../api/client.ts';
import { findOrder, isToBeBooked, linkOrder } from '../../api/orders.ts';
import type { Booking, Order } from '../../api/wire.ts';
import { plainSentence } from '../../parts/plain-words.ts';
import { bookingCost, byTransit, cheapestOf, type Offer } from '../quotes/market.ts';

export type Priced = { order: Order; bookingId: number; offer: Offer };
export type Unpriced = { order: Order; words: string };

export type Outcome = { order: Order } & (
  | { kind: 'booked'; bookingId: number; carrier: string; cost: number; connote: string | null }
  /** It may be charged or with the carrier, so it must not be retried until the result is known. */
  | { kind: 'uncertain'; words: string; bookingId: number }
  | { kind: 'failed'; words: string }
);

export type Choice = {
  /** `cheapest`, `fastest`, `buyers`, or a carrier. */
  rule: string;
  /** The services to choose from; undefined for all. */
  among: ReadonlySet<string> | undefined;
};

/** The terms shared by all orders. */
export type Terms = Choice & { hasWarranty: boolean; notifiesReceivers: boolean };

/** International orders need a customs declaration, so each is booked separately. */
export function leavesCountry({ receiver }: Order, from: { country: string }): boolean {
  return receiver.country !== from.country;
}

/**
 * Selects an offer; undefined if no offer fits. The rule `buyers` takes the cheapest offer if the buyer chose no
 * carrier, or a carrier without an offer.
 */
export function choose(
  offers: readonly Offer[],
  { rule, among }: Choice,
  buyersCarrier: string | null,
): Offer | undefined {
  const offered = offers.filter(({ carrier }) => among?.has(carrier) ?? true);
  const of = (wanted: string | null) => offered.find(({ carrier }) => carrier === wanted);
  if (rule === 'fastest') return offered.toSorted(byTransit)[0];
  if (rule === 'cheapest') return cheapestOf(offered);
  return rule === 'buyers' ? (of(buyersCarrier) ?? cheapestOf(offered)) : of(rule);
}

/** Buyers have paid for the carrier they chose, so their choice is the default. */
export function likelyRule(orders: readonly Order[]): 'buyers' | 'cheapest' {
  return orders.some(({ selected_courier }) => selected_courier !== null) ? 'buyers' : 'cheapest';
}

export async function priceOrder(
  order: Order,
  sender: object,
  terms: Terms,
): Promise<Priced | Unpriced> {
  try {
    const { id, quotes = {} } = await ask<Booking>('POST', '/bookings/v4', {
      body: {
        sender,
        receiver: order.receiver,
        items: order.items,
        declared_value: order.sale_price,
        include_warranty: terms.hasWarranty,
        notifications: { email: terms.notifiesReceivers, sms: false },
        // The goods of an order can be longer than a booking's description.
        description: asDescription(order.goods_summary),
      },
    });
    const offers = Object.entries(quotes).map(([carrier, quote]) => ({ carrier, quote }));
    const offer = choose(offers, terms, order.selected_courier);
    if (offer !== undefined) return { order, bookingId: id, offer };
    const words =
      offers.length === 0 ? 'No carrier takes it.' : 'The chosen carrier does not take it.';
    return { order, words };
  } catch (error) {
    return { order, words: wordsOf(error) };
  }
}

/** In dollars, to the cent. Excludes services that the carrier bills itself. */
export function paidHere(
  priced: readonly Priced[],
  ownServices: ReadonlySet<string> | undefined,
): number {
  return totalOf(priced.filter(({ offer }) => ownServices?.has(offer.carrier) !== true));
}

export function totalOf(priced: readonly Priced[]): number {
  return sumOf(priced.map(({ offer }) => bookingCost(offer.quote)));
}

/** Included in the total. */
export function warrantyFeesOf(priced: readonly Priced[]): number {
  return sumOf(priced.map(({ offer }) => offer.quote.fee));
}

/** Adds whole cents, because sums of fractions are inexact. */
export function sumOf(dollars: readonly number[]): number {
  return dollars.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
}

/** `method` is undefined if the carrier bills the member. */
export async function bookPriced(
  { order, bookingId, offer }: Priced,
  method: string | undefined,
): Promise<Outcome> {
  try {
    // The order may have changed since it was priced.
    const now = await findOrder(order.id);
    if (!isToBeBooked(now))
      return { order, kind: 'failed', words: 'It has been booked or closed meanwhile.' };
    const { underWay } = await linkOrder(now, bookingId);
    if (underWay !== undefined) {
      const words = 'Not booked again: what became of its last booking is not certain yet.';
      return { order, kind: 'uncertain', words, bookingId: underWay };
    }
  } catch (error) {
    return { order, kind: 'failed', words: wordsOf(error) };
  }
  try {
    const { booking } = await made(bookingId, () =>
      onFirstDay(offer.quote.pickup_dates, (pickup_date) =>
        confirmBooking(bookingId, {
          courier: offer.carrier,
          pickup_date,
          // The service rejects the booking if the order has been linked to another booking since.
          linked_order_id: order.id,
          ...(method === undefined ? {} : { payment_method: method }),
        }),
      ),
    );
    return outcomeOf(order, booking, offer.carrier);
  } catch (error) {
    if (!(error instanceof NotKnownYet)) return { order, kind: 'failed', words: wordsOf(error) };
    return { order, kind: 'uncertain', words: 'Not certain yet: no answer came back.', bookingId };
  }
}

/** If the first pickup date has passed since the order was priced, tries the next date. */
export async function onFirstDay(
  days: readonly string[],
  confirm: (day: string) => Promise<Booking>,
): Promise<Booking> {
  const [first = '', ...others] = days;
  try {
    return await confirm(first);
  } catch (error) {
    const isTheDay = error instanceof ApiError && error.field('pickup_date') !== undefined;
    if (!isTheDay || others.length === 0) throw error;
    return await onFirstDay(others, confirm);
  }
}

/** The outcome according to the booking in the answer. */
export function outcomeOf(order: Order, made: Booking, chosen: string): Outcome {
  if (isCancelled(made)) return { order, kind: 'failed', words: 'It was cancelled meanwhile.' };
  if (isUnderWay(made)) {
    const words = 'Not certain yet: the payment or the carrier has not answered.';
    return { order, kind: 'uncertain', words, bookingId: made.id };
  }
  const { id: bookingId, courier, cost, connote } = made;
  const carrier = courier ?? chosen;
  return { order, kind: 'booked', bookingId, carrier, cost: cost ?? 0, connote };
}

export function summaryOf(outcomes: readonly Outcome[], all: number): string {
  const count = (kind: Outcome['kind']): number =>
    outcomes.filter((outcome) => outcome.kind === kind).length;
  const uncertain = count('uncertain');
  const rest = uncertain === 0 ? '' : `, ${uncertain} not certain yet`;
  return `${count('booked')} of ${all} booked${rest}`;
}

function wordsOf(error: unknown): string {
  return plainSentence(error instanceof Error ? error.message : String(error));
}
