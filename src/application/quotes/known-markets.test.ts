import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { memberId } from '../../domain/accounts/member.ts';
import type { Caller } from '../caller.ts';
import type { App, CarrierAnswers } from '../ports.ts';
import { findMarket } from './known-markets.ts';
import type { QuotePlan } from './plan-quote.ts';

test('a database that fails while own accounts are looked for says so to whoever waits, and ends no process', async () => {
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
