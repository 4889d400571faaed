// Many orders to bookings: what each costs by one rule for all, and what became of each. Prices are asked for first, and
// what is booked then is exactly what was priced.
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
  /** It may have been charged, or taken by the carrier: not to be tried again before that is known. */
  | { kind: 'uncertain'; words: string; bookingId: number }
  | { kind: 'failed'; words: string }
);

export type Choice = {
  /** `cheapest`, `fastest`, `buyers`, or a carrier. */
  rule: string;
  /** All that may be chosen; undefined for every one. */
  among: ReadonlySet<string> | undefined;
};

/** One for all of them. */
export type Terms = Choice & { hasWarranty: boolean; tellsReceivers: boolean };

/** What leaves a country is declared to customs, each by itself, before it can be booked. */
export function leavesCountry({ receiver }: Order, from: { country: string }): boolean {
  return receiver.country !== from.country;
}

/**
 * Which offer is taken; undefined when there is none of that kind. Who goes by what buyers chose takes the cheapest where the
 * buyer of this order chose none, or one that does not take it.
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

/** What buyers have paid for goes first. */
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
        notifications: { email: terms.tellsReceivers, sms: false },
        // An order may say far more about its goods.
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

/** In dollars, to the cent. What carriers bill themselves is not paid for here. */
export function paidHere(
  priced: readonly Priced[],
  ownServices: ReadonlySet<string> | undefined,
): number {
  return totalOf(priced.filter(({ offer }) => ownServices?.has(offer.carrier) !== true));
}

export function totalOf(priced: readonly Priced[]): number {
  return sumOf(priced.map(({ offer }) => bookingCost(offer.quote)));
}

/** A part of the total. */
export function warrantyFeesOf(priced: readonly Priced[]): number {
  return sumOf(priced.map(({ offer }) => offer.quote.fee));
}

/** To the cent. */
export function sumOf(dollars: readonly number[]): number {
  return dollars.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
}

/** `method` is undefined where the carrier bills the member itself. */
export async function bookPriced(
  { order, bookingId, offer }: Priced,
  method: string | undefined,
): Promise<Outcome> {
  try {
    // Prices may have stood on the screen for a while.
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
          // Somebody else may have linked it to prices of theirs since.
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

/** Prices may have stood on the screen until the pickup of their first day was over: the next day is taken then. */
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

/** What a booking that was answered for has become. */
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
