// Booking many orders: the selected offers, their cost and the outcomes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayHaveHappened } from '../../api/bookings.ts';
import { ApiError, Unreachable } from '../../api/client.ts';
import type { Booking, Order, Quote } from '../../api/wire.ts';
import type { Offer } from '../quotes/market.ts';
import {
  choose,
  leavesCountry,
  likelyRule,
  type Outcome,
  onFirstDay,
  outcomeOf,
  summaryOf,
  totalOf,
  warrantyFeesOf,
} from './book-many.ts';

const order = { id: 1 } as Order;
const offer = (carrier: string, total: number, transit_time: string): Offer => ({
  carrier,
  quote: { total, transit_time } as Quote,
});
const offers = [offer('slow', 10.1, '5 days'), offer('quick', 20.2, '1 day')];

test('chooses an offer by one rule among the allowed carriers', () => {
  for (const [rule, among, chosen] of [
    ['cheapest', undefined, 'slow'],
    ['fastest', undefined, 'quick'],
    ['quick', undefined, 'quick'],
    ['other', undefined, undefined],
    ['cheapest', ['quick'], 'quick'],
    ['slow', ['quick'], undefined],
    ['cheapest', [], undefined],
  ] as const) {
    const found = choose(offers, { rule, among: among && new Set(among) }, null);
    assert.equal(found?.carrier, chosen, `${rule} among ${among}`);
  }
});

test('takes an estimate only where there is no firm price, or by name', () => {
  const guess = offer('guess', 1, 'Same day');
  const among = undefined;
  const mixed = [{ ...guess, quote: { ...guess.quote, estimated: true as const } }, ...offers];
  assert.equal(choose(mixed, { rule: 'cheapest', among }, null)?.carrier, 'slow');
  assert.equal(choose(mixed, { rule: 'fastest', among }, null)?.carrier, 'quick');
  assert.equal(choose(mixed, { rule: 'buyers', among }, 'guess')?.carrier, 'guess');
  assert.equal(choose(mixed.slice(0, 1), { rule: 'cheapest', among }, null)?.carrier, 'guess');
});

test("takes the buyer's carrier under that rule, otherwise the cheapest", () => {
  const taken = (rule: string, buyersCarrier: string | null, among?: ReadonlySet<string>) =>
    choose(offers, { rule, among }, buyersCarrier)?.carrier;
  assert.equal(taken('buyers', 'quick'), 'quick');
  assert.equal(taken('buyers', null), 'slow');
  assert.equal(taken('buyers', 'who gives no price'), 'slow');
  assert.equal(taken('buyers', 'quick', new Set(['slow'])), 'slow');
  assert.equal(taken('cheapest', 'quick'), 'slow', 'who goes by price does not ask the buyer');
  const boughtWith = (selected_courier: string | null) => ({ selected_courier }) as Order;
  assert.equal(likelyRule([boughtWith(null), boughtWith('quick')]), 'buyers');
  assert.equal(likelyRule([boughtWith(null)]), 'cheapest');
});

test('the total is exact to the cent', () => {
  const priced = [0.1, 0.2, 10.15].map((total, n) => ({
    order,
    bookingId: n,
    offer: offer('a', total, ''),
  }));
  assert.equal(totalOf(priced), 10.45);
  assert.equal(totalOf([]), 0);
});

test('adds up warranty fees separately', () => {
  const priced = [0.1, 0, 0.2].map((fee, n) => ({
    order,
    bookingId: n,
    offer: { carrier: 'a', quote: { total: 10, fee } as Quote },
  }));
  assert.equal(warrantyFeesOf(priced), 0.3);
});

test('leaves out orders to another country', () => {
  const to = (country: string) => ({ receiver: { country } }) as Order;
  assert.equal(leavesCountry(to('AU'), { country: 'AU' }), false);
  assert.equal(leavesCountry(to('NZ'), { country: 'AU' }), true);
});

test('counts an order without an answer from the payment or carrier as uncertain', () => {
  const kindOf = (status: string) =>
    outcomeOf(order, { id: 7, status, cost: 5, connote: 'X1' } as Booking, 'toll').kind;
  assert.equal(kindOf('Confirmed'), 'booked');
  // The operator cancelled it between two attempts.
  assert.equal(kindOf('Cancelled'), 'failed');
  for (const status of ['Pending Payment', 'Request Sent', 'Request Failed'])
    assert.equal(kindOf(status), 'uncertain', status);
  const outcomes = ['booked', 'uncertain', 'failed'].map((kind) => ({ kind }) as Outcome);
  assert.equal(summaryOf(outcomes, 4), '1 of 4 booked, 1 not certain yet');
  assert.equal(summaryOf([], 4), '0 of 4 booked');
});

test('treats a refusal as without effect and a lost answer as uncertain', () => {
  for (const status of [402, 422, 429, 503])
    assert.equal(mayHaveHappened(new ApiError(status, {})), false, String(status));
  for (const status of [500, 502, 504])
    assert.equal(mayHaveHappened(new ApiError(status, {})), true, String(status));
  assert.equal(mayHaveHappened(new Unreachable()), true);
});

test('uses the next day when the pickup day is over, and keeps any other refusal', async () => {
  const booking = { id: 7 } as Booking;
  const days: string[] = [];
  const refusing =
    (error: Error, ...refused: string[]) =>
    async (day: string): Promise<Booking> => {
      days.push(day);
      if (refused.includes(day)) throw error;
      return booking;
    };
  const tooLate = new ApiError(400, { errors: { pickup_date: ['Choose one of 17, 18.'] } });
  assert.equal(await onFirstDay(['16', '17', '18'], refusing(tooLate, '16')), booking);
  assert.deepEqual(days.splice(0), ['16', '17']);
  await assert.rejects(onFirstDay(['16', '17'], refusing(tooLate, '16', '17')), tooLate);
  assert.deepEqual(days.splice(0), ['16', '17']);
  for (const error of [new ApiError(402, {}), new Unreachable()]) {
    await assert.rejects(onFirstDay(['16', '17'], refusing(error, '16')), error);
    assert.deepEqual(days.splice(0), ['16']);
  }
});
