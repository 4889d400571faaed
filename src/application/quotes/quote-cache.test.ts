import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Market, QuoteFailure } from '../../domain/quotes/quote.ts';
import { QuoteCache } from './quote-cache.ts';

const keptForMs = 60_000;
const nowMs = 1;
const keys = { marketKey: 'jane 10:00 a carton', fingerprint: 'a carton' };
const failureOf = (serviceability: QuoteFailure['serviceability']): QuoteFailure => ({
  carrier: 'toll',
  code: 'c',
  serviceability,
  isRetryable: false,
  message: 'm',
});
const marketWith = (...failures: QuoteFailure[]): Market => ({ quotes: [], failures });

describe('the quote cache', () => {
  const carriers = { live: [], switchedOff: new Set() };
  const openCache = () => {
    const cache = new QuoteCache<object>(keptForMs);
    cache.keepAnswers(keys.fingerprint, {}, nowMs);
    return cache;
  };
  const keep = async (cache: QuoteCache<object>, market = marketWith()): Promise<Market> =>
    await cache.keepMarket(keys, carriers, Promise.resolve(market), () => nowMs);

  test('returns the same market for the same key and carriers', async () => {
    const cache = openCache();
    const { quotes } = await keep(cache);
    const again = await cache.findMarket(keys, carriers, nowMs);
    assert.equal(again?.quotes, quotes);
    assert.ok(Object.isFrozen(quotes));
  });

  test('misses for another key, other live carriers or other carrier switches', async () => {
    const cache = openCache();
    await keep(cache);
    const otherKey = { ...keys, marketKey: 'jim 10:00 a carton' };
    assert.equal(cache.findMarket(otherKey, carriers, nowMs), undefined);
    assert.equal(cache.findMarket(keys, { ...carriers, live: [] }, nowMs), undefined);
    const switched = { ...carriers, switchedOff: new Set() };
    assert.equal(cache.findMarket(keys, switched, nowMs), undefined);
  });

  test("misses after the carriers' answers have expired or were replaced", async () => {
    const cache = openCache();
    await keep(cache);
    assert.equal(cache.findMarket(keys, carriers, nowMs + keptForMs), undefined);
    cache.keepAnswers(keys.fingerprint, {}, nowMs);
    assert.equal(cache.findMarket(keys, carriers, nowMs), undefined);
  });

  test('keeps no market with a failed carrier, but one whose carrier does not serve the route', async () => {
    const cache = openCache();
    await keep(cache, marketWith(failureOf('timeout')));
    assert.equal(cache.findMarket(keys, carriers, nowMs), undefined);
    await keep(cache, marketWith(failureOf('no_route')));
    assert.notEqual(cache.findMarket(keys, carriers, nowMs), undefined);
  });

  test('shares a market in progress until the carriers change', async () => {
    const cache = openCache();
    const first = Promise.withResolvers<Market>();
    const kept = cache.keepMarket(keys, carriers, first.promise, () => nowMs);
    assert.equal(cache.findMarket(keys, carriers, nowMs), first.promise);
    // A carrier is switched off meanwhile, so later callers must not wait for a market that contains it.
    const fewer = { ...carriers, switchedOff: new Set(['toll']) };
    assert.equal(cache.findMarket(keys, fewer, nowMs), undefined);
    const second = Promise.withResolvers<Market>();
    const rejected = assert.rejects(
      cache.keepMarket(keys, fewer, second.promise, () => nowMs),
      /the store is away/,
    );
    first.resolve(marketWith());
    await kept;
    assert.equal(cache.findMarket(keys, fewer, nowMs), second.promise);
    second.reject(new Error('the store is away'));
    await rejected;
    assert.equal(cache.findMarket(keys, fewer, nowMs), undefined);
  });
});
