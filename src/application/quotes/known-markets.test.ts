import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { memberId } from '../../domain/members/member.ts';
import type { Market } from '../../domain/quotes/quote.ts';
import type { Caller } from '../caller.ts';
import type { App, CarrierAnswers } from '../ports.ts';
import { findMarket, shareMarket } from './known-markets.ts';
import type { QuotePlan } from './plan-quote.ts';

test('rejects its callers, without ending the process, when own accounts cannot be read', async () => {
  const answers: CarrierAnswers = { ratings: new Map(), live: new Map() };
  const app: Partial<App> = {
    clock: { nowMs: () => 1 },
    quoteCache: { find: () => answers, keep: () => {} },
    carriers: {
      liveOf: () => Promise.reject(new Error('the database is away')),
      switchedOff: () => new Set<string>(),
    } as unknown as App['carriers'],
  };
  const plan = { ownerId: memberId(1), fingerprint: 'x', details: { usesCache: true } };
  const caller = {} as Caller;
  assert.equal(findMarket(app as App, caller, plan as unknown as QuotePlan), undefined);
  // An unheard rejection would fail this test, and end a server.
  await turn();
});

test('collects the same plan once for callers at the same moment, until carriers change', async () => {
  const live: App['carriers']['live'] = [];
  let off = new Set<string>();
  const carriers = { live, switchedOff: () => off } as unknown as App['carriers'];
  const app = { carriers } as App;
  const plan = { details: { usesCache: true } } as unknown as QuotePlan;
  const collected: PromiseWithResolvers<Market>[] = [];
  const collect = (): Promise<Market> => {
    const one = Promise.withResolvers<Market>();
    collected.push(one);
    return one.promise;
  };
  const market: Market = { quotes: [], failures: [] };
  const together = [1, 2, 3].map(() => shareMarket(app, plan, collect));
  assert.equal(collected.length, 1);
  // A carrier is switched off: who asks from now on does not hear of it.
  off = new Set(['toll']);
  const later = shareMarket(app, plan, collect);
  assert.equal(collected.length, 2);
  collected[0]?.resolve(market);
  for (const one of await Promise.all(together)) assert.equal(one, market);
  // The first is over, the second is not: it is still the one to wait for.
  const alsoLater = shareMarket(app, plan, collect);
  assert.equal(collected.length, 2);
  collected[1]?.reject(new Error('the store is away'));
  for (const one of [later, alsoLater]) await assert.rejects(one, /the store is away/);
  const uncached = { details: { usesCache: false } } as unknown as QuotePlan;
  const anew = [plan, uncached, uncached].map((one) => shareMarket(app, one, collect));
  assert.equal(collected.length, 5);
  for (const one of collected) one.resolve(market);
  await Promise.all(anew);
});
