import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Quote, QuoteError } from '../../api/wire.ts';
import {
  bookingCost,
  byPrice,
  byTransit,
  cheapestOf,
  fastestOf,
  groupErrors,
  type Offer,
  servicesOf,
  transitDays,
  transitWords,
  withoutPrice,
} from './market.ts';

const offer = (carrier: string, total: number, transit_time = '', service = 'road'): Offer => ({
  carrier,
  quote: { total, transit_time, service } as Quote,
});
const names = (offers: readonly Offer[]) => offers.map(({ carrier }) => carrier).join('');

test("a booking costs its tier's price, else the shop's cost, else the shown total", () => {
  const tiers = [{ identifier: 3, total: 8 }];
  const quote = { total: 0, booking_cost: 12, tiers } as Quote;
  assert.equal(bookingCost(quote), 12);
  assert.equal(bookingCost(quote, 3), 8);
  assert.equal(bookingCost({ total: 15 } as Quote), 15);
});

test("shows transit times alike for every carrier's wording", () => {
  for (const [text, words] of [
    ['1-2 Business Days', '1 to 2 business days'],
    ['2 to 5 business days', '2 to 5 business days'],
    ['1–2 working days', '1 to 2 business days'],
    ['1-2', '1 to 2 days'],
    ['1 day', '1 day'],
    ['3', '3 days'],
    ['2-2 days', '2 days'],
    ['Same day', 'Same day'],
    ['Overnight', 'Overnight'],
    ['', ''],
  ] as const) {
    assert.equal(transitWords(text), words);
  }
});

test("parses the days until delivery from carriers' wordings", () => {
  for (const [text, days] of [
    ['1-3 business days', 3],
    ['2 to 5 Business Days', 5],
    ['1 business day', 1],
    ['Same day', 0],
    ['Overnight', 1],
    ['3 hours', undefined],
    ['', undefined],
  ] as const)
    assert.equal(transitDays(text), days, text);
});

test('sorts by price, then transit time, then name', () => {
  const offers = [
    offer('d', 5),
    offer('c', 5, '2 days'),
    offer('b', 5, '1 day'),
    offer('a', 9),
    offer('e', 5),
  ];
  assert.equal(names(offers.toSorted(byPrice)), 'bcdea');
});

test('sorts by transit time, with unknown times last', () => {
  const offers = [
    offer('a', 1),
    offer('b', 9, 'Same day'),
    offer('c', 3, '2 days'),
    offer('d', 2, '1-2 days'),
  ];
  assert.equal(names(offers.toSorted(byTransit)), 'bdca');
});

test('marks the cheapest and the fastest offers', () => {
  const offers = [offer('a', 1), offer('b', 9, '1 day'), offer('c', 8, '1 day')];
  assert.equal(cheapestOf(offers)?.carrier, 'a');
  assert.equal(fastestOf(offers)?.carrier, 'c');
  assert.equal(fastestOf([offer('a', 1)]), undefined);
  assert.equal(cheapestOf([]), undefined);
});

test('an estimate is sorted after firm prices and is marked only where there is no firm price', () => {
  const estimate = (carrier: string, total: number, time: string): Offer => {
    const { quote } = offer(carrier, total, time);
    return { carrier, quote: { ...quote, estimated: true } };
  };
  const offers = [estimate('a', 1, 'Same day'), offer('b', 9, '3 days'), offer('c', 12, '2 days')];
  assert.equal(names(offers.toSorted(byPrice)), 'bca');
  assert.equal(names(offers.toSorted(byTransit)), 'cba');
  assert.equal(cheapestOf(offers)?.carrier, 'b');
  assert.equal(fastestOf(offers)?.carrier, 'c');
  const guesses = [estimate('a', 3, '2 days'), estimate('b', 2, '5 days')];
  assert.equal(cheapestOf(guesses)?.carrier, 'b');
  assert.equal(fastestOf(guesses)?.carrier, 'a');
  assert.equal(fastestOf([...guesses, offer('c', 9)]), undefined);
});

test('a carrier whose price is estimated is not counted as a carrier without a price', () => {
  const errors = [{ courier: 'a' }, { courier: 'b' }] as QuoteError[];
  const without = withoutPrice({ offers: [offer('a', 1)], errors });
  assert.deepEqual(
    without.map(({ courier }) => courier),
    ['b'],
  );
});

test('counts the offers of each service', () => {
  const offers = [offer('a', 1, '', 'road'), offer('b', 1, '', 'air'), offer('c', 1, '', 'road')];
  assert.deepEqual(servicesOf(offers), [
    { service: 'road', count: 2 },
    { service: 'air', count: 1 },
  ]);
});

test('groups carriers without a price by reason, failures first', () => {
  const error = (courier: string, serviceability: string) =>
    ({ courier, serviceability }) as QuoteError;
  const groups = groupErrors([
    error('a', 'no_route'),
    error('b', 'timeout'),
    error('c', 'no_route'),
    error('d', 'error'),
    error('e', 'unavailable'),
  ]);
  assert.deepEqual(
    groups.map(({ title, errors }) => [title, errors.map(({ courier }) => courier).join('')]),
    [
      ['Did not answer in time', 'b'],
      ['Could not give a price right now', 'de'],
      ['Do not serve this route', 'ac'],
    ],
  );
});

test('lists international services apart if the shipment stays in the country', () => {
  const error = (courier: string) => ({ courier, serviceability: 'no_items' }) as QuoteError;
  assert.deepEqual(
    groupErrors([error('dhl_express'), error('toll')], new Set(['dhl_express'])).map(
      ({ title, errors }) => [title, errors.map(({ courier }) => courier)],
    ),
    [
      ['Do not carry these items', ['toll']],
      ['International only', ['dhl_express']],
    ],
  );
});
