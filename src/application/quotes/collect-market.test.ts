import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { memberId } from '../../domain/members/member.ts';
import type { App } from '../ports.ts';
import { collectMarket } from './collect-market.ts';
import type { QuotePlan } from './plan-quote.ts';

test("rejects the quote, without ending the process, when the member's carrier accounts cannot be read", async () => {
  const app: Partial<App> = {
    clock: { nowMs: () => 1 },
    carriers: {
      liveOf: () => Promise.reject(new Error('the database is away')),
      switchedOff: () => new Set<string>(),
    } as unknown as App['carriers'],
  };
  const plan = {
    ownerId: memberId(1),
    details: { usesCache: true },
    settings: { module: { enabledCarriers: [] } },
  } as unknown as QuotePlan;
  await assert.rejects(
    collectMarket(app as App, { kind: 'anonymous' }, plan),
    /the database is away/,
  );
  // An unhandled rejection would fail this test and end a server.
  await turn();
});
